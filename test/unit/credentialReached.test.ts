import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { VoiceSmsApi } from '../../credentials/VoiceSmsApi.credentials';

type PreAuthentication = (
	this: { helpers: { httpRequest(options: IHttpRequestOptions): Promise<unknown> } },
	credentials: ICredentialDataDecryptedObject,
) => Promise<unknown>;

/** n8n's helper, which notes the requests and answers each with what the test says. */
function asking(answer: () => unknown = () => ({})) {
	const asked: IHttpRequestOptions[] = [];
	const { preAuthentication } = new VoiceSmsApi() as unknown as {
		preAuthentication: PreAuthentication;
	};
	const helpers = {
		async httpRequest(options: IHttpRequestOptions) {
			asked.push(options);
			return answer();
		},
	};
	const ask = async (credentials: ICredentialDataDecryptedObject) =>
		await preAuthentication.call({ helpers }, credentials);
	return { asked, ask };
}

describe('what n8n calls before it tests the credential', () => {
	it('asks for the least there is, with the key, and takes any status for an answer', async () => {
		const { asked, ask } = asking();
		expect(await ask({ baseUrl: ' https://s.example.com/api/v1/ ', apiKey: 'k1' })).toEqual({});
		expect(asked).toEqual([
			{
				url: 'https://s.example.com/api/v1/api/contacts',
				qs: { limit: 1 },
				headers: { 'x-api-key': 'k1' },
				timeout: 15_000,
				disableFollowRedirect: true,
				ignoreHttpStatusErrors: true,
			},
		]);
	});

	it('explains an address at which nothing answers', async () => {
		const { ask } = asking(() => {
			throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
		});
		await expect(ask({ baseUrl: 'https://s.example.com/api/v1', apiKey: 'k1' })).rejects.toThrow(
			'There is no host "s.example.com"',
		);
	});

	it('refuses an address that is none before it asks', async () => {
		const { asked, ask } = asking();
		await expect(ask({ baseUrl: 'service.example.com/api/v1', apiKey: 'k1' })).rejects.toThrow(
			'must begin with https:// or http://',
		);
		expect(asked).toEqual([]);
	});

	// n8n calls it too when a request of another node was refused (n8n-core, authentication.js).
	it('asks nothing once the key was put into a request', async () => {
		const { asked, ask } = asking();
		const credentials = { baseUrl: 'https://s.example.com/api/v1', apiKey: 'k1' };
		const { authenticate } = new VoiceSmsApi() as unknown as {
			authenticate(data: object, options: object): Promise<unknown>;
		};
		await authenticate(credentials, { url: 'https://s.example.com/api/v1/api/calls' });
		expect(await ask(credentials)).toEqual({});
		expect(asked).toEqual([]);
	});

	it('is not called in a run: the hidden field for it is never empty', () => {
		const fields = new VoiceSmsApi().properties.filter(({ type }) => type === 'hidden');
		expect(fields).toMatchObject([{ typeOptions: { expirable: true }, default: 'yes' }]);
	});
});
