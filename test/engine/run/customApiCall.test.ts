import type { IDataObject } from 'n8n-workflow';

import { locator, runNode } from '../../harness/n8n/engine';
import { companyNumbers } from '../../simulator';
import { withSimulator } from '../../harness/service/service';

const simulator = withSimulator({ seed: { contacts: 1, conversations: 1, calls: 1 } });

const run = async (parameters: IDataObject) => {
	const { baseUrl, apiKey } = simulator;
	return await runNode({ parameters, credential: { baseUrl, apiKey } });
};

describe('"Custom API Call", which n8n adds to both menus', () => {
	it.each([
		['the operation', { resource: 'sms', operation: '__CUSTOM_API_CALL__' }],
		['the resource', { resource: '__CUSTOM_API_CALL__' }],
		['both', { resource: '__CUSTOM_API_CALL__', operation: '__CUSTOM_API_CALL__' }],
	])('as %s is explained when it is run', async (_name, parameters) => {
		const { error } = await run(parameters);
		expect(error?.message).toBe('Use the HTTP Request node for a custom API call');
		expect(error?.description).toContain("'Credential Type' to 'Voice and SMS API'");
		expect(simulator.requests).toEqual([]);
	});
});

describe('a number to send from', () => {
	const [own] = companyNumbers;

	it.each(['list', 'number', 'id'])('is taken in mode "%s"', async (mode) => {
		const { items } = await run({
			resource: 'sms',
			operation: 'send',
			from: locator(own, mode),
			to: '+15550100042',
			body: 'Hello',
		});
		expect(items.map(({ json }) => json.status)).toEqual(['queued']);
		expect(simulator.ledger).toMatchObject([{ body: { from: own } }]);
	});
});
