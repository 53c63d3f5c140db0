import { onlyInTools } from '../fields/forms/formFields';
import type { Layer } from './layer';
import { waiting } from './outcome';

const field = {
	displayName: 'Allow Repeats',
	name: 'allowRepeats',
	type: 'boolean',
	default: false,
	displayOptions: onlyInTools,
	description:
		'Whether the agent may do the same thing again in one execution. When off, a repeated call does nothing and returns the first answer. If nobody knows whether the first call worked, it is never repeated.',
} as const;

/**
 * A write that was done in an earlier try of the execution, or in an earlier call of a model, is not done
 * again: its first answer counts. *Allow Repeats* lets a model repeat a call that ended well.
 */
export const answeredBefore: Layer<{ mayRepeat: boolean }> = {
	// A model may always repeat a question.
	field: ({ asks }) => (asks === true ? undefined : field),
	needs: 'creates',
	read: ({ options }, { asks }) => ({
		mayRepeat: asks === true || options.flag('allowRepeats') === true,
	}),
	forRun: ({ answers, asTool, ended }) => ({
		around: async (item, { mayRepeat }, next) => {
			const done = async () => answers.noted(item, await next());
			if (!asTool) return await done();
			// For people, the run asks before it reads a field (`Answers.earlier`).
			const call = async () => answers.outcome(item, mayRepeat) ?? (await done());
			return (await answers.inTurn(item, ended, call)) ?? waiting;
		},
	}),
};
