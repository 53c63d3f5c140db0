import { readFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';
import { parse } from 'yaml';

import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import { resources } from '../../../nodes/VoiceSms/operations/resources';
import { readPage } from '../../docs/pages';
import { locator, runNode } from '../../harness/n8n/engine';
import { serviceTime } from '../../harness/time/serviceTime';
import { companyNumbers, openApiPath } from '../../simulator';
import { withSimulator } from '../../harness/service/service';

const { time, clock, watch } = serviceTime();
const seed = { contacts: 5, conversations: 5, messages: 20, calls: 5 };
const simulator = withSimulator({ seed, clock }, watch);

const [from] = companyNumbers;
const to = '+15550100042';
const call = { callId: locator('call_000001') };
const conversation = locator('conversation_000001');
const phoneOf = ({ customerPhone = '' }: { customerPhone?: string }) => customerPhone;

/** Settings of each operation with which it makes all of its requests. */
const settings: Record<string, () => IDataObject[]> = {
	'call.create': () => [
		{
			fromNumber: locator(from),
			toNumber: to,
			additionalFields: {},
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
		{ from: locator(from), to, body: 'Hello', options: { waitForDelivery: { values: {} } } },
	],
	'sms.sendAndWait': () => [
		{
			from: locator(from),
			to,
			message: 'Hello?',
			responseType: 'smsReply',
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

/** Who uses each request, such as "GET /api/calls", by docs/interface.md. */
const page = readPage('docs/interface.md');
const usersOf = new Map(
	[...page.matchAll(/^\| `([A-Z]+ \S+)` \| .+ \| (.+) \|$/gm)].map(([, request, users]) => {
		return [request, users.split(/[,;] /)];
	}),
);

/** The row of a request. The more exact one wins: /api/calls/search is no call. */
function rowOf(request: string): string {
	const rows = [...usersOf.keys()].sort(
		(a, b) => Number(a.includes('{')) - Number(b.includes('{')),
	);
	const found = rows.find((row) =>
		new RegExp(`^${row.replace(' ', ' /api/v1').replace(/\{\w+\}/g, '[^/]+')}$`).test(request),
	);
	return found ?? request;
}

test('docs/interface.md has a row for each request of test/simulator/openapi.yaml, and their number', () => {
	const { paths } = parse(readFileSync(openApiPath, 'utf8')) as { paths: Record<string, object> };
	const documented = Object.entries(paths).flatMap(([path, methods]) =>
		Object.keys(methods)
			.filter((method) => method !== 'parameters')
			.map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect([...usersOf.keys()]).toStrictEqual(documented);
	expect(page).toContain(`offers these ${documented.length} requests`);
});

/** Operations with settings: `test/source/places.test.ts` says which one lacks them. */
const tried = operationsWithOptions
	.map(({ resource, value, name }) => [`${resource}.${value}`, name])
	.filter(([key]) => key in settings);

test.each(tried)('%s makes the requests that the page says', async (key, name) => {
	simulator.reset();
	simulator.store.addContact({ firstName: 'Bo', phone: to });
	const [resource, operation] = key.split('.');
	for (const given of settings[key]()) {
		const parameters = { resource, operation, ...given };
		const { error } = await time.run(runNode({ parameters, credential: simulator, clock: time }));
		expect(error).toBeUndefined();
	}
	const made = new Set(simulator.requests.map(({ method, path }) => rowOf(`${method} ${path}`)));
	const user = `${resources.find(({ value }) => value === resource)?.name}: ${name}`;
	const said = [...usersOf].filter(([, users]) => users.includes(user));
	expect([...made].sort()).toStrictEqual(said.map(([request]) => request).sort());
});
