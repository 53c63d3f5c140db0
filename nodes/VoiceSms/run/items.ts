import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { type NodeError, asItemError, ownError, rethrow } from '../api/errors/nodeError';
import type { Access } from '../api/access';
import type { RunLimits } from '../api/connection';
import { readRequestSettings } from '../fields/forms/requestOptions';
import type { Gap } from '../fields/read/fill';
import { Parameters } from '../fields/read/parameters';
import { FieldReader } from '../fields/read/reader';
import { dryRun } from '../layers/dryRun';
import { emptyBlanks, emptyInColumn, foundOf } from '../layers/emptyBlanks';
import { includeInput } from '../layers/includeInput';
import { settingIn, settingsOf } from '../layers/index';
import type { Item, Layer, LayerRun, LineContext } from '../layers/layer';
import {
	type NotDone,
	failed,
	inState,
	isFirstTry,
	isOnlyChecked,
	notStarted,
	outcomeAfter,
	stopsRun,
} from '../layers/outcome';
import type { Operation } from '../operations/operation';
import { isApprovedForSeveralItems } from '../util/unpromised';
import { isObject } from '../util/values';
import type { Pause } from '../util/inParallel';

/** Facts of a run, besides its items. */
export type Run = Pick<
	LayerRun,
	'context' | 'operation' | 'answers' | 'asTool' | 'clock' | 'runIndex'
> &
	Pick<RunLimits, 'msSinceModelCall'>;

/** The items of a run. The results of an earlier try are known before any field of this try is read. */
export async function itemsOf({ context, answers }: Run, pause: Pause): Promise<Item[]> {
	const items: Item[] = [];
	for (const [index, { json }] of context.getInputData().entries()) {
		items.push({
			index,
			json: isObject(json) ? json : {},
			input: undefined,
			shown: {},
			outcome: notStarted,
			notes: {},
			settings: {},
			operationLanes: [],
			layers: new Map(),
			...answers.earlier(index),
		});
		await pause();
	}
	return items;
}

/**
 * Reads the fields of all items; an invalid field is the error of its item.
 *
 * @param access the error of an unusable credential is the error of all items
 */
export async function readItems(
	{ context, operation, asTool }: Run,
	items: Item[],
	access: Access | NodeError,
	pause: Pause,
) {
	const isUsable = !(access instanceof Error);
	const ofCredential = isUsable ? access : { defaultCountry: '', skipTag: '', testNumbers: '' };
	const parameters = new Parameters(context, operation.fields, { ...ofCredential, asTool });
	for (const item of items) {
		try {
			if (!isUsable) rethrow(ownError(access));
			const reader = new FieldReader(context, parameters, item.index);
			const input = operation.read(reader);
			// After `read`: only the fields that it reads are looked at.
			const layers = settingsOf(operation, reader, context);
			// An item that an earlier try did stays done, also if Dry Run was added since.
			const isDone = item.earlier !== undefined;
			for (const layer of layers.keys()) if (isDone && layer.onlyChecks) layers.delete(layer);
			Object.assign(item, readRequestSettings(reader), {
				input,
				operationLanes: [operation.lane?.(input) ?? []].flat(),
				layers,
			});
			if (!isDone) Object.assign(item.notes, settingIn(item, emptyBlanks));
			show(item, operation.sends?.requestColumns(input));
			// As the node is set now, which may be otherwise than in that try.
			const { outcome } = item;
			if ('result' in outcome) {
				item.outcome = outcomeAfter(operation, input, notStarted, outcome);
			}
		} catch (caught) {
			const error = asItemError(context.getNode(), caught, item.index);
			notRead(item, { is: isUsable ? 'invalid' : 'rejected', error }, operation, parameters);
		}
		await pause();
	}
}

function notRead(item: Item, why: NotDone, operation: Operation, parameters: Parameters) {
	const { index, earlier } = item;
	const columns = operation.sends?.columns ?? {};
	const options = Object(parameters.readAnyway('options', index).value) as IDataObject;
	const isSet = ({ needs }: Layer<true>, option: string) => {
		const isOn = String(options[option]).trim().toLowerCase() === 'true';
		return operation[needs] !== undefined && isOn;
	};
	const keeps = operation.asks === true || isSet(includeInput, 'includeInputFields');
	const body = columns.body ?? '';
	const gaps: Gap[] = [];
	const asWritten = Object.entries(columns).map(([column, name]) => {
		const { value, gaps: found } = parameters.readAnyway(name, index);
		gaps.push(...found);
		return [column, ['string', 'number'].includes(typeof value) ? String(value) : ''];
	});
	// A row that an earlier try has done keeps the fields of its input.
	if (earlier !== undefined && keeps) item.layers = new Map([[includeInput, true]]);
	if (earlier === undefined && isSet(dryRun, 'dryRun')) {
		Object.assign(item.notes, foundOf(body, gaps));
		item.layers = new Map([[dryRun, true]]);
	}
	show(item, Object.fromEntries(asWritten) as IDataObject);
	item.outcome = outcomeAfter(operation, item.input, earlier ?? notStarted, why);
}

/** The result of an earlier try is shown in the form that was sent: this try may read other fields. */
function show(item: Item, fields: IDataObject | undefined) {
	if (Object.keys(item.shown).length === 0) item.shown = { ...fields, ...emptyInColumn(item) };
}

/** Why a call that a person approves is not done, and what to do. */
const severalItems: [string, string] = [
	'With several items in the agent, n8n may do an approved call for another one',
	'Tell the user: the agent needs a Loop Over Items node with a Batch Size of 1 before it.',
];

/**
 * Gives each item an error if one run cannot do them together, and the node goes on when items fail or is a tool.
 *
 * @returns a line about a dry run, which checks each item for itself
 * @throws NodeOperationError before any request, when one run cannot do them together
 */
export function checkTogether(
	{ context, operation, asTool, runIndex }: LineContext,
	items: Item[],
): string[] {
	const isDry = items.every(isOnlyChecked);
	const isWriteOfTool = asTool && operation.pastTense !== undefined;
	const refused =
		isWriteOfTool && isApprovedForSeveralItems(context)
			? severalItems
			: operation.whyNot?.(
					// A checked row keeps no other from being asked.
					items.map((item) => (isDry || !isOnlyChecked(item) ? item.input : undefined)),
					context,
				);
	if (refused === undefined) return [];
	const [message, advice] = refused;
	if (isDry) return [`In a real run, nothing would be sent: ${message}. ${advice}`];
	const keepGoing = context.continueOnFail();
	// An invalid field stops the run, too, and its error comes first.
	if (!keepGoing && items.some(stopsRun)) return [];
	const isFirst = isFirstTry(items);
	const { pastTense = 'done' } = operation;
	const isAlone = isFirst && runIndex === 0;
	const description = isAlone ? `Nothing was ${pastTense}. ${advice}` : advice;
	const errorOf = (itemIndex?: number) =>
		new NodeOperationError(context.getNode(), message, { description, itemIndex });
	if (!keepGoing && !asTool && isFirst) throw errorOf();
	const toCome = inState(items, 'begun', 'waiting');
	for (const item of toCome.filter((one) => !isOnlyChecked(one))) {
		const { input, earlier = notStarted } = item;
		item.outcome = outcomeAfter(operation, input, earlier, failed(errorOf(item.index)));
	}
	return [];
}

/**
 * The entry that n8n adds to both menus of every node, for a request of the user's own (n8n, constants.ts).
 */
const customApiCall = '__CUSTOM_API_CALL__';

/** The values of the resource's operations; for an unknown resource, the values of the resources. */
function offeredInstead(operations: readonly Operation[], resource: unknown): string {
	const own = operations.filter((one) => one.resource === resource).map(({ value }) => value);
	if (own.length > 0) return `Operations: ${own.join(', ')}.`;
	return `Resources: ${[...new Set(operations.map((one) => one.resource))].join(', ')}.`;
}

/**
 * The operation that the node is set to.
 *
 * @throws NodeOperationError when the table does not have it
 */
export function findOperation(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Operation {
	const resource = context.getNodeParameter('resource', 0);
	// With n8n's own entry as resource, there is no menu of operations.
	const value = context.getNodeParameter('operation', 0, '');
	const operation = operations.find((one) => one.resource === resource && one.value === value);
	if (operation !== undefined) return operation;
	if ([resource, value].includes(customApiCall)) {
		const message = 'Use the HTTP Request node for a custom API call';
		const description =
			"Set 'Authentication' to 'Predefined Credential Type', 'Credential Type' to 'Voice and SMS API', 'URL' to the credential's Base URL and a path such as /api/contacts.";
		throw new NodeOperationError(context.getNode(), message, { description });
	}
	throw new NodeOperationError(
		context.getNode(),
		`There is no operation "${String(value)}" of resource "${String(resource)}"`,
		{ description: `Choose one from the list. ${offeredInstead(operations, resource)}` },
	);
}
