import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../harness/n8n/engine';
import { Poller } from '../../harness/n8n/poller';
import { service } from '../../harness/service/service';
import { get, onTheWire } from '../../harness/service/wire';
import type { Simulator } from '../../simulator';
import { openPicker } from '../../harness/n8n/picker';

const names = { search: 'needle', startDate: 'since', endDate: 'until' };
const inCredential = {
	searchParameter: names.search,
	startDateParameter: names.startDate,
	endDateParameter: names.endDate,
};

/** The credential of a simulator, with what else is saved in it. */
const credentialOf = ({ baseUrl, apiKey }: Simulator, fields: IDataObject) => {
	return { baseUrl, apiKey, ...fields };
};

/** Requests of the three names: two searches of the node, one of a picker, and the analytics. */
async function ask(simulator: Simulator, fields: IDataObject) {
	const credential = credentialOf(simulator, fields);
	const filters = { search: 'Ada' };
	const results = [
		await runNode({
			parameters: { resource: 'contact', operation: 'getAll', limit: 1, filters },
			credential,
		}),
		await runNode({
			parameters: { resource: 'sms', operation: 'getConversations', limit: 1, filters },
			credential,
		}),
		await runNode({
			parameters: {
				resource: 'call',
				operation: 'getAnalytics',
				dateRange: 'custom',
				startDate: '2026-01-01',
				endDate: '2026-01-31',
			},
			credential,
		}),
	];
	const errors = results.map(({ error }) => error?.description ?? error?.message);
	return { errors, requests: simulator.requests.map(onTheWire) };
}

const requestsBy = ({ search, startDate, endDate }: typeof names) => [
	get('/api/contacts', { page: '1', limit: '1', [search]: 'Ada' }),
	get('/api/sms', { page: '1', limit: '1', [search]: 'Ada' }),
	get('/api/calls/analytics', {
		[startDate]: expect.stringMatching('^2026-01-01T') as string,
		[endDate]: expect.stringMatching('^2026-01-31T') as string,
	}),
];
const usual = { search: 'search', startDate: 'startDate', endDate: 'endDate' };

test.each([true, 'true', ' True '])(
	'with the switch %j, the node asks by the names in the credential',
	async (otherNames) => {
		const simulator = await service({ names });
		const { errors, requests } = await ask(simulator, { otherNames, ...inCredential });
		expect(errors).toStrictEqual([undefined, undefined, undefined]);
		expect(requests).toEqual(requestsBy(names));
	},
);

test.each([false, 'false', '', undefined, null, 'yes'])(
	'with the switch %j, the names are the usual ones, though others are saved',
	async (otherNames) => {
		const simulator = await service();
		const { errors, requests } = await ask(simulator, { otherNames, ...inCredential });
		expect(errors).toStrictEqual([undefined, undefined, undefined]);
		expect(requests).toEqual(requestsBy(usual));
	},
);

test('a name that is left blank is the usual one', async () => {
	const simulator = await service({ names: { endDate: names.endDate } });
	const { errors, requests } = await ask(simulator, {
		otherNames: true,
		searchParameter: '  ',
		endDateParameter: ` ${names.endDate} `,
	});
	expect(errors).toStrictEqual([undefined, undefined, undefined]);
	expect(requests).toEqual(requestsBy({ ...usual, endDate: names.endDate }));
});

test('a service that knows other names says so, and the user is told what to do', async () => {
	const simulator = await service({ names });
	const { errors } = await ask(simulator, {});
	expect(errors).toEqual([
		expect.stringContaining("Unknown query parameter 'search'"),
		expect.stringContaining("Unknown query parameter 'search'"),
		expect.stringContaining("Unknown query parameter 'startDate'"),
	]);
});

test('a search that the service ignores is told with the name that was used', async () => {
	const simulator = await service({ strict: false });
	const { hints } = await runNode({
		parameters: {
			resource: 'contact',
			operation: 'getAll',
			returnAll: true,
			filters: { search: 'Zaphod' },
		},
		credential: credentialOf(simulator, { otherNames: true, ...inCredential }),
	});
	expect(hints).toEqual([expect.stringContaining('another parameter name than "needle"')]);
});

describe('the pickers', () => {
	const pick = async (simulator: Simulator, method: string, fields: IDataObject) =>
		await openPicker(credentialOf(simulator, fields), method, 'a');

	test.each(['searchContacts', 'searchConversations'])('%s searches by it', async (method) => {
		const simulator = await service({ names });
		const { results } = await pick(simulator, method, { otherNames: true, ...inCredential });
		expect(results.length).toBeGreaterThan(0);
		for (const { query } of simulator.requests) expect({ ...query }).toMatchObject({ needle: 'a' });
	});

	test.each(['searchContacts', 'searchConversations'])('%s searches as usual', async (method) => {
		const simulator = await service();
		await pick(simulator, method, { otherNames: false, ...inCredential });
		for (const { query } of simulator.requests) expect({ ...query }).toMatchObject({ search: 'a' });
	});
});

test("a trigger's requests are those of the same credential", async () => {
	const simulator = await service({ names });
	const credential = credentialOf(simulator, { otherNames: 'true', ...inCredential });
	const poller = new Poller(simulator, { event: 'contactCreated' }, credential);
	await poller.poll();
	const { id } = simulator.store.addContact({ firstName: 'Ada' });
	expect(await poller.ids()).toStrictEqual([id]);
});
