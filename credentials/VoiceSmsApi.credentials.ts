import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { cleanKey } from '../nodes/VoiceSms/api/http/apiKey';
import { asUrl, parseBaseUrl } from '../nodes/VoiceSms/api/paths';
import { testRules, testWordsOf } from './testRules';
import { unreachable } from './unreachable';
import { countryOptions } from '../nodes/VoiceSms/fields/phone/country';
import { otherNames } from './otherNames';

/**
 * Base URLs that the editor warns of. No pattern: n8n works that out again for every execution, in a
 * sandbox of its own with a time limit that fails the execution on a busy machine. So an address with
 * spaces before it or in mixed case is not warned of; it works all the same.
 */
const unencrypted = ['http://', 'HTTP://', 'Http://'].map((scheme) => ({
	_cnd: { startsWith: scheme },
}));

/** What the test asks for. */
const testPath = '/api/contacts';

/** Milliseconds that somebody in front of the editor is kept waiting for a host that says nothing. */
const longestMs = 15_000;

/** n8n's helper for requests, by the credential that it was handed out for. */
const helpersOf = new WeakMap<ICredentialDataDecryptedObject, IHttpRequestHelper['helpers']>();

export class VoiceSmsApi implements ICredentialType {
	name = 'voiceSmsApi';

	displayName = 'Voice and SMS API';

	icon = { light: 'file:voiceSms.svg', dark: 'file:voiceSms.dark.svg' } as const;

	documentationUrl = 'https://github.com/n8n-nodes-voice-sms/n8n-nodes-voice-sms#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://service.example.com/api/v1',
			description: 'The address of the service, as whoever runs it gives it to you',
			hint: 'It ends in /api/v1',
		},
		{
			displayName:
				'An address that begins with http:// sends your API key unencrypted. Use https:// unless the service runs on this computer.',
			name: 'httpNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { baseUrl: unencrypted } },
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The key decides whose data is read and what may be done. Sending SMS needs the permission sms:send, deleting calls calls:delete, and call analytics analytics:read.',
			hint: 'You get it from the service: look in the settings of your company there, or ask whoever manages them',
		},
		{
			displayName: 'Default Country',
			name: 'defaultCountry',
			type: 'options',
			options: countryOptions,
			default: '',
			description: 'Country of phone numbers that are written without a country code',
			hint: 'For numbers such as (555) 010-0042, which do not say their country',
		},
		...otherNames,
		{
			// Holds nothing: without it n8n does not call `preAuthentication`.
			displayName: 'Reached',
			name: 'reached',
			type: 'hidden',
			typeOptions: { expirable: true },
			default: '',
		},
	];

	/**
	 * Adds the key to requests to the base URL's own origin, and to nothing else. A function, because
	 * n8n works out a generic object with expressions anew for every request, which takes 400 times
	 * as long.
	 *
	 * @throws UserError for the test of the credential when nothing answers: what is wrong with the Base
	 * URL. n8n would show the bare code, such as ENOTFOUND (n8n, credentials-tester.service.js). UserError
	 * for a key that a header cannot carry.
	 */
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const { url: base, origin } = parseBaseUrl(credentials.baseUrl);
		// n8n's HTTP Request node says `uri`. An absolute address wins over `baseURL`.
		const {
			url = '',
			uri = url,
			baseURL = '',
		} = requestOptions as {
			url?: string;
			uri?: string;
			baseURL?: string;
		};
		const target = (asUrl(uri) ?? asUrl(baseURL))?.origin;
		if (target !== origin) return requestOptions;
		requestOptions.headers = {
			...requestOptions.headers,
			'x-api-key': cleanKey(credentials.apiKey),
		};
		const helpers = helpersOf.get(credentials);
		// Only the test has an address without a host.
		if (uri === testPath && helpers !== undefined) await reach(helpers, base, requestOptions);
		return requestOptions;
	};

	/**
	 * Keeps n8n's helper for `authenticate`, which gets none. n8n calls it before each request because
	 * of the hidden field above, and keeps nothing of an empty answer (n8n, credentials-helper.js).
	 * Its "Engine 2.0", a preview, takes no credential with such a field yet (remote-credentials-helper.js).
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		helpersOf.set(credentials, this.helpers);
		return {};
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: testPath,
			qs: { limit: 1 },
			disableFollowRedirect: true,
		},
		rules: testRules,
	};
}

/**
 * Sends the test once before n8n does, to explain it when nothing answers, or not with success: n8n 1
 * loses the answer on the way to the rules (n8n-workflow 1, execution-base.error.js) and says its own
 * words.
 *
 * @throws UserError that says which part of the Base URL to look at, or what the status means
 */
async function reach(
	helpers: IHttpRequestHelper['helpers'],
	base: string,
	options: IHttpRequestOptions,
): Promise<void> {
	const asked = { ignoreHttpStatusErrors: true, returnFullResponse: true, timeout: longestMs };
	let answer: unknown;
	try {
		answer = await helpers.httpRequest({ ...options, ...asked });
	} catch (error) {
		throw unreachable(error, base);
	}
	const words = testWordsOf((answer as IN8nHttpFullResponse).statusCode);
	if (words !== undefined) throw new UserError(words);
}
