import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type Clock, realClock, timeSince } from '../api/clock';
import { type NodeError, asShown } from '../api/errors/nodeError';
import { readAccess } from '../api/access';
import { EarlierCalls } from '../layers/answers/calls';
import { EarlierTries } from '../layers/answers/tries';
import { isFirstTry } from '../layers/outcome';
import type { Operation } from '../operations/operation';
import { isTool } from '../util/execution';
import { pausing } from '../util/inParallel';
import { doItems } from './doItems';
import { type Run, endRun, linesOf } from './endRun';
import { checkTogether, findOperation, itemsOf, notReadable, readItems } from './items';
import { itemsForModel } from './model/answer';
import { credentialForModel } from './model/error';

/**
 * Runs the node: reads and checks every item before the first request, then does them side by side, each
 * within its layers (`layers/index`). Outputs come in the order of the items, each linked to its own.
 *
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node continues
 * on fail
 */
export async function run(
	context: IExecuteFunctions,
	operations: readonly Operation[],
	clock: Clock = realClock,
): Promise<INodeExecutionData[][]> {
	const operation = findOperation(context, operations);
	const asTool = isTool(context);
	const msSinceModelCall = asTool ? timeSince(clock) : undefined;
	// A call of a model counts alone.
	const runIndex = asTool ? 0 : Number(context.evaluateExpression('{{ $runIndex }}', 0));
	const answers = new (asTool ? EarlierCalls : EarlierTries)(context, operation, runIndex);
	const self: Run = { context, operation, answers, clock, msSinceModelCall, runIndex };
	const pause = pausing(clock);

	const items = await itemsOf(context, answers, pause);
	const access = await readAccess(context, items.length - 1).catch((error: NodeError) => error);
	if (access instanceof Error) {
		const error = asTool ? credentialForModel(access) : access;
		if (!context.continueOnFail() && isFirstTry(items)) throw asShown(error);
		// The results of an earlier try can still be reported.
		notReadable(context, operation, items, error, {
			defaultCountry: '',
			skipTag: '',
			testNumbers: '',
			asTool,
		});
		return await endRun(self, items, linesOf(self, items));
	}
	const { defaultCountry, skipTag, testNumbers } = access;
	const reading = { defaultCountry, skipTag, testNumbers, asTool };
	await readItems(context, operation, items, reading, pause);
	const refused = checkTogether(self, items);
	const hints = await doItems(self, items, access);
	const lines = [...linesOf(self, items), ...refused, ...hints];
	return await endRun(self, asTool ? itemsForModel(items, { operation }, lines) : items, lines);
}
