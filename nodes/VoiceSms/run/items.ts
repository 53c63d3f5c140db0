import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { readRequestSettings } from '../fields/forms/requestOptions';
import { type FilledIn, Parameters } from '../fields/read/parameters';
import { FieldReader } from '../fields/read/reader';
import { invalidItem } from '../layers/dryRun';
import { isOnlyChecked, settingsOf } from '../layers/index';
import { type FailedOutcome, type Item, asItemError } from '../layers/layer';
import type { Operation } from '../operations/operation';
import type { Pause } from '../util/pausing';

export type ItemOrError = Item | FailedOutcome;

/** Reads the fields of all items; an invalid field is the error of its item. */
export async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	pause: Pause,
	reading: FilledIn,
): Promise<ItemOrError[]> {
	const items: ItemOrError[] = [];
	const parameters = new Parameters(context, operation.fields, reading);
	for (const index of context.getInputData().keys()) {
		try {
			const reader = new FieldReader(context, parameters, index);
			const input = operation.read(reader);
			const settings = settingsOf(operation, reader, context);
			items.push({
				index,
				input,
				...readRequestSettings(reader),
				onlyChecked: isOnlyChecked(settings),
				operationLanes: [operation.lane?.(input) ?? []].flat(),
				layers: settings,
			});
		} catch (caught) {
			const error = asItemError(context, caught, index);
			items.push({ error, ...invalidItem(operation, parameters, index) });
		}
		await pause();
	}
	return items;
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
