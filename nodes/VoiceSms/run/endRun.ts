import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { RunLimits } from '../api/connection';
import { asShown, withoutHtml } from '../api/errors/nodeError';
import { columnsOf, keepsInput, layers } from '../layers/index';
import type { Item, LayerRun, LineContext } from '../layers/layer';
import { countedItems, inState, named, stopsRun, wordsOf } from '../layers/outcome';
import type { Operation } from '../operations/operation';
import { WithFile } from '../operations/result';
import { isLastTry, isTool } from '../util/execution';
import { type Pause, pausing } from '../util/inParallel';
import { ownFields, recordsOf, rowOf, tableOf } from './rows';
import { canceled, firstError } from './runSummary';

type Rows = INodeExecutionData[];

/** Facts of a run, besides its items. */
export type Run = Pick<LayerRun, 'context' | 'operation' | 'answers' | 'clock' | 'runIndex'> &
	Pick<RunLimits, 'msSinceModelCall'>;

/**
 * What n8n gets of a run: the output and the lines above it. Items that failed are output where the node goes
 * on, because n8n would return the input in place of an error that is thrown (n8n-core, workflow-execute).
 *
 * @param items with their final outcomes; for a model, in its words
 * @param lines about the run, for people; a model has got them with its answer
 * @throws the error of a canceled run, or of the first failed item, unless the node continues on fail
 */
export async function endRun(run: Run, items: Item[], lines: string[]): Promise<Rows[]> {
	const { context, operation, answers, clock } = run;
	const isLast = context.getNode().retryOnFail === true && isLastTry(context);
	if (context.getExecutionCancelSignal()?.aborted === true) {
		throw canceled(run, items);
	}
	if (!context.continueOnFail() && items.some(stopsRun)) {
		throw asShown(firstError(items, run));
	}
	const output =
		(operation.sleep && (await asleep(run, items))) ??
		(await outputItems(context, operation, items, pausing(clock)));
	if (isLast || !mayRunAgain(context, items, output)) answers.forget();
	const shown = isTool(context) ? lines : [...linesOfFailed(items, operation), ...lines];
	const hints = shown.map((line) => {
		return { message: withoutHtml(line), location: 'outputPane' } as const;
	});
	if (hints.length > 0) context.addExecutionHints(...hints);
	return [output];
}

/** The output of the items in their order, each output linked to its item. */
async function outputItems(
	context: IExecuteFunctions,
	operation: Operation,
	items: Item[],
	pause: Pause,
): Promise<Rows> {
	const output: Rows = [];
	const table = await tableOf(context, operation, items, pause);
	for (const item of items) {
		const { outcome, index } = item;
		const result = 'result' in outcome ? outcome.result : undefined;
		const file = result instanceof WithFile ? { binary: result.binary } : {};
		for (const record of recordsOf(item)) {
			output.push({ json: rowOf(table, item, record), ...file, pairedItem: { item: index } });
		}
		await pause();
	}
	return output;
}

/**
 * The output of an execution that sleeps now; undefined if it goes on. The output is the input until the
 * answer comes, and n8n gave the node a copy of it (n8n-core, `addPairedItemLineage`).
 */
async function asleep(
	{ context, operation, clock }: Run,
	[item]: Item[],
): Promise<Rows | undefined> {
	// Without its input, the item has its answer from an earlier try.
	if (item?.outcome.is !== 'done' || item.input === undefined) return undefined;
	if (item.outcome.isAnswered === true) return undefined;
	const output = context.getInputData();
	const { json, shown } = item;
	const own = ownFields(json, columnsOf(operation));
	const isIncluded = keepsInput(item);
	const now = () => clock.now();
	const asleep = { n8n: context, now, shown, own, isIncluded };
	const last = await operation.sleep?.(item.input, asleep);
	if (last === undefined) return undefined;
	output[0].json = last;
	return output;
}

/**
 * Whether n8n may run all items again after this output: with Retry On Fail it does if the first item has a
 * field `error`, even the service's own (n8n-core, workflow-execute; undefined, null and false do not
 * count).
 */
function mayRunAgain(context: IExecuteFunctions, items: Item[], [first]: Rows): boolean {
	if (context.getNode().retryOnFail !== true) return false;
	if (items.some(stopsRun)) return true;
	const { error } = first?.json ?? {};
	return error !== undefined && error !== null && error !== false;
}

/** Lines above the output or, to a model, in the answer: the lines of the innermost layer first. */
export function linesOf(run: LineContext, items: Item[]): string[] {
	const { context, operation } = run;
	const isForPeople = !isTool(context);
	const lines: string[] = [];
	for (const layer of [...layers].reverse()) {
		// An earlier try has lines, too, although its settings cannot be read.
		const isOn =
			layer.option === undefined ||
			items.some(({ earlier, layers: own }) => earlier !== undefined || own.has(layer));
		if (!isOn || operation[layer.needs] === undefined) continue;
		lines.push(...(layer.lines?.(items, run) ?? []));
		if (isForPeople) lines.push(...(layer.linesForPeople?.(items, run) ?? []));
	}
	const counted = countedItems(items);
	const results = counted.map(({ outcome }) => (outcome as { result: IDataObject }).result);
	const inputs = counted.map(({ input }) => input);
	if (isForPeople) lines.push(...(operation.linesForPeople?.(results, inputs) ?? []));
	return [...lines, ...(operation.lines?.(results, inputs) ?? [])];
}

/** The lines above the output of a run that goes on when items fail: one for each state. */
function linesOfFailed(items: Item[], operation: Operation): string[] {
	if (items.length === 1) return [];
	const failed = items.filter(stopsRun);
	return (['unclear', 'acceptedThenFailed', 'rejected'] as const).flatMap((is) => {
		const own = is === 'rejected' ? inState(failed, is, 'invalid') : inState(failed, is);
		if (own.length === 0) return [];
		own.sort((one, other) => one.index - other.index);
		const words = is === 'rejected' ? 'Failed' : wordsOf(is, operation);
		return [`${words}: ${own.length} of ${items.length}, ${named(own, operation)}.`];
	});
}
