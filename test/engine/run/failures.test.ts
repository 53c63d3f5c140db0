import type { ServerResponse } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { runAt, runNode, type NodeResult, type NodeRun } from '../../harness/n8n/engine';
import { serviceTime } from '../../harness/time/serviceTime';
import { ofEachMethod as operations } from '../../harness/n8n/parameters';
import type { Fault } from '../../simulator';
import { everythingIn } from '../../harness/n8n/everythingIn';
import { said } from '../../harness/n8n/messages';
import { textOf } from '../../harness/random/told';
import { closeServers, serve } from '../../harness/service/servers';
import { few, withSimulator } from '../../harness/service/service';

type Name = keyof typeof operations;
const names = Object.keys(operations) as Name[];
const isWrite = (name: Name) => name !== 'GET';
const isPost = (name: Name) => name.startsWith('POST');

const simulator = withSimulator({ seed: few });

async function perform(name: Name, more: Partial<NodeRun> = {}): Promise<NodeResult> {
	return await runAt(
		simulator,
		{ simple: true, options: {}, ...operations[name].parameters },
		more,
	);
}

interface Expected {
	/** Begins the message; without `unsure` the request was certainly not carried out. */
	message: string;
	/** Where it differs for what creates. */
	ofPost?: string;
	httpCode?: string;
	/** Whether a write may have been carried out. */
	unsure?: boolean;
	/** Tries of GET, PUT and DELETE, and of POST. */
	tries: [number, number];
	description: string;
}

const says = `${said.serviceSays} In the words of the service.`;
const status = (code: number): Fault => ({
	kind: 'status',
	status: code,
	message: 'In the words of the service',
});
const notThere = 'did not find something';
const answeredInPlace = 'Another server answered';
const refused = (code: number, message = said.refused): Expected => ({
	message: `${message} (HTTP ${code})`,
	httpCode: String(code),
	tries: [1, 1],
	description: says,
});
const failed = (code: number, tries: [number, number] = [4, 1]): Expected => ({
	...refused(code, said.couldNotAnswer),
	unsure: true,
	tries,
});
const unreadable = (description: string): Expected => ({
	...refused(200, said.unreadable),
	unsure: true,
	description,
});
const lost = (description: string): Expected => ({
	message: said.lost,
	unsure: true,
	tries: [4, 1],
	description,
});
const requestTimeout = { ...refused(408), unsure: true, tries: [4, 1] } satisfies Expected;
const tooMany = refused(429, said.fewerRequests);
const inPlace = (code: number, from: Expected, description: string): Expected => ({
	...from,
	message: `${answeredInPlace} (HTTP ${code})`,
	description,
});
const words = 'In the words of the service';
const other = 'https://other.example.com/login';
const redirected: Expected = {
	...refused(302, 'The service redirected to another address'),
	description: `The new address is ${other}.`,
};

const faults: Array<[string, Fault, Expected]> = [
	['status 400', status(400), refused(400)],
	['status 401', status(401), refused(401, 'The service refused the API Key')],
	['status 403', status(403), refused(403, said.notAllowed)],
	['status 404', status(404), { ...refused(404, 'Not found'), ofPost: notThere }],
	['status 409', status(409), refused(409)],
	['status 422', status(422), refused(422)],
	['status 408', status(408), requestTimeout],
	['status 429', status(429), { ...tooMany, tries: [4, 4] }],
	['status 500', status(500), failed(500)],
	['status 501', status(501), failed(501, [1, 1])],
	['status 503', status(503), failed(503)],
	['success false under 200', { kind: 'successFalse', message: words }, refused(200)],
	['no success', { kind: 'missingSuccess' }, unreadable('The answer lacks "success": {"data":{')],
	['no data', { kind: 'missingData' }, unreadable('The answer lacks "data": {"success":true')],
	['a web page', { kind: 'html', status: 200 }, unreadable('A web page answered.')],
	...[403, 407].map((code): [string, Fault, Expected] => [
		`a web page under ${code}`,
		{ kind: 'html', status: code },
		inPlace(code, refused(code), 'Ask the operator of n8n'),
	]),
	['a web page under 502', { kind: 'html', status: 502 }, inPlace(502, failed(502), '')],
	['half a body', { kind: 'halfBody' }, unreadable('is not JSON: {"success":true')],
	['a body cut short', { kind: 'cutBody' }, lost('The connection')],
	['a reset', { kind: 'reset' }, lost('The connection ended with ECONNRESET.')],
	['a redirect', { kind: 'redirect', to: other }, redirected],
];

describe.each(names)('%s', (name) => {
	const { thing } = operations[name];

	it.each(faults)('reports %s', async (_name, fault, expected) => {
		simulator.fail({}, fault, 10);
		const result = await perform(name);
		const maybe = expected.unsure === true && isWrite(name) ? said.perhaps : '';
		const { error } = result;
		const message = isPost(name) ? (expected.ofPost ?? expected.message) : expected.message;
		const state = isWrite(name) ? new RegExp(`^${maybe === '' ? 'Not' : 'Perhaps'} `) : message;
		expect(error?.message).toMatch(state);
		expect(error?.message.endsWith(`: ${thing}`)).toBe(true);
		expect(error?.name).toBe('NodeApiError');
		expect(error?.httpCode ?? undefined).toBe(expected.httpCode);
		expect(error?.description?.toLowerCase()).toContain(expected.description.toLowerCase());
		expect(error?.description ?? '').not.toMatch(/undefined|null|\[object/);
		expect(error?.context.itemIndex).toBeUndefined();
		expect(error?.context.mayHaveBeenDone).toBe(maybe === '' ? undefined : true);
		expect(simulator.requests).toHaveLength(expected.tries[isPost(name) ? 1 : 0]);
		expect(result.items).toEqual([]);
		const leaks = everythingIn([error, result.run.data, result.items, result.hints]);
		expect(leaks).toContain(thing);
		expect(leaks).not.toContain(simulator.apiKey);
	});

	it('reports a service that cannot be reached as certainly not carried out', async () => {
		// A port that was free a moment ago.
		const url = await serve(() => {});
		await closeServers();
		const { error } = await perform(name, {
			credential: { baseUrl: `${url}/api/v1`, apiKey: 'key_0123456789' },
		});
		const state = isWrite(name) ? /^Not \w+/ : said.notReached;
		expect(error?.message).toMatch(state);
		expect(error?.message.endsWith(`: ${thing}`)).toBe(true);
		expect(error?.description).toMatch(/nothing answers at the address \(ECONNREFUSED\)/i);
		expect(error?.description).toContain("Check the 'Base URL'");
		expect(error?.context.mayHaveBeenDone).toBeUndefined();
	});
});

describe('an answer that does not come in time', () => {
	const { time, watch } = serviceTime();
	const nothing = { recordingsUrl: 'http://127.0.0.1:1', requests: [], recordingRequests: [] };
	const performLate = async (name: Name, more: Partial<NodeRun> = {}) => {
		const began = time.passed();
		const result = await time.run(
			perform(name, {
				clock: time,
				parameters: {
					simple: true,
					...operations[name].parameters,
					options: { keepOtherFields: false },
					requestOptions: { timeout: 400, maxTries: 1 },
				},
				...more,
			}),
		);
		expect(time.passed() - began).toBe(400);
		expect(result.error?.description).toMatch(/no answer came within 400 ms\./i);
		return result;
	};

	it.each(names)('is reported by %s', async (name) => {
		watch(simulator);
		simulator.fail({}, { kind: 'hang' }, 10);
		const { error } = await performLate(name);
		expect(error?.message).toMatch(isWrite(name) ? /^Perhaps \w+: / : said.lost);
		expect(error?.message.endsWith(`: ${operations[name].thing}`)).toBe(true);
		expect(simulator.requests).toHaveLength(1);
	});

	it.each(names)('is reported by %s also when it comes byte by byte', async (name) => {
		const held = new Set<ServerResponse>();
		const url = await serve((_req, res) => {
			held.add(res);
			res.setHeader('content-type', 'application/json').write(' ');
			const more = async () => {
				await time.sleep(50);
				if (res.destroyed) return;
				res.write(' ');
				void more();
			};
			void more();
		});
		watch({ ...nothing, url, held });
		const credential = { baseUrl: `${url}/api/v1`, apiKey: 'key_0123456789' };
		const { error } = await performLate(name, { credential });
		expect(textOf(error)).toMatch(/No answer came within|answer was lost/);
		expect(error?.context.mayHaveBeenDone).toBe(isWrite(name) ? true : undefined);
	});
});

describe('permission', () => {
	const analytics = { resource: 'call', operation: 'getAnalytics' };

	it.each<[string, IDataObject, string]>([
		['send', operations.POST.parameters, 'sms:send'],
		['delete', operations.DELETE.parameters, 'calls:delete'],
		['get analytics', analytics, 'analytics:read'],
	])('of %s is named for 401 and 403', async (_name, parameters, permission) => {
		for (const code of [401, 403]) {
			simulator.reset();
			simulator.fail({}, status(code));
			const { error } = await runNode({
				parameters: { ...parameters, options: {} },
				credential: simulator,
			});
			expect(error?.description).toContain(`it needs the permission ${permission}.`);
			expect(error?.description).toContain("'API Key'");
			expect(error?.httpCode).toBe(String(code));
		}
	});

	it('is only a possibility after the cause that the service names', async () => {
		const message = 'The number +15550009999 does not belong to your company';
		simulator.fail({}, { kind: 'status', status: 403, message });
		const { error } = await perform('POST');
		expect(error?.description).toContain(`${said.serviceSays} ${message}.`);
		expect(error?.description).toContain('sms:send');
	});

	it('that the key lacks is named once where the service names it', async () => {
		const { error } = await perform('POST', {
			credential: { baseUrl: simulator.baseUrl, apiKey: simulator.restrictedKey },
		});
		expect(error?.description?.split('sms:send')).toHaveLength(2);
		expect(error?.description).toContain("'API Key'");
	});

	it.each(['GET', 'POST of a call', 'POST of a contact'] as const)(
		'is not named for %s, for which the interface names none',
		async (name) => {
			simulator.fail({}, status(403));
			const { error } = await perform(name);
			expect(error?.description).toContain("check the 'API Key'");
			expect(error?.description).not.toContain('permission');
		},
	);
});

describe('an answer of a proxy or web server', () => {
	const bodies = ['<html>Denied</html>', '', '{"message":"Forbidden"}', '{"success":"false"}'];
	it.each<[number, string]>([
		[403, 'Ask the operator of n8n to check the proxy'],
		[407, 'Ask the operator of n8n to check the proxy'],
		[500, said.lookItUp],
		[504, said.lookItUp],
	])('HTTP %i names it, and not the key and its permission', async (code, advice) => {
		for (const body of bodies) {
			const url = await serve((_req, res) => void res.writeHead(code).end(body));
			const credential = { baseUrl: `${url}/api/v1`, apiKey: 'key_abcdefghij' };
			const parameters = { ...operations.POST.parameters, requestOptions: { maxTries: 1 } };
			const { error } = await perform('POST', { credential, parameters });
			expect(textOf(error)).toContain(`${answeredInPlace} (HTTP ${code})`);
			expect(error?.description).toContain(advice);
			expect(error?.description).not.toMatch(/API Key|permission|Base URL|The service says/);
		}
	});
});

test('a run that fails on a text with "canceled" is a failed run, and no canceled one', async () => {
	const parameters = { ...operations.POST.parameters, to: 'canceled 4711' };
	const { run, error } = await perform('POST', { parameters });
	expect(run.status).toBe('error');
	expect(error?.message).toContain(said.notAPhone);
});
