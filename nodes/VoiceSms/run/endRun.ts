import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { notCanceled } from '../api/errors/nodeError';
import type { Answers } from '../layers/answers/kept';
import { isTool } from '../layers/execution';
import type { Item } from '../layers/layer';
import type { Operation } from '../operations/operation';
import type { Pause } from '../util/pausing';
import { linesOfFailed } from './lines';
import { outputItems, stopsRun } from './outputItems';
import { putToSleep } from './waiting/sleep';
import { canceled, firstError } from './runSummary';

/**
 * What n8n gets of a run: the output and the lines above it. Items that failed are output where the node goes
 * on, because n8n would return the input in place of an error that is thrown (n8n-core, workflow-execute).
 *
 * @param items as they are told
 * @param lines about the run; in the answer of a tool, they are there already
 * @param until set if the execution sleeps until then
 * @throws the error of a canceled run, or of the first failed item, unless the node continues on fail
 */
export async function endRun(
	context: IExecuteFunctions,
	operation: Operation,
	items: Item[],
	{
		answers,
		pause,
		lines,
		until,
	}: { answers: Answers; pause: Pause; lines: string[]; until?: Date },
): Promise<INodeExecutionData[][]> {
	if (context.getExecutionCancelSignal()?.aborted === true) {
		throw canceled(context, operation, items);
	}
	if (!context.continueOnFail() && items.some(stopsRun)) {
		throw notCanceled(firstError(items, operation));
	}
	const { output, leftOut } =
		until === undefined
			? await outputItems(context, operation, items, pause)
			: await putToSleep(context, operation, items[0], until);
	if (!mayRunAgain(context, items.some(stopsRun), output)) answers.forget();
	const shown = isTool(context) ? lines : [...linesOfFailed(items), ...lines, ...leftOut];
	if (shown.length > 0) {
		context.addExecutionHints(
			...shown.map((message) => ({ message, location: 'outputPane' }) as const),
		);
	}
	return [output];
}

/**
 * Whether n8n may run all items again after this output: with Retry On Fail it does if the first item has a
 * field `error`, even the service's own (n8n-core, workflow-execute; undefined, null and false do not
 * count).
 */
function mayRunAgain(
	context: IExecuteFunctions,
	itemFailed: boolean,
	[first]: INodeExecutionData[],
): boolean {
	if (context.getNode().retryOnFail !== true) return false;
	const { error } = first?.json ?? {};
	return itemFailed || (error !== undefined && error !== null && error !== false);
}
