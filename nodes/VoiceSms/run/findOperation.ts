import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Operation } from '../operations/operation';

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
