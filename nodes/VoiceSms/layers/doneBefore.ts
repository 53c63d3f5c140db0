import { onlyInTools } from '../fields/forms/formFields';
import type { Layer } from './layer';

const allowRepeatsField = {
	displayName: 'Allow Repeats',
	name: 'allowRepeats',
	type: 'boolean',
	default: false,
	displayOptions: onlyInTools,
	description: 'Whether the agent may do the same thing twice in one execution',
} as const;

/**
 * A write that was done in an earlier try of the execution, or in an earlier call of a model, is not done
 * again: its first answer counts. *Allow Repeats* lets a model repeat a call that ended well.
 */
export const doneBefore: Layer<{ mayRepeat: boolean }> = {
	// A model may always repeat a question.
	field: ({ asks }) => (asks === true ? undefined : allowRepeatsField),
	needs: 'creates',
	read: ({ options }, { asks }) => ({
		mayRepeat: asks === true || options.flag('allowRepeats') === true,
	}),
	forRun:
		({ answers, ended }) =>
		async (item, { mayRepeat }, next) =>
			await answers.write(item, next, ended, mayRepeat),
};
