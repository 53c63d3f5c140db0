import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { runNode, voiceSms } from '../../harness/n8n/engine';
import { untyped } from '../../harness/n8n/fake';

const key = 'key_0123456789';
const credentialName = 'voiceSmsApi';

/** The host that a redirect leads to, and what it was sent. */
let other: Server;
let reached: string[];
/** The service, which redirects everything. */
let redirecting: Server;
let asked: Array<string | undefined>;
let status: number;

const addressOf = (server: Server) =>
	`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;

async function serve(server: Server): Promise<Server> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

beforeAll(async () => {
	other = await serve(
		createServer((req, res) => {
			reached.push(String(req.headers['x-api-key'] ?? 'without a key'));
			res.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
		}),
	);
	redirecting = await serve(
		createServer((req, res) => {
			asked.push(req.headers['x-api-key'] as string | undefined);
			res.writeHead(status, { location: `${addressOf(other)}/api/contacts` }).end();
		}),
	);
});
beforeEach(() => {
	reached = [];
	asked = [];
});
afterAll(async () => {
	for (const server of [other, redirecting]) {
		const closed = once(server, 'close');
		server.close();
		server.closeAllConnections();
		await closed;
	}
});

type Ask = (context: IExecuteFunctions, options: IDataObject) => Promise<unknown>;

/** Every request helper of n8n that takes a credential, except those of OAuth. */
const helpers: Record<string, Ask> = {
	httpRequestWithAuthentication: async (context, { uri, ...options }) =>
		await context.helpers.httpRequestWithAuthentication.call(
			context,
			credentialName,
			untyped({ ...options, url: uri }),
		),
	requestWithAuthentication: async (context, options) =>
		await context.helpers.requestWithAuthentication.call(context, credentialName, untyped(options)),
	requestWithAuthenticationPaginated: async (context, options) =>
		await context.helpers.requestWithAuthenticationPaginated.call(
			context,
			untyped(options),
			0,
			untyped({ request: { url: options.uri }, continue: false, maxRequests: 1 }),
			credentialName,
		),
};

/** What nodes set themselves; n8n's HTTP Request node sets the last (HttpRequestV3.node.ts). */
const wishes: IDataObject[] = [
	{},
	{ maxRedirects: 5 },
	{ disableFollowRedirect: false },
	{ followRedirect: true, followAllRedirects: true, sendCredentialsOnCrossOriginRedirect: true },
	{ followRedirect: true, followAllRedirects: true, maxRedirects: 21, simple: false },
];

/** A node of somebody else that uses this credential. */
function asking(ask: Ask, options: IDataObject): INodeType {
	return {
		description: { ...voiceSms().description, properties: [] },
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			await ask(this, { uri: `${addressOf(redirecting)}/api/contacts`, ...options });
			return [[]];
		},
	};
}

describe.each(Object.keys(helpers))('%s', (name) => {
	it.each([301, 302, 303, 307, 308])('carries the key to no other host by a %i', async (code) => {
		status = code;
		const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
		for (const method of methods) {
			for (const wish of wishes) {
				await runNode({
					parameters: {},
					credential: { baseUrl: addressOf(redirecting), apiKey: key },
					type: asking(helpers[name], { method, ...wish }),
				});
			}
		}
		expect(asked).toStrictEqual(Array(methods.length * wishes.length).fill(key));
		expect(reached).toStrictEqual([]);
	});
});

it('n8n has no other helper that takes a credential', async () => {
	let all: string[] = [];
	const listing: Ask = async (context) => {
		all = Object.keys(context.helpers).filter((one) => /request.*(authent|oauth)/i.test(one));
	};
	await runNode({
		parameters: {},
		credential: { baseUrl: addressOf(redirecting), apiKey: key },
		type: asking(listing, {}),
	});
	const ofOAuth = ['requestOAuth1', 'requestOAuth2'];
	expect(all.filter((one) => !ofOAuth.includes(one)).sort()).toStrictEqual(
		Object.keys(helpers).sort(),
	);
});
