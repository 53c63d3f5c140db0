import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

import { selfSigned } from '../../../harness/certificate';
import { testClock } from '../../../harness/clock';
import { empty, service } from '../../../harness/service';
import { findingsOf, run } from '../../../live/cli';
import { Client } from '../../../live/client';
import { strangerTo } from '../../../live/guesses';
import {
	companyNumbers,
	type Outcome,
	type Simulator,
	type SimulatorOptions,
} from '../../../simulator';

/** Enough for a second page of every list, messages of one conversation included. */
const seed = { contacts: 120, conversations: 24, messages: 400, calls: 60 };
const numbers = { from: companyNumbers[0], to: '+15557654321' };

/** Waits end at once and move on the clocks of both sides. */
function clockOf(simulator: Simulator) {
	const clock = testClock();
	const sleep = async (ms: number) => {
		simulator.clock.advance(ms);
		await clock.sleep(ms);
	};
	return { ...clock, sleep };
}

/** What an operation answers, with each record under a key changed. */
const reshaped =
	(key: string, change: (record: Record<string, unknown>) => object) => (outcome: Outcome) => {
		const data = { ...(outcome.data as Record<string, object>) };
		const value = data[key];
		if (Array.isArray(value)) data[key] = value.map(change);
		else if (value !== undefined) data[key] = change(value as Record<string, unknown>);
		return { ...outcome, data };
	};
const directions = (words: Record<string, string>) =>
	reshaped('messages', (message) => ({ ...message, direction: words[String(message.direction)] }));

/** The simulator changes its answers to these requests from now on. */
type Fail = Parameters<Simulator['fail']>;
const always =
	(...[match, fault]: Fail) =>
	(simulator: Simulator) =>
		simulator.fail(match, fault, Infinity);
const refusal = (status: number, message: string) => ({ kind: 'status', status, message }) as const;
const analytics = '/api/calls/analytics';

interface Service extends SimulatorOptions {
	prepare?(simulator: Simulator): void;
	key?: 'restrictedKey';
	write?: true;
	/** Verdict, what was seen and what to do, of each guess that does not hold, and of others. */
	found: Record<string, RegExp>;
}

const search = '"search" searches contacts and conversations';
const [start, end] = ['"startDate" begins', '"endDate" ends'].map(
	(what) => `${what} the range of call analytics`,
);
const finds = 'A search finds a contact by phone, email and name';
const size = 'A page of conversations may have 50';
const direction = 'Messages of the company say OUTBOUND, messages of customers do not';
const delivered = 'A delivered message has deliveredAt or the status DELIVERED';
const unknown = (one: string) => `An unknown ID of a ${one} is refused as unknown`;
const form = 'No ID of a contact looks like an email address or a phone number';
const key = 'A wrong key is refused with 401 or 403';
const [sms, update] = [
	'An SMS is accepted with the status "queued"',
	'An update of a contact clears the fields that it leaves out',
];
const documented = 'Every answer has the documented fields and values';

const services: Record<string, Service> = {
	'as the simulator is': {
		found: {
			[direction]: /^holds: the company: "OUTBOUND"; customers: "INBOUND"/,
			[delivered]: /^holds: the statuses are "DELIVERED"/,
			[unknown('call')]: /^holds: HTTP 404, "No such call"/,
			[key]: /^holds: HTTP 401/,
			[documented]: /^holds: .*getContact, getCall, getRecording, searchCalls/,
			[sms]: /^could not be seen: only --write/,
			[update]: /^could not be seen: only --write/,
		},
	},
	'with other names': {
		names: { search: 'query', startDate: 'from', endDate: 'to' },
		found: {
			[search]:
				/^DOES NOT HOLD: for contacts it is refused \(HTTP 400.*"query" is it -> .*'Search Parameter' query\./,
			[finds]: /^holds/,
			[start]: /^DOES NOT HOLD: it is refused.*"from" is it -> .*'Start Date Parameter' from\./,
			[end]: /^DOES NOT HOLD: it is refused.*"to" is it -> .*'End Date Parameter' to\./,
		},
	},
	'that ignores wrong names': {
		strict: false,
		names: { search: 'q', startDate: 'start', endDate: 'until' },
		found: {
			[search]: /^DOES NOT HOLD: for contacts it changes nothing; "q" is it/,
			[start]: /^DOES NOT HOLD: it changes nothing; "start" is it/,
			[end]: /^DOES NOT HOLD: it changes nothing; "until" is it/,
		},
	},
	'with names that nobody thinks of': {
		names: { search: 'zoek', startDate: 'van', endDate: 'tot' },
		found: {
			[search]: /^DOES NOT HOLD: .*; nor is it q, query.* -> Ask whoever/,
			[finds]: /^could not be seen: no name/,
			[start]: /^DOES NOT HOLD: .*; nor is it from, start.* -> Ask whoever/,
			[end]: /^DOES NOT HOLD: .*; nor is it to, end/,
		},
	},
	'of whose dates one has another name': {
		names: { endDate: 'until' },
		found: { [end]: /^DOES NOT HOLD: it is refused.*"until" is it/ },
	},
	'that wants both dates': {
		prepare(simulator) {
			for (const name of ['startDate', 'endDate']) {
				always(
					{ path: analytics, query: { [name]: undefined } },
					refusal(400, 'A range, please'),
				)(simulator);
			}
		},
		found: {},
	},
	'whose search does not know phone numbers': {
		prepare(simulator) {
			const [{ phone }] = simulator.store.contacts.all();
			const value = { clients: [], pagination: { total: 0, page: 1, limit: 50, totalPages: 0 } };
			always(
				{ path: '/api/contacts', query: { search: phone } },
				{ kind: 'moreData', value },
			)(simulator);
		},
		found: { [finds]: /^DOES NOT HOLD: not by phone -> 'Create or Update'/ },
	},
	'with small pages of conversations': {
		conversationPageLimit: 25,
		found: { [size]: /^DOES NOT HOLD: limit=50 is refused \(HTTP 400.*limit = 25/ },
	},
	'with small pages': {
		pageLimit: 20,
		found: { [size]: /^does not hold: limit=50 gives pages of 20 -> Nothing/ },
	},
	'that does not know pages': {
		prepare: always({ query: { page: '2' } }, { kind: 'wrongPage' }),
		found: Object.fromEntries(
			['calls', 'messages'].map((list) => [
				`"page" gives the pages of ${list}`,
				/^DOES NOT HOLD: page 2 calls itself page 1 and has 0 other records -> The node stops/,
			]),
		),
	},
	'that answers an unknown ID with 200 and success false': {
		statuses: { 404: 200 },
		found: { [unknown('call')]: /^holds: HTTP 200, "No such call"/ },
	},
	'that answers an unknown ID with 500': {
		statuses: { 404: 500 },
		found: Object.fromEntries(
			['contact', 'call', 'recording', 'conversation'].map((one) => [
				unknown(one),
				/^DOES NOT HOLD: HTTP 500, "No such .* -> The option 'If Not Found'/,
			]),
		),
	},
	'whose gateway does not know an unknown conversation': {
		prepare: always(
			{ path: '/api/sms/conversation_999999/messages' },
			{ kind: 'html', status: 404 },
		),
		found: {
			[unknown('conversation')]: /^DOES NOT HOLD: HTTP 404, "<!DOCTYPE html>/,
			[documented]: /^DOES NOT HOLD: listMessages: must be object/,
		},
	},
	'that answers a wrong key with 400': {
		statuses: { 401: 400 },
		found: { [key]: /^does not hold: HTTP 400, .*Invalid API key.* -> Nothing/ },
	},
	'that says RECEIVED': {
		reshape: directions({ INBOUND: 'RECEIVED', OUTBOUND: 'OUTBOUND' }),
		found: { [direction]: /^holds: .*customers: "RECEIVED"/ },
	},
	'that says in and out': {
		reshape: directions({ INBOUND: 'in', OUTBOUND: 'out' }),
		found: { [direction]: /^DOES NOT HOLD: the company: "out"; customers: "in" -> The trigger/ },
	},
	'that says delivered in its own words': {
		reshape: reshaped('messages', ({ deliveredAt: _, ...message }) => ({
			...message,
			status: 'delivered',
		})),
		found: { [delivered]: /^DOES NOT HOLD: messages without deliveredAt say "delivered" -> If/ },
	},
	'with IDs like email addresses': {
		reshape: reshaped('clients', (contact) => ({ ...contact, id: `${String(contact.id)}@x.org` })),
		found: { [form]: /^DOES NOT HOLD: an ID does/, [documented]: /holds/ },
	},
	'that departs from its interface': {
		reshape: reshaped('calls', ({ createdAt: _, ...call }) => ({
			...call,
			status: 'BUSY',
			more: 1,
		})),
		found: {
			[documented]:
				/^DOES NOT HOLD: listCalls: data\.calls\[\] must have required property 'createdAt'; .*status must be equal to one .*is "BUSY"; searchCalls.* -> Tell/,
		},
	},
	'with null for nothing and times of another form': {
		reshape: reshaped('clients', (contact) => ({
			...contact,
			city: null,
			updatedAt: '2026-06-01T10:00:00+02:00',
		})),
		found: {},
	},
	'that limits the rate': {
		prepare: (simulator) =>
			simulator.limitRate({ ratePerSecond: 0.5, burst: 12, retryAfter: true }),
		found: {},
	},
	'that is out of order for a moment': {
		prepare: (simulator) =>
			simulator.fail({ path: '/api/contacts', every: 5 }, { kind: 'status', status: 503 }, 2),
		found: {},
	},
	'that lets go on after an hour': {
		prepare: always({ path: '/api/calls' }, { kind: 'rateLimited', retryAfter: '3600' }),
		found: {
			'"page" gives the pages of calls': /^could not be seen: The service asks for fewer requests/,
			[documented]: /^could not be seen/,
		},
	},
	'for a key without analytics:read': {
		key: 'restrictedKey',
		found: {
			[start]: /^could not be seen: HTTP 403.*use a key with analytics:read/,
			[end]: /^could not/,
		},
	},
	'without a record': {
		seed: empty,
		found: {
			[search]: /^could not be seen: there are no contacts/,
			[start]: /^could not be seen: the statistics show only zeros/,
			[direction]: /^could not be seen: there are no conversations/,
			[unknown('contact')]: /^holds/,
			[documented]: /^holds/,
		},
	},
	'that clears what an update leaves out': {
		write: true,
		found: {
			[update]: /^holds: firstName, lastName, email, tags, customFields -> Leave/,
			[sms]: /^holds: "queued"/,
		},
	},
	'that keeps what an update leaves out': {
		write: true,
		putKeepsOmitted: true,
		found: { [update]: /^does not hold: it keeps them -> Nothing\. 'Keep Other Fields'/ },
	},
	'that may have sent the SMS': {
		write: true,
		prepare: always({ path: '/api/sms/send' }, { kind: 'reset', processed: true }),
		found: { [sms]: /^could not be seen: .*may have been sent: look at the phone/ },
	},
};

it.each(Object.entries(services))('a service %s is told rightly', async (_name, wanted) => {
	const { prepare, key: keyName = 'apiKey', write, found, ...options } = wanted;
	const simulator = await service({ seed, ...options });
	prepare?.(simulator);
	const { baseUrl, [keyName]: apiKey } = simulator;
	const client = new Client({ baseUrl, apiKey, clock: clockOf(simulator) });
	const findings = await findingsOf(client, write && numbers);
	const told = findings.map(({ guess, verdict, seen, todo }) => [
		guess,
		`${verdict}: ${seen} -> ${todo}`,
	]);
	const known = told.filter(([guess, text]) => guess in found || /^does not hold/i.test(text));
	expect(Object.fromEntries(known)).toStrictEqual(
		Object.fromEntries(
			Object.entries(found).map(([guess, words]) => [guess, expect.stringMatching(words)]),
		),
	);
	expect(client.requests).toBe(simulator.requests.length);
	expect(client.requests).toBeLessThan(100);
	const writes = ['sms.send', 'contact.create', 'contact.update'];
	expect(simulator.ledger.map(({ kind }) => kind)).toStrictEqual(write ? writes : []);
});

/** The command, and what it prints. */
async function live(baseUrl?: string, apiKey?: string, given: string[] = [], more: object = {}) {
	let printed = '';
	const environment = { VOICE_SMS_BASE_URL: baseUrl, VOICE_SMS_API_KEY: apiKey };
	const print = (text: string) => void (printed += `${text}\n`);
	const code = await run(given, { environment, clock: testClock(), print, ...more });
	return { code, printed };
}

it('shows a table, those that need something to be done first, and never the key', async () => {
	const simulator = await service({ seed, names: { search: 'query' } });
	const said = refusal(404, `No such call for ${simulator.apiKey}`);
	always({ path: '/api/calls/call_999999' }, said)(simulator);
	const { code, printed } = await live(simulator.baseUrl, simulator.apiKey);
	expect(code).toBe(1);
	expect(printed).toMatch(/│ guess +│ verdict +│ seen +│ what to do +│\n├.*\n│ "search" searches/);
	expect(printed).toMatch(/16 holds?, 2 could not be seen, 0 does not hold, 1 DOES NOT HOLD\. See/);
	expect(printed).toContain(`${simulator.requests.length} requests in`);
	expect(printed).not.toMatch(/0123456789|abcdef/);
	const keys = simulator.requests.map(({ headers }) => headers['x-api-key']);
	expect(keys.filter((sent) => sent !== simulator.apiKey)).toStrictEqual(['vsk_0000000000000000']);
});

it('says what it writes before it writes', async () => {
	const simulator = await service({ seed });
	const given = ['--write', '--from', numbers.from, '--to', numbers.to];
	const { code, printed } = await live(simulator.baseUrl, simulator.apiKey, given);
	expect(code).toBe(0);
	expect(printed).toMatch(
		/^Writing: one SMS from \+15550100001 to \+15557654321.*cannot delete contacts/,
	);
});

it.each([['--write'], ['--write', '--from', '+1'], ['--from', '+1', '--to', '+2'], ['--send']])(
	'refuses %s %s %s %s before any request',
	async (...given) => {
		const simulator = await service({ seed: empty });
		const { code, printed } = await live(simulator.baseUrl, simulator.apiKey, given);
		expect([code, simulator.requests.length]).toStrictEqual([2, 0]);
		expect(printed).toMatch(/belong together. Nothing was sent|Unknown option '--send'/);
	},
);

describe('where nothing can be found out', () => {
	const open: Server[] = [];
	afterEach(() => open.splice(0).forEach((server) => server.close()));
	const at = async (server: Server) => {
		open.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
	};
	const serving = async (listener: RequestListener) => `http://${await at(createServer(listener))}`;
	const answering = (status: number, body: string, headers = {}) =>
		serving(
			(_req, res) => void res.writeHead(status, { connection: 'close', ...headers }).end(body),
		);

	it.each<[string, () => Promise<string> | string, RegExp, string?]>([
		['no base URL', () => '', /Base URL of the credential is empty[^]*VOICE_SMS_BASE_URL=/],
		['no address', () => 'service', /must begin with https/],
		['no key', () => 'http://127.0.0.1:1', /API Key is empty[^]*VOICE_SMS_API_KEY=/, ' '],
		['a closed port', () => 'http://127.0.0.1:1', /Nothing answers at port 1 of "127\.0\.0\.1"/],
		[
			'a certificate of its own',
			async () => `https://${await at(createTlsServer(selfSigned()))}`,
			/self-signed/,
		],
		[
			'a web page',
			() => answering(200, '<!DOCTYPE html>'),
			/it is not JSON\. Check that the Base URL/,
		],
		['other JSON', () => answering(200, '{"ok":1}'), /it has no "success"/],
		[
			'another path',
			async () => (await service({ seed: empty })).url,
			/HTTP 404.*ends in \/api\/v1/,
		],
		[
			'a wrong key',
			async () => (await service({ seed: empty })).baseUrl,
			/not accept this API Key/,
		],
		[
			'a gateway without a service',
			() => answering(503, 'Down'),
			/could not answer.*503.*Try again later/,
		],
		[
			'an error of the service',
			() => answering(500, '{"success":false}'),
			/HTTP 500\)\. Try again later/,
		],
		['silence', () => serving(() => {}), /No answer came within 200 ms/],
	])('says so of %s', async (_name, address, words, apiKey = 'vsk_no') => {
		const { code, printed } = await live(await address(), apiKey, [], { requestMs: 200 });
		expect(printed).toMatch(words);
		expect(code).toBe(2);
		expect(printed).not.toMatch(/\n\s+at |vsk_no|│/);
	});

	it('carries the key to no other address', async () => {
		const other = await service({ seed: empty });
		const baseUrl = await answering(302, '', { location: `${other.baseUrl}/api/contacts` });
		const { code, printed } = await live(baseUrl, other.apiKey);
		expect([code, other.requests]).toStrictEqual([2, []]);
		expect(printed).toMatch(/redirects to another address/);
	});

	it('asks for no more after five minutes, and tells what it has seen', async () => {
		const simulator = await service({ seed });
		always({ path: /.*/, every: 2 }, { kind: 'rateLimited', retryAfter: '50' })(simulator);
		const clock = testClock();
		const { printed } = await live(simulator.baseUrl, simulator.apiKey, [], { clock });
		expect(clock.passed()).toBeGreaterThan(200_000);
		expect(clock.passed()).toBeLessThanOrEqual(300_000);
		expect(printed).toContain('│ could not');
	});
});

test.each([
	['call_000012', 'call_999999'],
	['12', '999999999'],
	['a1b2c3', '3c2b1a'],
	['7c9e6679-7425-40de-944b-e07fc1f90ae7', '7c9e6679-7425-40de-944b-7ea09f1cf70e'],
])('%s is not the ID %s, which has its form', (id, stranger) => {
	expect(strangerTo(id)).toBe(stranger);
});
