import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { RunLimits } from '../api/connect';
import { notCanceled } from '../api/errors/nodeError';
import { columnsOf, keepsInput, layers } from '../layers/index';
import type { Item, LayerRun, Told } from '../layers/layer';
import { type Failed, countedItems } from '../layers/outcome';
import { isTool } from '../util/execution';
import { rowsNamed } from '../util/inWords';
import { pausing } from '../util/pausing';
import { linesOfLeftOut, outputItems, stopsRun } from './outputItems';
import { ownFields } from './rows';
import { canceled, firstError } from './runSummary';

type Rows = INodeExecutionData[];

/** What is known of a run besides its items. */
export type Run = Pick<LayerRun, 'context' | 'operation' | 'answers' | 'clock'> &
	Pick<RunLimits, 'msSinceModelCall'>;

/**
 * What n8n gets of a run: the output and the lines above it. Items that failed are output where the node goes
 * on, because n8n would return the input in place of an error that is thrown (n8n-core, workflow-execute).
 *
 * @param items as they are told
 * @param lines about the run; in the answer of a tool, they are there already
 * @throws the error of a canceled run, or of the first failed item, unless the node continues on fail
 */
export async function endRun(run: Run, items: Item[], lines: string[]): Promise<Rows[]> {
	const { context, operation, answers, clock } = run;
	if (context.getExecutionCancelSignal()?.aborted === true) {
		throw canceled(context, operation, items);
	}
	if (!context.continueOnFail() && items.some(stopsRun)) {
		throw notCanceled(firstError(items, operation));
	}
	const { output, leftOut } =
		(operation.sleep && (await asleep(run, items))) ??
		(await outputItems(context, operation, items, pausing(clock)));
	if (!mayRunAgain(context, items, output)) answers.forget();
	const shown = isTool(context) ? lines : [...linesOfFailed(items), ...lines, ...leftOut];
	const hints = shown.map((message) => ({ message, location: 'outputPane' }) as const);
	if (hints.length > 0) context.addExecutionHints(...hints);
	return [output];
}

/**
 * The output of an execution that sleeps now; undefined if it goes on. The output is the input until the
 * answer comes, and n8n gave the node a copy of it (n8n-core, `addPairedItemLineage`).
 */
async function asleep(
	{ context, operation, clock }: Run,
	[item]: Item[],
): Promise<{ output: Rows; leftOut: string[] } | undefined> {
	// Without its input, the item has its answer from an earlier try.
	if (item?.outcome.is !== 'done' || item.input === undefined) return undefined;
	const output = context.getInputData();
	const { json } = output[0];
	const columns = columnsOf(operation);
	const own = ownFields(json, columns);
	const isIncluded = keepsInput(item);
	const now = () => clock.now();
	const last = await operation.sleep?.(item.input, { n8n: context, now, own, isIncluded });
	if (last === undefined) return undefined;
	output[0].json = last;
	const leftOut = Object.keys(json).filter((name) => isIncluded && columns.has(name));
	return { output, leftOut: linesOfLeftOut(leftOut) };
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

/** Lines above the output or, to a model, in the answer: those of the innermost layer first. */
export function linesOf(run: Told, items: Item[]): string[] {
	const { context, operation } = run;
	const isForPeople = !isTool(context);
	const ofLayers = layers.map((layer) => {
		// An earlier try has lines, too, although its settings cannot be read.
		const isOn =
			layer.option === undefined ||
			items.some(({ earlier, layers: own }) => earlier !== undefined || own.has(layer));
		if (!isOn || operation[layer.needs] === undefined) return [];
		const forPeople = isForPeople ? layer.linesForPeople?.(items, run) : undefined;
		return [...(layer.lines?.(items, run) ?? []), ...(forPeople ?? [])];
	});
	const counted = countedItems(items);
	const results = counted.map(({ outcome }) => {
		return ('result' in outcome ? outcome.result : (outcome as Failed).accepted) as IDataObject;
	});
	const inputs = counted.map(({ input }) => input);
	const forPeople = isForPeople ? operation.linesForPeople?.(results) : undefined;
	return [
		...ofLayers.reverse().flat(),
		...(forPeople ?? []),
		...(operation.lines?.(results, inputs) ?? []),
	];
}

/** The line above the output of a run that goes on when items fail. */
function linesOfFailed(items: Item[]): string[] {
	const rows = items.filter(stopsRun).map(({ index }) => index);
	if (rows.length === 0 || items.length === 1) return [];
	return [`${rows.length} of ${items.length} items failed (${rowsNamed(rows)}).`];
}
