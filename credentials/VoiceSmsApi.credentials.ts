import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { asUrl, parseBaseUrl } from '../nodes/VoiceSms/api/paths';
import { parameterNames } from '../nodes/VoiceSms/api/unstated';
import { countryOptions } from '../nodes/VoiceSms/fields/country';

const redirected =
	'The service redirects to another address. Redirects are not followed, as they would carry the key away: put the final address in the Base URL.';

/** What each answer to the test means. n8n shows these instead of the bare status. */
const answers: Record<number, string> = {
	301: redirected,
	302: redirected,
	303: redirected,
	307: redirected,
	308: redirected,
	401: 'The service does not accept this API Key (HTTP 401).',
	403: 'The service answered HTTP 403: the API Key is wrong, or it may not read contacts. A key that may only send can still be used to send.',
	404: 'There is no such address at the service (HTTP 404). Check that the Base URL ends in /api/v1.',
	429: 'The service asks for fewer requests (HTTP 429). Wait a minute and test again.',
	500: 'The service could not answer (HTTP 500). Try again later.',
	502: 'The service cannot be reached behind its gateway (HTTP 502). Try again later.',
	503: 'The service is not available at the moment (HTTP 503). Try again later.',
};

const rules = [
	...Object.entries(answers).map(([status, message]) => ({
		type: 'responseCode',
		properties: { value: Number(status), message },
	})),
	{
		type: 'responseSuccessBody',
		properties: {
			key: 'success',
			value: false,
			message: 'The service answered that the request did not succeed. Check the API Key.',
		},
	},
	// A web page, or another service: its answer has no `success`.
	{
		type: 'responseSuccessBody',
		properties: {
			key: 'success',
			value: undefined,
			message:
				'Something answered at this address, but not the service. Check that the Base URL ends in /api/v1.',
		},
	},
] as unknown as ICredentialTestRequest['rules'];

/**
 * Base URLs that the editor warns of. No pattern: n8n works that out again for every execution, in a
 * sandbox of its own with a time limit that fails the execution on a busy machine. So an address with
 * spaces before it or in mixed case is not warned of; it works all the same.
 */
const unencrypted = ['http://', 'HTTP://', 'Http://'].map((scheme) => ({
	_cnd: { startsWith: scheme },
}));

/** Text too, or n8n drops the names beside it. */
const otherNamesGiven = { show: { otherNames: [true, 'true'] } };

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
			description: 'The address of the service; it ends in /api/v1',
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
		},
		{
			displayName: 'Default Country',
			name: 'defaultCountry',
			type: 'options',
			options: countryOptions,
			default: '',
			description: 'Country of phone numbers that are written without a country code',
		},
		{
			displayName: 'Service Uses Other Names',
			name: 'otherNames',
			type: 'boolean',
			default: false,
			description:
				'Whether your service knows the parameters below by other names than those this node was made with',
		},
		{
			displayName: 'Search Parameter',
			name: 'searchParameter',
			type: 'string',
			displayOptions: otherNamesGiven,
			default: parameterNames.search,
			placeholder: 'e.g. search',
			description: 'Query parameter by which lists of contacts and conversations are searched',
		},
		{
			displayName: 'Start Date Parameter',
			name: 'startDateParameter',
			type: 'string',
			displayOptions: otherNamesGiven,
			default: parameterNames.startDate,
			placeholder: 'e.g. startDate',
			description: 'Query parameter of call analytics for the begin of the date range',
		},
		{
			displayName: 'End Date Parameter',
			name: 'endDateParameter',
			type: 'string',
			displayOptions: otherNamesGiven,
			default: parameterNames.endDate,
			placeholder: 'e.g. endDate',
			description: 'Query parameter of call analytics for the end of the date range',
		},
	];

	/**
	 * Adds the key to requests to the base URL's own origin, and to nothing else. A function, because
	 * n8n works out a generic object with expressions anew for every request, which takes 400 times
	 * as long.
	 */
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const { origin } = parseBaseUrl(credentials.baseUrl);
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
		const apiKey = String(credentials.apiKey ?? '').trim();
		requestOptions.headers = { ...requestOptions.headers, 'x-api-key': apiKey };
		return requestOptions;
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/api/contacts',
			qs: { limit: 1 },
			disableFollowRedirect: true,
		},
		rules,
	};
}
