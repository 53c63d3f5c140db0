import { spawnSync } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

import { root } from '../../sandbox/paths';
import { selfSigned } from '../../test/harness/service/certificate';
import { testClock } from '../../test/harness/time/clock';
import { empty, service } from '../../test/harness/service/service';
import { findingsOf, run } from './cli';
import { Client } from './client';
import { strangerTo } from './guesses';
import type { Outcome, Simulator, SimulatorOptions } from '../../test/simulator';

/** Enough for a second page of calls, and of the messages of one conversation. */
const seed = { contacts: 120, conversations: 24, messages: 400, calls: 60 };

/** Answers whose records are changed, by the key of their list. */
const reshape =
	(changes: Record<string, (record: Record<string, unknown>) => object>) => (outcome: Outcome) => {
		const lists = Object.entries((outcome.data ?? {}) as Record<string, never[]>).map(
			([key, value]) => [key, changes[key] ? value.map(changes[key]) : value],
		);
		return { ...outcome, data: Object.fromEntries(lists) as object };
	};

const received: Record<string, string> = { INBOUND: 'RECEIVED', OUTBOUND: 'OUTBOUND' };
type Faults = Array<Parameters<Simulator['fail']>>;
const status = (code: number) => ({ kind: 'status', status: code }) as const;

interface Service extends SimulatorOptions {
	/** Faults that last for the whole check, if no number of times follows. */
	faults?: Faults;
	key?: 'restrictedKey';
	/** By the beginning of the guess: its verdict and words. It must name all that do not hold. */
	found: Record<string, RegExp>;
}

const services: Record<string, Service> = {
	'as the simulator is': {
		found: {
			'Messages of the company': /^holds: the company: "OUTBOUND"; customers: "INBOUND"/,
			'A delivered message': /^holds: the statuses are "DELIVERED"/,
			'An unknown ID of a call': /^holds: HTTP 404, "No such call"/,
			'A wrong key': /^holds: HTTP 401/,
			'What comes': /^holds: .*search, .*\/api\/calls\/\{callId\}, .*\/recording/,
		},
	},
	'that differs wherever the simulator can': {
		names: { search: 'query', startDate: 'from', endDate: 'to' },
		conversationPageLimit: 25,
		statuses: { 404: 500, 401: 400 },
		reshape: reshape({
			clients: (contact) => ({ ...contact, id: `${String(contact.id)}@x.org` }),
			calls: (call) => ({ ...call, createdAt: undefined, status: 'BUSY', more: 1 }),
			messages: (message) => ({
				...message,
				deliveredAt: undefined,
				status: 'delivered',
				direction: String(message.direction).slice(0, 3),
			}),
		}),
		faults: [[{ query: { page: '2' } }, { kind: 'wrongPage' }]],
		found: {
			'"search" searches':
				/^DOES NOT HOLD: for contacts it is refused \(HTTP 400.*"query" is it -> .*'Search Parameter' query\./,
			'A search finds a contact': /^holds/,
			'"startDate"':
				/^DOES NOT HOLD: it is refused.*"from" is it -> .*'Start Date Parameter' from\./,
			'"endDate"': /^DOES NOT HOLD: it is refused.*"to" is it -> .*'End Date Parameter' to\./,
			'A page of conversations': /^DOES NOT HOLD: limit=50 is refused \(HTTP 400.*limit = 25/,
			'"page" gives the pages of calls':
				/^DOES NOT HOLD: page 2 calls itself page 1 and has 0 other/,
			'"page" gives the pages of messages': /^DOES NOT HOLD: page 2 .* -> The node stops/,
			'Messages of the company':
				/^DOES NOT HOLD: the company: "OUT"; customers: "INB" -> The trigger/,
			'A delivered message': /^DOES NOT HOLD: messages without deliveredAt say "delivered" -> If/,
			'An unknown ID of a contact': /^DOES NOT HOLD: HTTP 500, "No such contact" -> The option/,
			'An unknown ID of a call': /^DOES NOT HOLD: HTTP 500/,
			'An unknown ID of a recording': /^DOES NOT HOLD: HTTP 500/,
			'An unknown ID of a conversation': /^DOES NOT HOLD: HTTP 500/,
			'No ID': /^DOES NOT HOLD: an ID does/,
			'Each documented field':
				/^DOES NOT HOLD: no record has Call.createdAt, Message.deliveredAt ->/,
			'A wrong key': /^does not hold: HTTP 400, .*Invalid API key.* -> Nothing/,
			'What comes':
				/^DOES NOT HOLD: .*calls: data\.calls\[\] must have required property 'createdAt'; .*status must be equal to one .*is "BUSY".* -> Tell/,
		},
	},
	'that differs, and the node does not mind': {
		strict: false,
		pageLimit: 20,
		statuses: { 404: 200 },
		reshape: reshape({
			clients: (contact) => ({ ...contact, city: null, updatedAt: '2026-06-01T10:00:00+02:00' }),
			messages: (message) => ({ ...message, direction: received[String(message.direction)] }),
		}),
		found: {
			'A page of conversations': /^does not hold: limit=50 gives pages of 20 -> Nothing/,
			'Messages of the company': /^holds: .*customers: "RECEIVED"/,
			'An unknown ID of a call': /^holds: HTTP 200, "No such call"/,
			'What comes': /^holds/,
		},
	},
	'whose lists have no tags, and whose times have no zone': {
		reshape: reshape({
			clients: (contact) => ({ ...contact, tags: undefined, createdAt: '2026-06-01T10:00:00' }),
		}),
		found: {
			'Every time names its zone': /^DOES NOT HOLD: without a zone: Client.createdAt -> .*UTC/,
			'Each documented field': /^DOES NOT HOLD: no record has Client.tags -> .*Skip Contacts/,
		},
	},
	'whose lists have tags for some contacts only': {
		reshape: reshape({
			clients: (contact) => ({
				...contact,
				tags: String(contact.id).endsWith('1') ? undefined : contact.tags,
			}),
		}),
		found: { 'Each documented field': /^holds: it is; some records lack (.*, )?Client\.tags/ },
	},
	'whose search of calls has pages': {
		strict: false,
		faults: [
			[
				{ path: '/api/calls/search', query: { page: '2' } },
				{
					kind: 'moreData',
					value: {
						calls: [{ id: 'other', status: 'ENDED', createdAt: '2026-06-01T10:00:00.000Z' }],
					},
				},
			],
		],
		found: { 'A search of calls': /^DOES NOT HOLD: it has \d+ calls, and page 2 has 1 others ->/ },
	},
	'that ignores wrong names': {
		strict: false,
		names: { search: 'q', startDate: 'start', endDate: 'until' },
		found: {
			'"search"': /^DOES NOT HOLD: for contacts it changes nothing; "q" is it/,
			'A search finds a contact': /^holds/,
			'"startDate"': /^DOES NOT HOLD: it changes nothing; "start" is it/,
			'"endDate"': /^DOES NOT HOLD: it changes nothing; "until" is it/,
		},
	},
	'with names that nobody thinks of': {
		names: { search: 'zoek', startDate: 'van', endDate: 'tot' },
		found: {
			'"search"': /^DOES NOT HOLD: .*; nor is it q, query.* -> Ask whoever/,
			'A search finds a contact': /^could not be seen: no name/,
			'"startDate"': /^DOES NOT HOLD: .*; nor is it from, start.* -> Ask whoever/,
			'"endDate"': /^DOES NOT HOLD: .*; nor is it to, end/,
		},
	},
	'of whose dates one has another name': {
		names: { endDate: 'until' },
		found: { '"endDate"': /^DOES NOT HOLD: it is refused.*"until" is it/ },
	},
	'that wants both dates, and does not find phone numbers': {
		faults: [
			[{ path: '/api/calls/analytics', query: { startDate: undefined } }, status(400)],
			[{ path: '/api/calls/analytics', query: { endDate: undefined } }, status(400)],
		],
		reshape: reshape({ clients: (contact) => ({ ...contact, phone: '+15559999999' }) }),
		found: { 'A search finds a contact': /^DOES NOT HOLD: not by phone -> 'Create or Update'/ },
	},
	'that is out of order for a moment': {
		faults: [
			[{ path: '/api/contacts', every: 5 }, status(503), 2],
			[{ path: '/api/calls' }, { kind: 'rateLimited', retryAfter: '2' }, 2],
			[{ path: '/api/calls/call_999999' }, { kind: 'html' }, 1],
		],
		found: {},
	},
	'with a gateway': {
		faults: [
			[{ path: '/api/sms/conversation_999999/messages' }, { kind: 'html', status: 404 }],
			[{ path: '/api/calls/call_999999' }, { kind: 'rateLimited', retryAfter: '3600' }],
		],
		found: {
			'An unknown ID of a conversation': /^DOES NOT HOLD: HTTP 404, "<!DOCTYPE html>/,
			'An unknown ID of a call': /^could not be seen: The service asks for fewer requests/,
			'What comes': /^DOES NOT HOLD: .*messages: must be object/,
		},
	},
	'for a key without analytics:read': {
		key: 'restrictedKey',
		found: {
			'"startDate"': /^could not be seen: HTTP 403.*use a key with analytics:read/,
			'A refusal without': /^holds: HTTP 403, ".*analytics:read/,
		},
	},
	'whose refusal names no permission': {
		faults: [[{ path: '/api/calls/analytics' }, { ...status(403), message: 'Forbidden' }]],
		found: { 'A refusal without': /^DOES NOT HOLD: HTTP 403, "Forbidden" -> A tool tells/ },
	},
	'without a record': {
		seed: empty,
		found: {
			'"search"': /^could not be seen: there are no contacts/,
			'"startDate"': /^could not be seen: the statistics show only zeros/,
			'Messages of the company': /^could not be seen: there are no conversations/,
			'An unknown ID of a contact': /^holds/,
		},
	},
};

it.each(Object.entries(services))('a service %s is told rightly', async (_name, wanted) => {
	const { faults = [], key = 'apiKey', found, ...options } = wanted;
	const simulator = await service({ seed, ...options });
	for (const [match, fault, times = Infinity] of faults) simulator.fail(match, fault, times);
	const { baseUrl, [key]: apiKey } = simulator;
	const client = new Client({ baseUrl, apiKey, clock: testClock() });
	const told = (await findingsOf(client)).map(({ guess, verdict, seen, todo }) => {
		const name = Object.keys(found).find((beginning) => guess.startsWith(beginning));
		return [name ?? guess, `${verdict}: ${seen} -> ${todo}`, name !== undefined] as const;
	});
	const known = told.filter(([, text, isNamed]) => isNamed || /^does not hold/i.test(text));
	const words = Object.entries(found).map(([name, text]) => [name, expect.stringMatching(text)]);
	expect(Object.fromEntries(known)).toStrictEqual(Object.fromEntries(words));
	expect(client.requests).toBe(simulator.requests.length);
	expect(client.requests).toBeLessThan(100);
	expect(simulator.ledger).toStrictEqual([]);
});

/** The command: its exit code, and what it prints. */
async function live(baseUrl: string, apiKey: string, given: string[] = [], more: object = {}) {
	let printed = '';
	const environment = { VOICE_SMS_BASE_URL: baseUrl, VOICE_SMS_API_KEY: apiKey };
	const print = (text: string) => void (printed += text);
	const code = await run(given, { environment, clock: testClock(), print, ...more });
	return { code, printed };
}

it('tells first what needs to be done, and never the key', async () => {
	const simulator = await service({ seed, names: { search: 'query' } });
	const said = { ...status(404), message: `No such call for ${simulator.apiKey}` };
	simulator.fail({ path: '/api/calls/call_999999' }, said);
	const { code, printed } = await live(simulator.baseUrl, simulator.apiKey);
	expect(code).toBe(1);
	expect(printed).toMatch(
		/^DOES NOT HOLD \(1\)\n\s+- "search" searches .*\n\s+Enter in the credential/,
	);
	expect(printed).toMatch(/\nTo do: 1.\n\d+ requests to http\S+ in [\d.]+ s/);
	expect(printed).not.toMatch(/0123456789|abcdef/);
	const keys = simulator.requests.map(({ headers }) => headers['x-api-key']);
	expect(keys.filter((sent) => sent !== simulator.apiKey)).toStrictEqual(['vsk_0000000000000000']);
});

it('has nothing to do about a service like the simulator, and no options', async () => {
	const { baseUrl, apiKey, requests } = await service({ seed });
	const refused = await live(baseUrl, apiKey, ['--send']);
	expect(refused).toMatchObject({ code: 2, printed: expect.stringContaining('no options') });
	expect(requests).toStrictEqual([]);
	const { code, printed } = await live(baseUrl, apiKey);
	expect(code).toBe(0);
	expect(printed).toContain('Nothing to do about');
});

describe('where nothing can be found out', () => {
	const open: Server[] = [];
	afterEach(() => open.splice(0).forEach((server) => server.close()));
	const at = async (server: Server) => {
		open.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
	};
	const serving = async (listener: RequestListener) => `http://${await at(createServer(listener))}`;
	const answering = (code: number, body: string, headers = {}) =>
		serving((_req, res) => void res.writeHead(code, headers).end(body));
	const other = async () => await service({ seed: empty });
	const closed = () => 'http://127.0.0.1:1';

	it.each<[string, () => Promise<string> | string, RegExp, string?]>([
		['no base URL', () => '', /Base URL of the credential is empty[^]*VOICE_SMS_BASE_URL=/],
		['no address', () => 'service', /must begin with https/],
		['no key', closed, /API Key of the credential is empty[^]*VOICE_SMS_API_KEY=/, ' '],
		['a closed port', closed, /ECONNREFUSED 127\.0\.0\.1:1/],
		[
			'its own certificate',
			async () => `https://${await at(createTlsServer(selfSigned()))}`,
			/self-s/,
		],
		['a web page', () => answering(200, '<!DOCTYPE html>'), /it is not JSON\. Check that the Base/],
		['other JSON', () => answering(200, '{"ok":1}'), /it has no "success"/],
		['another path', async () => (await other()).url, /HTTP 404.*in \/api\/v1/],
		['a wrong key', async () => (await other()).baseUrl, /not accept this API Key/],
		['a gateway', () => answering(503, 'Down'), /could not answer.*503.*Try again later/],
		['an error', () => answering(500, '{"success":false}'), /HTTP 500\)\. Try again later/],
		['silence', () => serving(() => {}), /No answer came within 2000 ms/],
	])('says so of %s', async (_name, address, words, apiKey = 'vsk_no') => {
		const { code, printed } = await live(await address(), apiKey, [], { requestMs: 2000 });
		expect(printed).toMatch(words);
		expect(code).toBe(2);
		expect(printed).not.toMatch(/\n\s+at |vsk_no/);
	});

	it('carries the key to no other address', async () => {
		const { baseUrl, apiKey, requests } = await other();
		const here = await answering(302, '', { location: `${baseUrl}/api/contacts` });
		const { code, printed } = await live(here, apiKey);
		expect([code, requests]).toStrictEqual([2, []]);
		expect(printed).toMatch(/redirects to another address/);
	});

	it('asks for no more after five minutes, and tells what it has seen', async () => {
		const simulator = await service({ seed });
		const { baseUrl, apiKey } = simulator;
		simulator.fail({ path: /.*/, every: 2 }, { kind: 'rateLimited', retryAfter: '25' }, Infinity);
		const clock = testClock();
		const slow = { ...clock, sleep: async (ms: number) => await clock.sleep(Math.max(ms, 9_000)) };
		const { printed } = await live(baseUrl, apiKey, [], { clock: slow });
		expect(clock.passed()).toBeGreaterThan(290_000);
		expect(clock.passed()).toBeLessThan(310_000);
		expect(printed).toMatch(/the five minutes of the check were over[^]*holds \(/);
	});
});

test.each([
	['call_000012', 'call_999999'],
	['12', '999999999'],
	['7c9e6679-7425-40de-944b-e07fc1f90ae7', '7c9e6679-7425-40de-944b-7ea09f1cf70e'],
])('%s is not the ID %s, which has its form', (id, stranger) => {
	expect(strangerTo(id)).toBe(stranger);
});

it('the patch that deletes what waits for the live check applies', () => {
	const patch = 'measure/live/afterLiveCheck.patch';
	const { status, stderr } = spawnSync('git', ['apply', '--check', patch], {
		cwd: root,
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`Make ${patch} again (CONTRIBUTING, "A fault"): ${stderr}`);
});
