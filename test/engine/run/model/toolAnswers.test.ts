import type { IDataObject } from 'n8n-workflow';

import type { NodeResult, NodeRun } from '../../../harness/n8n/engine';
import { canceling } from '../../../harness/n8n/canceling';
import { locator, runAt, runNode } from '../../../harness/n8n/engine';
import { companyNumbers, type Fault } from '../../../simulator';
import { needed, runnable } from '../../../harness/n8n/parameters';
import { said } from '../../../harness/n8n/messages';
import { withSimulator } from '../../../harness/service/service';
import { until } from '../../../harness/time/turns';

const [from] = companyNumbers;

const simulator = withSimulator({
	seed: { contacts: 260, conversations: 120, messages: 300, calls: 120 },
});

/** What the form holds, with IDs that are there. */
const forms: Record<string, IDataObject> = {
	...needed,
	'call.getRecording': { callId: locator('call_000001'), download: false },
};
const names = runnable.map(([name]) => name);

/** Runs an operation as n8n runs it for a model. */
async function tool(name: string, form: IDataObject = {}, run: Partial<NodeRun> = {}) {
	const [resource, operation] = name.split('.');
	return await runAt(
		simulator,
		{ resource, operation, ...forms[name], ...form },
		{ ...run, settings: { type: 'n8n-nodes-voice-sms.voiceSmsTool', ...run.settings } },
	);
}

const jsonOf = ({ items }: NodeResult) => items.map(({ json }) => json);
/** As AI Agent v3 gives it to the model, and as Agents (Preview) does. */
const sizesOf = ({ items }: NodeResult) => [
	JSON.stringify(items.map(({ json }) => json)).length,
	JSON.stringify({ status: 'success', data: items }).length,
];

const faults: Array<[string, Fault]> = [
	['400', { kind: 'status', status: 400, message: 'Something is wrong with it' }],
	['401', { kind: 'status', status: 401, message: 'Invalid API key' }],
	['403', { kind: 'status', status: 403, message: 'No' }],
	['404', { kind: 'status', status: 404, message: 'Not found' }],
	['429', { kind: 'rateLimited', retryAfter: '30' }],
	['500', { kind: 'status', status: 500, message: 'x'.repeat(5000) }],
	['503', { kind: 'status', status: 503 }],
	['a page of a gateway', { kind: 'html' }],
	['success: false', { kind: 'successFalse', message: 'This cannot be done' }],
	['an answer without data', { kind: 'missingData' }],
	['half an answer', { kind: 'halfBody' }],
	['a reset connection', { kind: 'reset' }],
	['a redirect', { kind: 'redirect', to: 'https://other.example/' }],
];

describe.each(names)('%s tells a model', (name) => {
	it.each(faults)('of %s in the message alone', async (_fault, fault) => {
		simulator.fail({}, fault, Infinity);
		const { error, items } = await tool(name);
		if (error === undefined) {
			// A repeated DELETE that finds nothing is done; it was not repeated here.
			expect([name, items]).toStrictEqual(['an error', []]);
			return;
		}
		expect(error.message.length).toBeLessThanOrEqual(600);
		expect(error.message).not.toMatch(/\[item|Base URL|Requests at Once|undefined|\.\.|: \./);
		expect(error.message).toMatch(/[.]$/);
		expect(error.description ?? '').toBe('');
		expect(error.message).not.toContain(simulator.apiKey);
	});

	it('the same in an item, where the node continues on fail', async () => {
		simulator.fail({}, { kind: 'status', status: 400, message: 'No' }, Infinity);
		const { items } = await tool(name, {}, { settings: { onError: 'continueRegularOutput' } });
		expect(items).toHaveLength(1);
		expect(items[0].json).toMatchObject({ message: '', details: { httpCode: '400' } });
		expect(items[0].json.error).toMatch(/No \(HTTP 400\)\. Fix this/);
	});
});

describe('a model is told', () => {
	it.each([
		['contact.get', 'contactId', 'contact'],
		['contact.update', 'contactId', 'contact'],
		['call.get', 'callId', 'call'],
		['call.delete', 'callId', 'call'],
		['call.getRecording', 'callId', 'call'],
		['sms.getMessages', 'conversationId', 'conversation'],
	])('by %s that its %s is no ID', async (name, field, kind) => {
		const { error } = await tool(name, { [field]: locator('Ada') });
		expect(error?.message).toBe(
			`No ${kind} has the ID "Ada". IDs look like ${kind}_000042. Find one ${said.toolThatLists} ${kind}s, if you have one. ${said.elseTellUser}.`,
		);
	});

	it.each([
		['contact.get', 'contactId', 'contact'],
		['call.get', 'callId', 'call'],
		['call.getRecording', 'callId', 'call'],
	])('the same by %s where it is to give an empty item', async (name, field, kind) => {
		const form = { [field]: locator('Ada'), options: { ifNotFound: 'empty' } };
		expect(jsonOf(await tool(name, form))).toStrictEqual([
			{ found: 0, message: expect.stringContaining(`No ${kind} has the ID "Ada".`) as string },
		]);
	});

	it('a foreign sender from a missing permission', async () => {
		const foreign = await tool('sms.send', { from: locator('+15557777777') });
		expect(foreign.error?.message).toMatch(
			/^SMS to \+15550100042 was not sent: .*\+15557777777 does not belong to your company \(HTTP 403\)\. Fix this/,
		);
		const { baseUrl, restrictedKey } = simulator;
		const credential = { baseUrl, apiKey: restrictedKey };
		const missing = await tool('sms.send', {}, { credential });
		expect(missing.error?.message).toMatch(
			/^SMS to \+15550100042 was not sent: .*\(HTTP 403\)\. Do not try it again: a person .* sms:send\.$/,
		);
	});

	it('the words that a menu knows', async () => {
		const { error } = await tool('call.getAll', { filters: { status: 'running' } });
		expect(error?.message).toBe(
			`'Status' cannot be "running". Use one of: ENDED, ERROR, ONGOING, REGISTERED.`,
		);
	});

	it('nothing of the key, though the service gives it back', async () => {
		const message = `Wrong key ${simulator.apiKey}`;
		simulator.fail({}, { kind: 'status', status: 400, message });
		const { error } = await tool('contact.getAll');
		expect(error?.message).toMatch(
			/^Contacts could not be read: Wrong key \[API key\] \(HTTP 400\)/,
		);
	});

	it('that a recording is not ready, and not of options', async () => {
		simulator.recordingAfterMs = 3_600_000;
		const { id } = simulator.store.addCall({ status: 'ENDED' });
		const { error } = await tool('call.getRecording', { callId: locator(id) });
		expect(error?.message).toMatch(
			new RegExp(`^The recording of call ${id} ${said.notReady}\\. .*Try it again in a minute\\.$`),
		);
	});
});

describe('a list for a model', () => {
	it.each<[string, IDataObject, string]>([
		[
			'contact.getAll',
			{ filters: { search: 'Nobody', tags: 'vip' } },
			'No contacts were found for Search "Nobody", Tag "vip". Search',
		],
		[
			'call.getAll',
			{ filters: { startedAfter: '2099-01-01T00:00:00Z' } },
			'No calls were found for Started After "2099-01-01T00:00:00Z". Leave a filter out',
		],
		[
			'call.search',
			{ query: 'Nobody' },
			'No calls were found for Search Text "Nobody". Search for',
		],
		[
			'sms.getConversations',
			{ filters: { search: 'Nobody' } },
			'SMS conversations were found for Search "Nobody". Search for',
		],
		[
			'sms.getMessages',
			{ filters: { since: '2099-01-01T00:00:00Z' } },
			'No messages of conversation conversation_000001 were found for Since "2099-01-01T00:00:00Z". Without Since',
		],
	])('says by %s that nothing was found, and how to look otherwise', async (name, form, said) => {
		expect(jsonOf(await tool(name, form))).toStrictEqual([
			{ found: 0, message: expect.stringContaining(said) as string },
		]);
	});

	it('that is empty says so', async () => {
		for (const id of [...simulator.store.contacts.keys()]) simulator.store.contacts.delete(id);
		expect(jsonOf(await tool('contact.getAll'))).toStrictEqual([
			{ found: 0, message: 'There are no contacts.' },
		]);
	});

	it('is nothing for people when it is empty', async () => {
		const { items } = await runNode({
			parameters: { resource: 'contact', operation: 'getAll', filters: { search: 'Nobody' } },
			credential: simulator,
		});
		expect(items).toStrictEqual([]);
	});

	it.each<IDataObject>([{ returnAll: true }, { limit: 50 }, { limit: 200 }])(
		'ends at fifty records and says how many there are, by a single request, with %j',
		async (form) => {
			const items = jsonOf(await tool('contact.getAll', form));
			expect(items).toHaveLength(51);
			expect(items[50]).toStrictEqual({
				shown: 50,
				total: 260,
				message: expect.stringMatching(
					/^These are 50 of 260 contacts\. .*Tag, if this tool has them\.$/,
				),
			});
			expect(simulator.requests.map(({ query }) => ({ ...query }))).toStrictEqual([
				{ page: '1', limit: '50' },
			]);
		},
	);

	it('that was limited says that more can be had', async () => {
		const items = jsonOf(await tool('contact.getAll', { limit: 2 }));
		expect(items).toHaveLength(3);
		expect(items[2]).toStrictEqual({
			shown: 2,
			total: 260,
			message: expect.stringMatching(
				/^These are 2 of 260 contacts\. .*A higher Limit .* at most 50\.$/,
			),
		});
	});

	it('that is whole has nothing else in it', async () => {
		const items = jsonOf(await tool('contact.getAll', { filters: { search: 'person25' } }));
		expect(items.length).toBeGreaterThan(1);
		expect(items.filter(({ id }) => id === undefined)).toStrictEqual([]);
	});

	it('that is filtered here does not tell the number of all', async () => {
		const filters = { direction: simulator.store.calls.values().next().value?.direction };
		const items = jsonOf(await tool('call.getAll', { limit: 3, filters }));
		expect(items[3]).toStrictEqual({
			shown: 3,
			message: expect.stringMatching(/^These are 3 calls, and there may be more\. /) as string,
		});
	});

	it('that the service did not filter does not tell the number of all', async () => {
		const { contacts } = simulator.store;
		const [{ source }] = contacts.all();
		const ignored = jest.spyOn(contacts, 'where').mockReturnValue(contacts.all());
		const items = jsonOf(await tool('contact.getAll', { limit: 3, filters: { source } }));
		ignored.mockRestore();
		expect(items[3]).toStrictEqual({
			shown: 3,
			message: expect.stringMatching(/^These are 3 contacts, and there may be more\. /) as string,
		});
	});

	it.each<[string, string, IDataObject, string]>([
		['its total', 'contact.getAll', {}, 'This is 1 of 260 contacts. '],
		[
			'no total',
			'call.getAll',
			{ filters: { direction: 'INBOUND' } },
			'This is 1 of the calls, and there may be more. ',
		],
	])('with one record and %s speaks of one', async (_, name, form, message) => {
		const items = jsonOf(await tool(name, { limit: 1, ...form }));
		expect(String(items[1].message).slice(0, message.length)).toBe(message);
	});

	it('says when nothing in it contains what was searched for', async () => {
		const knowsAll = jest.spyOn(simulator.store, 'matches').mockReturnValue(true);
		const filters = { search: 'Nobody' };
		const items = jsonOf(await tool('contact.getAll', { limit: 50, filters }));
		knowsAll.mockRestore();
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({ found: 0 });
		expect(items[0].message).toMatch(
			/The service ignored the search, so only records that contain "Nobody" come out\.$/,
		);
	});

	it('says what may be missing', async () => {
		simulator.phantoms = 2;
		const items = jsonOf(await tool('contact.getAll', { filters: { search: 'person25' } }));
		expect(items[items.length - 1]).toMatchObject({
			shown: items.length - 1,
			message: expect.stringMatching(/^2 records may be missing: /) as unknown,
		});
	});

	it.each([
		['contact.getAll', {}],
		['contact.getAll', { simple: false }],
		['call.getAll', {}],
		['call.getAll', { simple: false }],
		['call.search', { simple: false }],
		['sms.getConversations', {}],
		['sms.getMessages', {}],
	])('by %s with %j has at most 16,000 characters, wrapped or not', async (name, form) => {
		const body = 'Hello "you"\n';
		for (let count = 0; count < 60; count++) {
			simulator.store.receiveSms({ from: '+15552000000', to: from, body: body.repeat(count) });
		}
		const [conversation] = simulator.store.conversations.values();
		const result = await tool(name, {
			...form,
			returnAll: true,
			...(name === 'sms.getMessages' ? { conversationId: locator(conversation.id) } : {}),
		});
		expect(result.error).toBeUndefined();
		expect(Math.max(...sizesOf(result))).toBeLessThanOrEqual(16_000);
		expect(result.items.length).toBeGreaterThan(10);
	});

	it('cuts a long message at 2,600 characters with a mark, and gives those after it', async () => {
		const number = '+15550199999';
		simulator.store.receiveSms({ from: number, to: from, body: 'a'.repeat(20_000) });
		simulator.store.receiveSms({ from: number, to: from, body: 'short' });
		const conversation = [...simulator.store.conversations.values()].find(
			({ customerPhone }) => customerPhone === number,
		);
		const result = await tool('sms.getMessages', {
			conversationId: locator(String(conversation?.id)),
		});
		const bodies = jsonOf(result).map(({ body }) => body);
		expect(bodies).toHaveLength(2);
		expect(bodies).toContain('short');
		expect(bodies.find((body) => body !== 'short')).toMatch(
			/^a+… \[cut here: 20000 characters in all\]$/,
		);
		expect(Math.max(...sizesOf(result))).toBeLessThan(16_000);
		const long = jsonOf(result).find(({ body }) => body !== 'short');
		expect(JSON.stringify(long).length).toBeGreaterThan(2_500);
		expect(JSON.stringify(long).length).toBeLessThanOrEqual(2_600);
	});
});

describe('a record for a model', () => {
	it.each(['contact.get', 'contact.update'])('of %s is cut where it is long', async (name) => {
		const { id } = simulator.store.addContact({
			firstName: 'Ada',
			notes: 'n'.repeat(20_000),
			customFields: Object.fromEntries([...Array(900).keys()].map((n) => [`field${n}`, n])),
		});
		const updateFields = { lastName: 'Smith' };
		const result = await tool(name, { contactId: locator(id), simple: false, updateFields });
		expect(jsonOf(result)[0]).toMatchObject({ id, firstName: 'Ada' });
		expect(JSON.stringify(jsonOf(result))).toContain('[cut here');
		expect(Math.max(...sizesOf(result))).toBeLessThan(16_000);
	});

	it('of Create or Update comes with what was left as it is', async () => {
		const items = jsonOf(
			await tool('contact.upsert', { phone: '+15552000003', additionalFields: { city: 'Austin' } }),
		);
		expect(items).toStrictEqual([
			expect.objectContaining({ created: false }),
			{
				message: expect.stringMatching(/^Not changed in one contact .*: City\./) as string,
			},
		]);
	});

	it('that was deleted comes with its ID, for people as well', async () => {
		expect(jsonOf(await tool('call.delete'))).toStrictEqual([{ deleted: true, id: 'call_000001' }]);
		const { items } = await runNode({
			parameters: { resource: 'call', operation: 'delete', callId: locator('call_000002') },
			credential: simulator,
		});
		expect(items[0].json).toStrictEqual({ deleted: true, id: 'call_000002' });
	});
});

it('a canceled execution ends as n8n knows it', async () => {
	const { started, cancel } = canceling();
	simulator.fail({}, { kind: 'hang' }, Infinity);
	const running = tool('contact.getAll', {}, { started });
	await until(() => simulator.requests.length > 0);
	cancel();
	const { run } = await running;
	expect(run.status).toBe('canceled');
});
