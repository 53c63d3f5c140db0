import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

import { selfSigned } from '../../../harness/certificate';
import { testClock } from '../../../harness/clock';
import { empty, service } from '../../../harness/service';
import { run } from '../../../live/cli';
import type { Finding } from '../../../live/finding';
import { strangerTo } from '../../../live/guesses/refusals';
import { nobody } from '../../../live/guesses/search';
import {
	companyNumbers,
	type Outcome,
	type Simulator,
	type SimulatorOptions,
} from '../../../simulator';

/** Enough for a second page of every list, messages of one conversation included. */
const seed = { contacts: 120, conversations: 24, messages: 400, calls: 60 };
const numbers = ['--write', '--from', companyNumbers[0], '--to', '+15557654321'];

interface Run {
	code: number;
	printed: string;
	warned: string;
	/** What of the report is not as we guess: what was seen and what is to be done. */
	departures: Record<string, string>;
	findings: Record<string, Finding>;
	facts: Record<string, string>;
	credential: object;
	requests: number;
}

/** The command against a service, with a clock whose waits end at once. */
async function live(
	baseUrl: string | undefined,
	apiKey: string | undefined,
	given: string[] = [],
	{
		requestMs = 30_000,
		sleeps,
		pace = 1,
	}: { requestMs?: number; sleeps?(ms: number): void; pace?: number } = {},
): Promise<Run> {
	const clock = testClock();
	const [printed, warned]: string[][] = [[], []];
	const code = await run(given, {
		environment: { VOICE_SMS_BASE_URL: baseUrl, VOICE_SMS_API_KEY: apiKey },
		clock: {
			...clock,
			async sleep(ms) {
				sleeps?.(ms);
				await clock.sleep(ms * pace);
			},
		},
		print: (text) => printed.push(text),
		warn: (text) => warned.push(text),
		requestMs,
	});
	const json = given.includes('--json') && code < 2 ? JSON.parse(printed.join('')) : {};
	const findings = (json.findings ?? []) as Finding[];
	const departing = findings.filter(({ verdict }) => verdict === 'does not hold');
	return {
		code,
		printed: printed.join('\n'),
		warned: warned.join('\n'),
		departures: Object.fromEntries(
			departing.map(({ id, seen, todo, needsAction }) => {
				return [id, `${needsAction ? '!' : ''} ${seen} -> ${todo}`];
			}),
		),
		findings: Object.fromEntries(findings.map((finding) => [finding.id, finding])),
		facts: json.seen,
		credential: json.credential,
		requests: json.requests,
	};
}

/** The records of a list or the one record in an answer, each changed. */
function each(outcome: Outcome, key: string, change: (record: object) => object): Outcome {
	const data = outcome.data as Record<string, object | object[]>;
	const value = data[key];
	if (value === undefined) return outcome;
	const changed = Array.isArray(value) ? value.map(change) : change(value);
	return { ...outcome, data: { ...data, [key]: changed } };
}

const words = (names: Record<string, string>) => (outcome: Outcome) =>
	each(outcome, 'messages', (message) => {
		const { direction } = message as { direction: string };
		return { ...message, direction: names[direction] };
	});

interface Service {
	options?: SimulatorOptions;
	prepare?(simulator: Simulator): void;
	given?: string[];
	key?: 'restrictedKey';
	/** Exactly what does not hold; begins with ! where somebody has to act. */
	departs?: Record<string, RegExp>;
	/** Of what holds or could not be seen, what is said of it. */
	says?: Record<string, RegExp>;
	facts?: Record<string, RegExp>;
	credential?: object;
}

const services: Record<string, Service> = {
	'as the simulator is': {
		says: {
			'contacts.search': /^holds/,
			'contacts.searchTerms': /^holds found by phone, email, name/,
			'messages.direction': /^holds received messages say "INBOUND", sent ones "OUTBOUND"/,
			'messages.delivery': /^holds delivered messages say "DELIVERED"/,
			'calls.page': /^holds/,
			'messages.page': /^holds/,
			'contacts.order': /^holds newest first by createdAt/,
			'calls.unknownId': /^holds HTTP 404, "No such call"/,
			'key.wrong': /^holds HTTP 401/,
			'answers.getRecording': /^holds/,
			'analytics.permission': /^could not be seen the key has/,
			'contacts.put': /^could not be seen only --write/,
			'limits.retryAfter': /^could not be seen/,
		},
		facts: {
			'default page of calls': /^50$/,
			'largest page of conversations': /^50 or more, below 100$/,
			'statuses of messages': /^DELIVERED$/,
		},
	},
	'with query as its search parameter': {
		options: { names: { search: 'query' } },
		departs: {
			'contacts.search':
				/^! it is refused \(HTTP 400.*"query" searches -> .*'Search Parameter' query\./,
			'conversations.search': /^! .*"query" searches -> .*'Search Parameter' query\./,
		},
		credential: { otherNames: true, searchParameter: 'query' },
	},
	'with from and to as its dates': {
		options: { names: { startDate: 'from', endDate: 'to' } },
		departs: {
			'analytics.startDate': /^! it is refused.*"from" is it -> .*'Start Date Parameter' from\./,
			'analytics.endDate': /^! it is refused.*"to" is it -> .*'End Date Parameter' to\./,
		},
		credential: { otherNames: true, startDateParameter: 'from', endDateParameter: 'to' },
	},
	'with start and until, ignoring what it does not know': {
		options: { strict: false, names: { startDate: 'start', endDate: 'until' } },
		departs: {
			'analytics.startDate': /^! it changes nothing; "start" is it/,
			'analytics.endDate': /^! it changes nothing; "until" is it/,
		},
		credential: { otherNames: true, startDateParameter: 'start', endDateParameter: 'until' },
	},
	'that wants both dates and calls them from and to': {
		options: { names: { startDate: 'from', endDate: 'to' } },
		prepare(simulator) {
			for (const name of ['from', 'to']) {
				simulator.fail(
					{ path: '/api/calls/analytics', query: { [name]: undefined } },
					{ kind: 'status', status: 400, message: 'A date range is required' },
					Infinity,
				);
			}
		},
		departs: {
			'analytics.startDate': /^! it is refused \(HTTP 400, "A date range.*"from" is it/,
			'analytics.endDate': /^! .*"to" is it/,
		},
		credential: { otherNames: true, startDateParameter: 'from', endDateParameter: 'to' },
	},
	'with names nobody thinks of, ignoring what it does not know': {
		options: { strict: false, names: { search: 'zoek', startDate: 'van', endDate: 'tot' } },
		departs: {
			'contacts.search': /^! it changes nothing; nor do q, query.* search -> Ask whoever/,
			'conversations.search': /^! it changes nothing; nor do q/,
			'analytics.startDate': /^! it changes nothing; nor are from, start.* -> Ask whoever/,
			'analytics.endDate': /^! it changes nothing; nor are to, end/,
		},
	},
	'that takes no date without the other': {
		prepare(simulator) {
			const all = { path: '/api/calls/analytics' };
			const refusal = { kind: 'status', status: 400, message: 'Both or none' } as const;
			for (const query of [{ startDate: undefined }, { endDate: undefined }]) {
				// Without either, it gives statistics.
				simulator.fail(
					{ ...all, query: { startDate: undefined, endDate: undefined } },
					{ kind: 'delay', ms: 0 },
					Infinity,
				);
				simulator.fail({ ...all, query }, refusal, Infinity);
			}
		},
	},
	'with q for the search of conversations alone': {
		options: { strict: false },
		prepare(simulator) {
			const none = { total: 0, page: 1, limit: 50, totalPages: 0 };
			const refusal = { kind: 'status', status: 400, message: 'search?' } as const;
			const path = '/api/sms';
			simulator.fail({ path, query: { search: nobody } }, refusal, Infinity);
			simulator.fail(
				{ path, query: { q: nobody } },
				{ kind: 'moreData', value: { conversations: [], pagination: none } },
				Infinity,
			);
		},
		departs: {
			'conversations.search':
				/^! .*"q" searches -> The credential has one name for both lists.*'Query Parameters'.*"q"/,
		},
	},
	'that is out of order for a moment': {
		prepare(simulator) {
			simulator.fail({ path: '/api/contacts', every: 5 }, { kind: 'status', status: 503 }, 2);
		},
	},
	'that asks for fewer requests and for more patience than there is': {
		prepare(simulator) {
			simulator.limitRate({ ratePerSecond: 0.001, burst: 10, retryAfter: true });
		},
		departs: { 'limits.retryAfter': /^! .*'Send Interval'/ },
		says: {
			'analytics.startDate': /^could not be seen The service asks for fewer/,
			'calls.unknownId': /^could not be seen/,
			'key.wrong': /^could not be seen/,
		},
	},
	'whose search does not know phone numbers': {
		prepare(simulator) {
			const [{ phone }] = simulator.store.contacts.all();
			const none = { total: 0, page: 1, limit: 50, totalPages: 0 };
			simulator.fail(
				{ path: '/api/contacts', query: { search: phone } },
				{ kind: 'moreData', value: { clients: [], pagination: none } },
				Infinity,
			);
		},
		departs: {
			'contacts.searchTerms': /^! not found by phone; found by email, name -> 'Create or Update'/,
		},
	},
	'oldest first': {
		options: { order: 'oldest-first' },
		departs: {
			'contacts.order':
				/^ oldest first by createdAt, updatedAt -> Nothing: .*reads this list whole/,
			'conversations.order': /^ oldest first by lastMessageAt/,
			'calls.order': /^ oldest first by createdAt/,
			'messages.order': /^ oldest first by sentAt/,
		},
	},
	'in no order': {
		options: { order: 'shuffled' },
		departs: {
			'contacts.order': /^ in no order of createdAt, updatedAt/,
			'conversations.order': /^ in no order of lastMessageAt/,
			'calls.order': /^ in no order of createdAt/,
			'messages.order': /^ in no order of sentAt/,
		},
	},
	'that gives 25 conversations a page and refuses more': {
		options: { conversationPageLimit: 25 },
		departs: {
			'conversations.pageSize': /^! limit=50 is refused: HTTP 400.*<= 25.*limit = 25/,
		},
	},
	'that gives 20 of anything a page, whatever is asked for': {
		options: { pageLimit: 20 },
		departs: {
			'contacts.pageSize': /^ limit=100 gives pages of 20 -> Nothing/,
			'conversations.pageSize': /^ limit=50 gives pages of 20 -> Nothing/,
		},
		facts: { 'default page of calls': /^20$/ },
	},
	'that gives up to 500 conversations a page': {
		options: { conversationPageLimit: 500 },
		facts: { 'largest page of conversations': /^500 or more, below 1000$/ },
	},
	'that answers an unknown ID with 400': {
		options: { statuses: { 404: 400 } },
		says: { 'contacts.unknownId': /^holds HTTP 400, "No such contact"/ },
	},
	'that answers an unknown ID with 200 and success false': {
		options: { statuses: { 404: 200 } },
		says: { 'calls.unknownId': /^holds HTTP 200, "No such call"/ },
	},
	'that answers an unknown ID with 500': {
		options: { statuses: { 404: 500 } },
		departs: {
			'contacts.unknownId': /^! HTTP 500, "No such contact" -> The option 'If Not Found'/,
			'calls.unknownId': /^! HTTP 500/,
			'recordings.unknownId': /^! HTTP 500/,
			'conversations.unknownId': /^! HTTP 500/,
		},
	},
	'whose gateway answers an unknown conversation with a web page': {
		prepare(simulator) {
			const path = '/api/sms/conversation_999999/messages';
			simulator.fail({ path }, { kind: 'html', status: 404 }, Infinity);
		},
		departs: {
			'conversations.unknownId': /^! HTTP 404, "<!DOCTYPE html>/,
			'answers.refusals': /^! the whole must be object/,
			'answers.contentType': /^ text\/html -> Nothing/,
		},
	},
	'that answers a wrong key with 400': {
		options: { statuses: { 401: 400 } },
		departs: { 'key.wrong': /^ HTTP 400, .*Invalid API key.* -> Nothing/ },
	},
	'that says RECEIVED of messages that came in': {
		options: { reshape: words({ INBOUND: 'RECEIVED', OUTBOUND: 'OUTBOUND' }) },
		says: { 'messages.direction': /^holds received messages say "RECEIVED"/ },
	},
	'that says in and out': {
		options: { reshape: words({ INBOUND: 'in', OUTBOUND: 'out' }) },
		departs: {
			'messages.direction':
				/^! messages of the company say "out", those of customers "in" -> The trigger would/,
		},
	},
	'that says delivered in its own words': {
		options: {
			reshape: (outcome) =>
				each(outcome, 'messages', (message) => {
					return { ...message, deliveredAt: undefined, status: 'delivered' };
				}),
		},
		departs: {
			'messages.delivery': /^! messages without deliveredAt say "delivered" -> If that means/,
		},
	},
	'that gives contacts without createdAt': {
		options: {
			reshape: (outcome) =>
				['clients', 'client'].reduce(
					(left, key) =>
						each(left, key, (contact) => {
							return Object.fromEntries(
								Object.entries(contact).filter(([name]) => name !== 'createdAt'),
							);
						}),
					outcome,
				),
		},
		departs: {
			'answers.listContacts': /^! data\.clients\[\]\.createdAt is missing -> Tell whoever/,
			'answers.getContact': /^! data\.client\.createdAt is missing/,
			'contacts.order': /^ newest first by updatedAt/,
		},
		facts: { 'documented, never seen': /^Client\.createdAt$/ },
	},
	'with a status of calls that is not documented, and a number as text': {
		options: {
			reshape: (outcome) =>
				each(outcome, 'calls', (call) => ({ ...call, status: 'BUSY', durationMs: '5' })),
		},
		departs: {
			'answers.listCalls':
				/^! .*status must be equal to one of.*is "BUSY".*durationMs must be integer/,
			'answers.searchCalls': /^! .*BUSY/,
		},
	},
	'with more fields, null for nothing, and times of another form': {
		options: {
			reshape: (outcome) =>
				each(outcome, 'clients', (contact) => {
					const updatedAt = '2026-06-01T10:00:00+02:00';
					return { ...contact, score: 5, city: null, updatedAt };
				}),
		},
		facts: {
			'undocumented fields': /^data\.clients\[\]\.score$/,
			'null in places': /^data\.clients\[\]\.city$/,
			'times of another form': /^data\.clients\[\]\.updatedAt$/,
		},
	},
	'that does not know pages of calls': {
		prepare(simulator) {
			simulator.fail({ path: '/api/calls', query: { page: '2' } }, { kind: 'wrongPage' }, Infinity);
		},
		departs: { 'calls.page': /^! page 2 holds the records of page 1 -> The node stops/ },
	},
	'whose pages of messages all call themselves the first': {
		options: {
			reshape: (outcome, operationId) =>
				operationId === 'listMessages'
					? each(outcome, 'pagination', (pagination) => ({ ...pagination, page: 1 }))
					: outcome,
		},
		departs: { 'messages.page': /^! page 2 calls itself page 1/ },
	},
	'that limits the rate and says so': {
		prepare(simulator) {
			simulator.limitRate({ ratePerSecond: 0.5, burst: 12, retryAfter: true, announce: true });
		},
		says: { 'limits.retryAfter': /^holds \d+ requests were refused with 429; Retry-After "[12]"/ },
		facts: {
			'header x-ratelimit-limit': /^12$/,
			'header x-ratelimit-remaining': /^11 … \d$/,
			'header retry-after': /^[12]/,
		},
	},
	'that limits the rate and does not say when to come back': {
		prepare(simulator) {
			simulator.fail({ path: '/api/calls' }, { kind: 'rateLimited' }, 2);
		},
		departs: { 'limits.retryAfter': /^ 2 requests .*none with Retry-After -> The node waits/ },
	},
	'with a Retry-After that is a date': {
		prepare(simulator) {
			const retryAfter = 'Mon, 01 Jun 2026 12:00:20 GMT';
			simulator.fail({ path: '/api/calls' }, { kind: 'rateLimited', retryAfter }, 1);
		},
		says: { 'limits.retryAfter': /^holds 1 request was .*"Mon, 01 Jun/ },
	},
	'with a Retry-After in words': {
		prepare(simulator) {
			simulator.fail({ path: '/api/calls' }, { kind: 'rateLimited', retryAfter: 'soon' }, 1);
		},
		departs: { 'limits.retryAfter': /^ .*"soon" is neither seconds nor a date/ },
	},
	'that lets go on after an hour': {
		prepare(simulator) {
			simulator.fail({ path: '/api/calls' }, { kind: 'rateLimited', retryAfter: '3600' }, 1);
		},
		departs: { 'limits.retryAfter': /^! .*asks for 3600 s -> .*'Send Interval'/ },
		says: { 'calls.page': /^could not be seen The service asks for fewer requests/ },
	},
	'for a key without analytics:read': {
		key: 'restrictedKey',
		says: {
			'analytics.permission': /^holds HTTP 403, .*analytics:read/,
			'analytics.startDate': /^could not be seen the key may not/,
			'answers.getAnalytics': /^could not be seen/,
		},
	},
	'without a record': {
		options: { seed: empty },
		says: {
			'contacts.search': /^could not be seen there are no contacts/,
			'calls.search': /^could not be seen/,
			'contacts.order': /^could not be seen/,
			'messages.direction': /^could not be seen/,
			'calls.page': /^could not be seen/,
			'analytics.startDate': /^could not be seen the statistics show nothing but zeros/,
			'contacts.unknownId': /^holds/,
			'answers.listContacts': /^holds/,
			'answers.getCall': /^could not be seen/,
		},
	},
	'that clears what an update leaves out': {
		given: numbers,
		says: { 'contacts.put': /^holds all are cleared Leave/, 'sms.send': /^holds queued/ },
	},
	'that keeps what an update leaves out': {
		options: { putKeepsOmitted: true },
		given: numbers,
		departs: { 'contacts.put': /^ all are kept -> Nothing; 'Keep Other Fields'/ },
	},
};

describe.each(Object.entries(services))('a service %s', (_name, wanted) => {
	const { options, prepare, given = [], key = 'apiKey', departs = {} } = wanted;

	it('is told rightly, in few requests', async () => {
		const simulator = await service({ seed, ...options });
		prepare?.(simulator);
		const told = await live(simulator.baseUrl, simulator[key], ['--json', ...given], {
			sleeps: (ms) => simulator.clock.advance(ms),
		});
		expect(Object.keys(told.departures).sort()).toStrictEqual(Object.keys(departs).sort());
		for (const [id, words] of Object.entries(departs)) expect(told.departures[id]).toMatch(words);
		for (const [id, words] of Object.entries(wanted.says ?? {})) {
			const { verdict, seen, todo } = told.findings[id];
			expect(`${verdict} ${seen} ${todo}`).toMatch(words);
		}
		for (const [what, words] of Object.entries(wanted.facts ?? {})) {
			expect(told.facts[what]).toMatch(words);
		}
		expect(told.credential).toStrictEqual(wanted.credential ?? {});
		const acts = Object.values(departs).some(({ source }) => source.startsWith('^!'));
		expect(told.code).toBe(acts ? 1 : 0);
		expect(told.requests).toBe(simulator.requests.length);
		expect(told.requests).toBeLessThan(90);
		const kinds = simulator.ledger.map(({ kind }) => kind);
		const writes = ['sms.send', 'contact.create', 'contact.update'];
		expect(kinds).toStrictEqual(given.includes('--write') ? writes : []);
	});
});

describe('the report', () => {
	it('is a table with what was seen and the number of requests', async () => {
		const simulator = await service({ seed, names: { search: 'query' } });
		const { printed, code } = await live(simulator.baseUrl, simulator.apiKey);
		expect(code).toBe(1);
		expect(printed).toMatch(/│ guess +│ verdict +│ seen +│ what to do/);
		expect(printed).toContain('DOES NOT');
		expect(printed).toContain('2 do not hold. 2 of them need something to be done.');
		expect(printed).toContain(`${simulator.requests.length} requests in`);
		expect(printed).toContain('default page of contacts: 50');
	});

	it('never holds the key, not even when the service says it', async () => {
		const simulator = await service({ seed });
		simulator.fail(
			{ path: '/api/calls/call_999999' },
			{ kind: 'status', status: 404, message: `No such call for ${simulator.apiKey}` },
		);
		for (const given of [[], ['--json']]) {
			const { printed, warned } = await live(simulator.baseUrl, simulator.apiKey, given);
			expect(printed + warned).not.toContain(simulator.apiKey);
		}
		expect(simulator.requests.map(({ headers }) => headers['x-api-key'])).toContain(
			'vsk_0000000000000000',
		);
	});
});

describe('writing', () => {
	it.each([
		[['--write'], /say from which number and to which/],
		[['--write', '--from', '+15550100001'], /say from which number and to which/],
		[['--write', '--from', '+15550100001', '--to', '555'], /--to takes a number/],
		[['--from', '+15550100001', '--to', '+15557654321'], /are for --write/],
		[['--send'], /Unknown option '--send'/],
	])('is refused for %j before any request', async (given, words) => {
		const simulator = await service({ seed });
		const { code, warned } = await live(simulator.baseUrl, simulator.apiKey, given);
		expect(code).toBe(2);
		expect(warned).toMatch(words);
		expect(simulator.requests).toStrictEqual([]);
	});

	it('says first that the contact stays', async () => {
		const simulator = await service({ seed });
		const { warned } = await live(simulator.baseUrl, simulator.apiKey, numbers);
		expect(warned).toMatch(
			/one SMS from \+15550100001 to \+15557654321.*no way to delete a contact/,
		);
	});

	it('never sends again what may have been sent', async () => {
		const simulator = await service({ seed });
		simulator.fail({ path: '/api/sms/send' }, { kind: 'reset', processed: true }, Infinity);
		const given = ['--json', ...numbers];
		const { findings, code } = await live(simulator.baseUrl, simulator.apiKey, given);
		expect(findings['sms.send']).toMatchObject({ verdict: 'could not be seen' });
		expect(findings['sms.send'].todo).toMatch(/may have been sent all the same/);
		expect(simulator.ledger.filter(({ kind }) => kind === 'sms.send')).toHaveLength(1);
		expect(code).toBe(0);
	});
});

describe('where nothing can be found out', () => {
	const open: Server[] = [];
	afterEach(() => {
		for (const server of open.splice(0)) server.close();
	});

	async function at(server: Server): Promise<string> {
		open.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `127.0.0.1:${(server.address() as AddressInfo).port}`;
	}
	const serving = async (listener: RequestListener) =>
		`http://${await at(createServer(listener))}/api/v1`;
	const answering = (status: number, type: string, body: string, headers = {}) =>
		serving((_req, res) => {
			res.writeHead(status, { 'content-type': type, connection: 'close', ...headers }).end(body);
		});
	const json = 'application/json';

	const cases: Array<[string, () => Promise<string | undefined>, RegExp, string?]> = [
		['no base URL', async () => undefined, /VOICE_SMS_BASE_URL is not set/],
		['no address', async () => 'service', /VOICE_SMS_BASE_URL: .* must begin with https/],
		['no key', async () => 'http://127.0.0.1:1', /VOICE_SMS_API_KEY is not set/, ' '],
		['a key with a space', async () => 'http://127.0.0.1:1', /holds a space/, 'a b'],
		[
			'a closed port',
			async () => {
				const server = createServer();
				const address = await at(server);
				await new Promise((resolve) => server.close(resolve));
				return `http://${address}/api/v1`;
			},
			/Nothing answers at port \d+ of "127\.0\.0\.1"/,
		],
		[
			'a certificate of its own',
			async () => `https://${await at(createTlsServer(selfSigned()))}/api/v1`,
			/certificate of the service is self-signed/,
		],
		[
			'no encryption where there should be',
			async () => (await answering(200, json, '{}')).replace('http:', 'https:'),
			/The encrypted connection to port/,
		],
		[
			'a web page',
			() => answering(200, 'text/html', '<!DOCTYPE html><p>Welcome</p>'),
			/answers with a web page \(HTML\) instead of JSON \(HTTP 200\)\. Check the Base URL/,
		],
		['no JSON', () => answering(200, 'text/plain', 'ok'), /answers with something else instead/],
		['other JSON', () => answering(200, json, '{"ok":1}'), /its JSON lacks "success"/],
		[
			'another path',
			async () => (await service({ seed: empty })).url,
			/There are no contacts at the Base URL: HTTP 404.*ends in \/api\/v1/,
		],
		['a wrong key', async () => (await service({ seed: empty })).baseUrl, /refuses the API key/],
		[
			'a gateway without a service',
			() => answering(503, json, '{"success":false,"message":"Down"}'),
			/could not answer \(HTTP 503\)\. Try again later/,
		],
		[
			'an error of the service',
			() => answering(500, json, '{"success":false,"message":"Down"}'),
			/cannot answer: HTTP 500, "Down"/,
		],
		[
			'nothing but 429',
			() => answering(429, json, '{"success":false,"message":"Slow down"}'),
			/asks for fewer requests/,
		],
	];

	it.each(cases)(
		'says so of %s, without a stack',
		async (_name, address, words, key = 'vsk_no') => {
			const baseUrl = await address();
			const { code, printed, warned } = await live(baseUrl, key);
			expect(warned).toMatch(words);
			expect([code, printed]).toStrictEqual([2, '']);
			expect(warned).not.toMatch(/\n\s+at |vsk_no/);
		},
	);

	it('says so of silence', async () => {
		const baseUrl = await serving(() => {});
		const { code, warned } = await live(baseUrl, 'vsk_no', [], { requestMs: 100 });
		expect(code).toBe(2);
		expect(warned).toMatch(/No answer came within 100 ms/);
	});

	it('says so of a key that may read nothing', async () => {
		const simulator = await service({ seed: empty });
		const { code, warned } = await live(simulator.baseUrl, simulator.sendOnlyKey);
		expect(code).toBe(2);
		expect(warned).toMatch(/gives none of its lists: HTTP 403, .*The API key may not do this"/);
	});

	it('carries the key to no other address', async () => {
		const other = await service({ seed: empty });
		const baseUrl = await answering(302, json, '', { location: `${other.baseUrl}/api/contacts` });
		const { code, warned } = await live(baseUrl, other.apiKey);
		expect(code).toBe(2);
		expect(warned).toMatch(/redirects to http:\/\/127.*the key is not carried there/);
		expect(other.requests).toStrictEqual([]);
	});

	it('waits for five minutes at most, however often it is told to', async () => {
		const simulator = await service({ seed });
		simulator.fail({ path: /.*/, every: 2 }, { kind: 'rateLimited', retryAfter: '50' }, Infinity);
		let waited = 0;
		const sleeps = (ms: number) => void (waited += ms);
		await live(simulator.baseUrl, simulator.apiKey, ['--json'], { sleeps });
		expect(waited).toBeGreaterThan(200_000);
		expect(waited).toBeLessThanOrEqual(300_000);
	});

	it('asks for no more when its time is up, and tells what it has seen', async () => {
		const simulator = await service({ seed });
		// Ten seconds from one request to the next.
		const pace = 100;
		const { findings, requests } = await live(simulator.baseUrl, simulator.apiKey, ['--json'], {
			pace,
		});
		expect(requests).toBe(30);
		expect(simulator.requests).toHaveLength(30);
		expect(findings['contacts.search'].verdict).toBe('holds');
		expect(findings['key.wrong']).toMatchObject({
			verdict: 'could not be seen',
			seen: 'the time of the whole check was up',
		});
	});
});

test.each([
	['call_000012', 'call_999999'],
	['12', '999999999'],
	['a1b2c3', 'f8e7d6'],
	['7c9e6679-7425-40de-944b-e07fc1f90ae7', '7c9e6679-7425-40de-944b-b92ad8a09fb2'],
	['V1StGXR8_Z5jdHi6B-myT', 'V1StGXR8_Z5jdHi6B-thM'],
])('%s is not the ID %s, which has its form', (id, stranger) => {
	expect(strangerTo(id)).toBe(stranger);
});
