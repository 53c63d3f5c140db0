import { saveCredential } from '../../sandbox/workflows';
import { companyNumbers } from '../simulator';
import { builder, nodeId, sandbox, triggerId } from './session';

interface Resources {
	results?: Array<{ name: string; value: string }>;
	paginationToken?: string;
}

describe('explore_node_resources', () => {
	let credentialId: string;

	beforeAll(async () => {
		const { baseUrl, apiKey } = sandbox.simulator;
		credentialId = await saveCredential(sandbox.n8n.rest, { baseUrl, apiKey });
	});
	afterAll(async () => await sandbox.setCredential());

	const asked = (methodName: string, more: object = {}) => ({
		nodeType: nodeId,
		version: 1,
		methodName,
		methodType: 'listSearch',
		credentialType: 'voiceSmsApi',
		credentialId,
		...more,
	});
	const explore = async (methodName: string, more: object = {}) =>
		await builder.ask<Resources>('explore_node_resources', asked(methodName, more));

	it('gives the numbers of the company', async () => {
		const { results = [] } = await explore('searchCompanyNumbers');
		expect(results.map(({ value }) => value).sort()).toEqual([...companyNumbers].sort());
	});

	it.each([
		['searchCalls', /^call_\d{6}$/],
		['searchContacts', /^contact_\d{6}$/],
		['searchConversations', /^conversation_\d{6}$/],
	])(
		'gives a page of %s, with IDs as a workflow takes them, and the next page',
		async (method, id) => {
			const { results = [], paginationToken } = await explore(method);
			expect(results.length).toBeGreaterThanOrEqual(50);
			expect(results.length).toBeLessThanOrEqual(100);
			for (const { value } of results) expect(value).toMatch(id);
			const next = await explore(method, { paginationToken });
			const [first] = next.results ?? [];
			expect(first.value).toMatch(id);
			expect(results.map(({ value }) => value)).not.toContain(first.value);
		},
	);

	it('finds the contact with a name', async () => {
		const { id } = sandbox.simulator.store.addContact({ firstName: 'Zebulon', lastName: 'Quist' });
		const { results = [] } = await explore('searchContacts', { filter: 'Zebulon' });
		expect(results.map(({ value }) => value)).toEqual([id]);
	});

	it.each([nodeId, triggerId])('gives the countries of %s', async (nodeType) => {
		const { results = [] } = await explore('getCountries', {
			nodeType,
			methodType: 'loadOptions',
		});
		expect(results.map(({ value }) => value)).toEqual(expect.arrayContaining(['US', 'DE']));
	});

	it('says what is wrong with a key, without the key', async () => {
		const apiKey = 'vsk_wrong_0123456789abcdef';
		await sandbox.setCredential({ apiKey });
		const said = await builder.read('explore_node_resources', asked('searchContacts'));
		await sandbox.setCredential();
		expect(said).toMatch(/refused the API Key \(HTTP 401\)/);
		expect(said).not.toContain(apiKey);
	});
});
