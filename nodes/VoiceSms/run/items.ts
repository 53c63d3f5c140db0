import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { NodeError } from '../api/errors/nodeError';
import { readRequestSettings } from '../fields/forms/requestOptions';
import { type FilledIn, Parameters } from '../fields/read/parameters';
import { FieldReader } from '../fields/read/reader';
import type { Answers } from '../layers/answers/answers';
import { dryRun, invalidItem } from '../layers/dryRun';
import { includeInput } from '../layers/includeInput';
import { settingsOf } from '../layers/index';
import { type Item, asItemError, cannotGoOn, isFirstTry, ran } from '../layers/layer';
import { type Failed, waiting } from '../layers/outcome';
import type { Operation } from '../operations/operation';
import { isTool } from '../util/execution';
import type { Pause } from '../util/pausing';
import { stopsRun } from './outputItems';

/** The items of a run. What an earlier try has done is known before anything of this one is read. */
export async function itemsOf(
	context: IExecuteFunctions,
	answers: Answers,
	pause: Pause,
): Promise<Item[]> {
	const items: Item[] = [];
	for (const index of context.getInputData().keys()) {
		items.push({
			index,
			input: undefined,
			shown: {},
			outcome: waiting,
			facts: {},
			settings: {},
			onlyChecked: false,
			operationLanes: [],
			layers: new Map(),
			...answers.earlier(index),
		});
		await pause();
	}
	return items;
}

/** Reads the fields of all items; an invalid field is the error of its item. */
export async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	items: Item[],
	reading: FilledIn,
	pause: Pause,
) {
	const parameters = new Parameters(context, operation.fields, reading);
	for (const item of items) {
		try {
			const reader = new FieldReader(context, parameters, item.index);
			const input = operation.read(reader);
			const layers = settingsOf(operation, reader, context);
			Object.assign(item, readRequestSettings(reader), {
				input,
				shown: { ...operation.requestColumns?.(input, reading.asTool), ...item.shown },
				onlyChecked: item.earlier === undefined && layers.has(dryRun),
				operationLanes: [operation.lane?.(input) ?? []].flat(),
				layers,
			});
			// As the node is set now; the version before did not keep whether `finish` was to come.
			if ('result' in item.outcome) item.outcome = ran(operation, input, item.outcome.result);
		} catch (caught) {
			const error = asItemError(context, caught, item.index);
			notRead(item, { is: 'failed', error, invalid: true }, operation, parameters);
		}
		await pause();
	}
}

/** The items of a run whose credential cannot be used. */
export function notReadable(
	context: IExecuteFunctions,
	operation: Operation,
	items: Item[],
	error: NodeError,
	reading: FilledIn,
) {
	const parameters = new Parameters(context, operation.fields, reading);
	for (const item of items) notRead(item, { is: 'failed', error }, operation, parameters);
}

function notRead(item: Item, failed: Failed, operation: Operation, parameters: Parameters) {
	const { onlyChecked, shown } = invalidItem(operation, parameters, item.index);
	item.onlyChecked = onlyChecked && item.earlier === undefined;
	item.shown = { ...shown, ...item.shown };
	item.outcome = cannotGoOn(item, failed);
	// A row that an earlier try has done keeps the fields of its input.
	if (item.earlier === undefined || operation.row === undefined) return;
	if (parameters.isOn(`options.${includeInput.option}`, item.index)) {
		item.layers = new Map([[includeInput, true]]);
	}
}

/**
 * Gives each item an error if one run cannot do them together, and the node goes on when items fail or is a tool.
 *
 * @throws NodeOperationError before any request, when one run cannot do them together
 */
export function checkTogether(context: IExecuteFunctions, operation: Operation, items: Item[]) {
	// With `sleep`: an item that is done would make the checked ones sleep with it.
	if (operation.whyNot === undefined || items.every(({ onlyChecked }) => onlyChecked)) return;
	const isToCome = ({ outcome, onlyChecked }: Item) =>
		outcome.is === 'begun' || (outcome.is === 'waiting' && !onlyChecked);
	const known = items.map((item) => ({ input: item.input, isToCome: isToCome(item) }));
	const refused = operation.whyNot(known, context);
	const keepGoing = context.continueOnFail();
	// An invalid field stops the run, too, and its error comes first.
	if (refused === undefined || (!keepGoing && items.some(stopsRun))) return;
	const [message, advice] = refused;
	const isFirst = isFirstTry(items);
	const errorOf = (item?: Item) => {
		const description = isFirst ? `Nothing was sent. ${advice}` : advice;
		const itemIndex = item?.index;
		return new NodeOperationError(context.getNode(), message, { description, itemIndex });
	};
	if (!keepGoing && !isTool(context) && isFirst) throw errorOf();
	for (const item of items.filter(isToCome)) {
		item.outcome = cannotGoOn(item, { is: 'failed', error: errorOf(item) });
	}
}

/**
 * The entry that n8n adds to both menus of every node, for a request of the user's own (n8n, constants.ts).
 */
const customApiCall = '__CUSTOM_API_CALL__';

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
		throw new NodeOperationError(
			context.getNode(),
			'Use the HTTP Request node for a custom API call',
			{
				description:
					"Add an HTTP Request node. Set its 'Authentication' to 'Predefined Credential Type' and its 'Credential Type' to 'Voice and SMS API'. Its 'URL' is the Base URL of the credential and the path, such as /api/contacts.",
			},
		);
	}
	throw new NodeOperationError(
		context.getNode(),
		`There is no operation "${String(value)}" of resource "${String(resource)}"`,
		{ description: 'Choose one from the list.' },
	);
}
