import { type INodeProperties, NodeOperationError } from 'n8n-workflow';

import { defaultTimeout } from '../../api/api';
import { asItemError, rethrow } from '../../api/errors/nodeError';
import { RequestNotMade } from '../../api/flow/attempts';
import { type FieldProblem, type Reading, asText, filled } from '../../fields/read/values';
import { textField } from '../../fields/forms/formFields';
import type { Operation } from '../../operations/operation';
import { resourceOf } from '../../operations/resources';
import { asCompared } from '../../util/asSeen';
import { hasStore } from '../../util/execution';
import { type Item, type Layer, type LayerRun, toldOfDryRun } from '../layer';
import { type Outcome, failed, isOnlyChecked, skipped } from '../outcome';
import { KeyClaim } from './claim';
import { isInDoubt } from './ends';
import { Keys } from './keys';
import { lineOfNotNoted, linesOfUsed, notSent, withKey } from './words';

/** An empty key is an error: a renamed column must not switch the protection off. */
const noOnceKey: FieldProblem = [
	'is empty',
	'Check the expression: it gives nothing. To send without a key, remove the option.',
	'Give a name for this message or call, such as the order number and the topic. If there is no argument for the name, a person has to correct the options of this tool.',
];

const asKey: Reading<string> = (value, invalid) => asCompared(asText(value, invalid));

/**
 * *Send Once Key*: a key works once for each receiver, also in later executions. The request takes the claim
 * in its slot. Items to one receiver wait for each other, because they share the operation's lane.
 */
export const sendOnce: Layer<string> = {
	option: 'onceKey',
	field: onceKeyField,
	needs: 'sends',
	adds: ['onceKey'],
	read: ({ options }, _operation, context) => {
		const key = options.whereAdded('onceKey', filled(asKey, noOnceKey));
		// n8n deletes the workflow of a chat, and its keys with it (n8n, chat-hub).
		const isChat = context.getMode() === 'chat';
		if (key === undefined || (hasStore(context) && !isChat)) return key;
		throw new NodeOperationError(
			context.getNode(),
			`Send Once Key does not work in ${isChat ? 'Chat Hub' : 'Agents (Preview)'}, because n8n keeps no data there. Remove the option, or use a workflow.`,
		);
	},
	forRun: (run, items) => {
		const keys = new Keys(run.context, run.clock, run.ended);
		for (const item of items) {
			const { earlier, notes: facts, index } = item;
			if (earlier === undefined || !('result' in earlier) || facts.key === undefined) continue;
			keys.sent.set(facts.key.name, index);
		}
		return async (item, key, next) => {
			const { context, operation } = run;
			const claim = new KeyClaim(keys, {
				node: keys.node,
				key,
				receiver: operation.sends?.receiver(item.input) ?? '',
				nameInErrors: operation.nameInErrors(item.input),
				itemIndex: item.index,
				shownAt: resourceOf(operation).foundAt,
				timeoutMs: item.settings.timeoutMs ?? defaultTimeout,
			});
			const isDry = isOnlyChecked(item);
			const check = async () =>
				(await claim.look()) ? await next() : keyIsUsed(run, item, claim, true);
			const outcome = await (isDry ? check() : next(claim))
				.catch((error: unknown): Outcome => {
					if (!(error instanceof RequestNotMade)) {
						return failed(asItemError(context.getNode(), error, item.index));
					}
					if (claim.end === 'free') rethrow(error);
					// A later try of the request did not begin, because the key of the first is not free.
					if (isInDoubt(claim.end)) return failed(notSent(claim.sending));
					return keyIsUsed(run, item, claim);
				})
				.finally(() => {
					const { name, end, why } = claim;
					const label = `"${key}" to ${claim.sending.receiver}`;
					if (!isDry) item.notes.key = { name, label, end, why };
				});
			if ('error' in outcome) withKey(outcome.error, claim, run.asTool);
			return outcome;
		};
	},
	lines: (items, { context, operation, asTool }) => {
		const notNoted = lineOfNotNoted(items);
		// Also for operators of a tool.
		if (notNoted !== undefined) context.logger.warn(notNoted);
		// No model gets a key.
		return asTool ? [] : [...linesOfUsed(items, operation), notNoted ?? []].flat();
	},
};

function onceKeyField({ sends }: Operation): INodeProperties {
	const [what, example] = sends?.onceKey ?? ['', ''];
	return {
		...textField('Send Once Key', 'onceKey', example),
		description: `Name of this ${what}, e.g. reminder 2026-11-26. Each number gets it once, also in later runs.`,
		builderHint: {
			propertyHint:
				'Left out: each execution sends again. A new workflow has no keys yet and sends to everybody: use update_workflow. Keys of tests count. Each node has its own keys.',
		},
	};
}

/** An item that is skipped because its key was used before or, in a dry run, is held by another execution. */
function keyIsUsed(
	{ operation }: LayerRun,
	item: Item,
	{ end, sending: { key: onceKey }, usedBy }: KeyClaim,
	isHeld = false,
): Outcome {
	const { pastTense = 'done' } = operation;
	const what = resourceOf(operation).one;
	const [reason, message] = isHeld
		? [
				'Another execution is using this Send Once Key now, or crashed while it used the key',
				`This ${what} may be under way; nothing was ${pastTense} now. ${toldOfDryRun}`,
			]
		: [
				usedBy === undefined
					? `Already ${pastTense} with this Send Once Key`
					: `Skipped: item ${usedBy + 1} has the same number and key`,
				`This ${what} was already ${pastTense}; nothing was ${pastTense} now.`,
			];
	const why = isHeld ? 'keyHeld' : end;
	return skipped(item, [why, onceKey, reason], message, { onceKey });
}
