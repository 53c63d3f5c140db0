import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../../nodes/VoiceSms/layers';
import { readEndpoints, usersOf } from '../../docs/endpoints';
import { locator, runNode } from '../../harness/engine';
import { serviceTime } from '../../harness/serviceTime';
import { companyNumbers, startSimulator, type Simulator } from '../../simulator';

const { time, clock, watch } = serviceTime();
let simulator: Simulator;
beforeAll(async () => {
	const seed = { contacts: 5, conversations: 5, messages: 20, calls: 5 };
	simulator = await startSimulator({ seed, clock });
	watch(simulator);
});
afterAll(async () => await simulator.close());

const [from] = companyNumbers;
const to = '+15550100042';
const call = { callId: locator('call_000001') };
const conversation = locator('conversation_000001');
const phoneOf = ({ customerPhone = '' }: { customerPhone?: string }) => customerPhone;

/** Settings of each operation with which it makes all of its requests. */
const settings: Record<string, () => IDataObject[]> = {
	'call.create': () => [
		{
			...{ fromNumber: locator(from), toNumber: to, additionalFields: {} },
			options: { waitForEnd: true, downloadRecording: true },
		},
	],
	'call.delete': () => [{ callId: locator('call_000003') }],
	'call.get': () => [call],
	'call.getAll': () => [{}],
	'call.getAnalytics': () => [{}],
	'call.getRecording': () => {
		const path = '/api/calls/call_000001/recording';
		simulator.fail({ path }, { kind: 'status', status: 404 });
		return [{ ...call, options: { ifNotReady: 'wait' } }];
	},
	'call.search': () => [{ query: '+1555' }],
	'contact.create': () => [{ firstName: 'Ada' }],
	'contact.get': () => ['contact_000001', to].map((id) => ({ contactId: contactBy(id) })),
	'contact.getAll': () => [{}],
	'contact.update': () =>
		['contact_000001', to].map((id) => ({
			contactId: contactBy(id),
			updateFields: { notes: 'N' },
		})),
	'contact.upsert': () => [
		{ phone: '+15550100077', additionalFields: { notes: 'N' } },
		{ phone: to, additionalFields: { notes: 'N' } },
	],
	'sms.getConversations': () => [{}],
	'sms.getMessages': () => [
		{ conversationId: conversation },
		{ conversationId: locator(phoneOf(simulator.store.conversations.all()[0]), 'phone') },
	],
	'sms.send': () => [
		{
			...{ from: locator(from), to, body: 'Hello' },
			options: { waitForDelivery: { values: {} } },
		},
	],
	'sms.sendAndWait': () => [
		{
			...{ from: locator(from), to, message: 'Hello?', responseType: 'smsReply' },
			options: {
				limitWaitTime: {
					values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'minutes' },
				},
			},
		},
	],
};

function contactBy(id: string) {
	return locator(id, id.startsWith('+') ? 'phone' : 'id');
}

const routes = readEndpoints().map(({ id, method, path }) => ({
	id,
	pattern: new RegExp(`^${method} /api/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
/** The more exact route wins: /api/calls/search is no call. */
const routeOf = (request: string) =>
	routes.findLast(
		({ id, pattern }) => pattern.test(request) && (id !== 'getCall' || !isFixed(request)),
	)?.id ?? request;
const isFixed = (request: string) => /\/(search|analytics)$/.test(request);

test('the page has a row for each of the 14 requests', () => {
	expect(Object.keys(usersOf).sort()).toStrictEqual(routes.map(({ id }) => id).sort());
	expect(routes).toHaveLength(14);
});

test.each(operations.map(({ resource, value }) => `${resource}.${value}`))(
	'%s makes the requests that the page says',
	async (key) => {
		simulator.reset();
		simulator.store.addContact({ firstName: 'Bo', phone: to });
		const [resource, operation] = key.split('.');
		for (const given of settings[key]()) {
			const parameters = { resource, operation, ...given };
			const { error } = await time.run(runNode({ parameters, credential: simulator, clock: time }));
			expect(error).toBeUndefined();
		}
		const made = new Set(
			simulator.requests.map(({ method, path }) => routeOf(`${method} ${path}`)),
		);
		const said = Object.keys(usersOf).filter((id) => usersOf[id].operations.includes(key));
		expect([...made].sort()).toStrictEqual(said.sort());
	},
);
