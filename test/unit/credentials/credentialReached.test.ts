import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { VoiceSmsApi } from '../../../credentials/VoiceSmsApi.credentials';
import { untyped } from '../../harness/n8n/fake';
import { said } from '../../harness/n8n/messages';
import { wordsOfCredentialTest } from '../../harness/service/statuses';
import { noRedirects } from '../../harness/service/wire';

interface Credential {
	preAuthentication(
		this: { helpers: { httpRequest(options: IHttpRequestOptions): Promise<unknown> } },
		credentials: ICredentialDataDecryptedObject,
	): Promise<unknown>;
	authenticate(
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions>;
}

const data = { baseUrl: 'https://s.example.com/api/v1', apiKey: 'k1' };
/** As n8n makes it of the credential's `test`. */
const test = (): IHttpRequestOptions => ({
	baseURL: data.baseUrl,
	url: '/api/contacts',
	qs: { limit: 1 },
	timeout: 300_000,
});

/** What n8n does before a request: both steps, with a helper that notes what is asked of it. */
function before(answer: () => unknown = () => ({ statusCode: 200 })) {
	const asked: IHttpRequestOptions[] = [];
	const { preAuthentication, authenticate } = untyped<Credential>(new VoiceSmsApi());
	const helpers = {
		async httpRequest(options: IHttpRequestOptions) {
			asked.push(options);
			return answer();
		},
	};
	return {
		asked,
		async request(options: IHttpRequestOptions, credentials = { ...data }) {
			expect(await preAuthentication.call({ helpers }, credentials)).toEqual({});
			return await authenticate(credentials, options);
		},
	};
}

describe('the test of the credential', () => {
	it('is sent once beforehand as it is, and its status is an answer', async () => {
		const { asked, request } = before();
		const sent = { ...test(), headers: { 'x-api-key': 'k1' }, ...noRedirects };
		expect(await request(test())).toEqual(sent);
		expect(asked).toEqual([
			{ ...sent, ignoreHttpStatusErrors: true, returnFullResponse: true, timeout: 15_000 },
		]);
	});

	// n8n 1 loses the answer on the way to the credential's rules and says its own words.
	it.each(wordsOfCredentialTest)('says itself what HTTP %i means', async (statusCode, words) => {
		const { asked, request } = before(() => ({ statusCode, body: { success: false } }));
		await expect(request(test())).rejects.toThrow(words);
		expect(asked).toHaveLength(1);
	});

	it.each([403, 407, 500, 502, 504])(
		'names the proxy after its own HTTP %i',
		async (statusCode) => {
			for (const body of ['<html>No</html>', '', { message: 'Forbidden' }]) {
				const { request } = before(() => ({ statusCode, body }));
				await expect(request(test())).rejects.toThrow(
					`A proxy or web server answered in place of the service (HTTP ${statusCode}). Ask`,
				);
			}
		},
	);

	it('leaves a status that it has no words for to n8n', async () => {
		const { request } = before(() => ({ statusCode: 418 }));
		expect(await request(test())).toMatchObject({ url: '/api/contacts' });
	});

	it('explains an address at which nothing answers', async () => {
		const { request } = before(() => {
			throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
		});
		await expect(request(test())).rejects.toThrow('There is no host "s.example.com"');
	});

	it('refuses an address that is none before it asks', async () => {
		const { asked, request } = before();
		await expect(request(test(), { baseUrl: 's.example.com', apiKey: 'k1' })).rejects.toThrow(
			said.noScheme,
		);
		expect(asked).toEqual([]);
	});
});

describe('any other request', () => {
	it.each([
		['of this node', { url: `${data.baseUrl}/api/contacts`, qs: { limit: 1 } }],
		["of n8n's HTTP Request node", { uri: `${data.baseUrl}/api/contacts`, url: '' }],
		['to another host', { url: '/api/contacts', baseURL: 'https://elsewhere.example.com' }],
	])('%s is sent once', async (_name, options) => {
		const { asked, request } = before();
		await request(options);
		expect(asked).toEqual([]);
	});
});

it('n8n hands out its helper because of a hidden field that stays empty', () => {
	const fields = new VoiceSmsApi().properties.filter(({ type }) => type === 'hidden');
	expect(fields).toMatchObject([{ typeOptions: { expirable: true }, default: '' }]);
});
