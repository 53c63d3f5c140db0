import { LoadOptionsContext } from 'n8n-core';
import type { INode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { VoiceSms } from '../../nodes/VoiceSms/VoiceSms.node';
import { additionalDataWith, nodeTypesWith } from '../harness/engine';
import { companyNumbers, startSimulator, type Simulator } from '../simulator';

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator();
});
beforeEach(() => simulator.reset());
afterAll(async () => await simulator.close());

/** Opens a picker as the editor does, with what the user typed into its search. */
async function pick(method: string, filter?: string, apiKey = simulator.apiKey) {
	const voiceSms = new VoiceSms();
	const node: INode = {
		id: 'node-1',
		name: 'Voice and SMS',
		type: 'n8n-nodes-voice-sms.voiceSms',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { voiceSmsApi: { id: '1', name: 'Voice and SMS account' } },
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesWith(voiceSms),
	});
	const additionalData = additionalDataWith(async () => ({ baseUrl: simulator.baseUrl, apiKey }));
	const context = new LoadOptionsContext(workflow, node, additionalData, '');
	const { results } = await voiceSms.methods.listSearch[method].call(context, filter);
	return results;
}

test('contacts: name, phone and email to recognise them by', async () => {
	const [newest] = simulator.store.contacts.all();
	const results = await pick('searchContacts');
	expect(results).toHaveLength(100);
	expect(results[0]).toEqual({
		name: [newest.fullName, newest.phone, newest.email].join(' · '),
		value: newest.id,
	});
});

test('contacts: the service searches', async () => {
	const wanted = simulator.store.contacts.all()[700];
	const results = await pick('searchContacts', wanted.phone);
	expect(results.map(({ value }) => value)).toContain(wanted.id);
	expect(simulator.requests[0].query).toEqual({ page: '1', limit: '100', search: wanted.phone });
});

test('calls: newest first, or what the service finds', async () => {
	const all = await pick('searchCalls');
	expect(all).toHaveLength(100);
	const wanted = simulator.store.calls.all()[300];
	const found = await pick('searchCalls', wanted.toNumber);
	expect(found.map(({ value }) => value)).toContain(wanted.id);
	expect(found.every(({ name }) => name.includes(wanted.toNumber))).toBe(true);
	expect(simulator.requests.at(-1)?.path).toBe('/api/v1/api/calls/search');
});

test('conversations: customer and numbers', async () => {
	const [newest] = simulator.store.conversations.all();
	const [first] = await pick('searchConversations');
	expect(first.value).toBe(newest.id);
	expect(first.name).toContain(newest.customerPhone);
});

test('company numbers: each once, narrowed down by what was typed', async () => {
	const results = await pick('searchCompanyNumbers');
	expect(results.map(({ value }) => value)).toEqual([...companyNumbers].sort());
	const [one, ...more] = await pick('searchCompanyNumbers', companyNumbers[1]);
	expect([one.value, more]).toEqual([companyNumbers[1], []]);
});

test.each(['searchCalls', 'searchContacts', 'searchConversations', 'searchCompanyNumbers'])(
	'%s shows a wrong key instead of an empty list',
	async (method) => {
		await expect(pick(method, undefined, 'wrong')).rejects.toThrow(
			'refused the API Key (HTTP 401)',
		);
	},
);
