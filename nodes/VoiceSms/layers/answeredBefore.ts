import type { IDataObject } from 'n8n-workflow';

import { onlyInTools } from '../fields/read/variants';
import { type Layer, wouldDoubleIt } from './layer';

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
	read: ({ options }) => ({ mayRepeat: options.flag('allowRepeats') === true }),
	begin: ({ answers, asTool, ended }) => ({
		// A model's call is looked up in its turn.
		known: (item) => (asTool ? undefined : answers.outcome(item)),
		around: async (item, { mayRepeat }, next) => {
			const done = async () => {
				const outcome = await next();
				if (outcome === undefined || outcome.onlyChecked === true) return outcome;
				if (!('error' in outcome)) {
					if (outcome.notSent === undefined) {
						answers.keep(item, { accepted: outcome.result as IDataObject });
					}
				} else if (wouldDoubleIt(outcome.error)) {
					answers.keep(item, { mayHaveBeenDone: outcome.error.message });
				}
				return outcome;
			};
			if (!asTool) return await done();
			return await answers.inTurn(item, ended, async () => {
				return answers.outcome(item, mayRepeat) ?? (await done());
			});
		},
		finished: (item, outcome) => {
			if ('error' in outcome) answers.failedAfterwards(item);
			else outcome.result = answers.markedIfRepeat(item, outcome.result);
			return outcome;
		},
		forget: () => answers.forget(),
	}),
};
