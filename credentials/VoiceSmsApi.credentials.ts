import {
	type IAuthenticate,
	type ICredentialTestRequest,
	type ICredentialType,
	type INodeProperties,
} from 'n8n-workflow';

import { asUrl, cleanKey, parseBaseUrl } from '../nodes/VoiceSms/api/paths';
import { testRules } from './testWords';
import { parameterNames } from '../nodes/VoiceSms/api/unstated';
import { textField } from '../nodes/VoiceSms/fields/forms/formFields';
import { countryOptions } from '../nodes/VoiceSms/fields/phone/country';

/**
 * Base URLs that the editor warns of. Not a pattern: n8n checks patterns again in every execution, in a
 * sandbox with a time limit that fails the execution on a busy machine. Limit: the editor does not warn
 * of an address that begins with a space or is in mixed case.
 */
const unencrypted = ['http://', 'HTTP://', 'Http://'].map((scheme) => ({
	_cnd: { startsWith: scheme },
}));

/**
 * n8n would carry the key along to another host. The first name is of n8n's newer request helpers, the others of the
 * older ones, which n8n's HTTP Request node uses (n8n, backend-network, http/axios: request.ts, legacy.ts).
 */
const noRedirects = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

/** The names of three parameters, which the interface does not show. */
const otherNames: INodeProperties[] = [
	{
		displayName: 'Service Uses Other Names',
		name: 'otherNames',
		type: 'boolean',
		default: false,
		description: 'Whether your service uses other names. Leave it off, unless a line tells you.',
	},
	parameterNameField('search', 'Search Parameter', 'searches'),
	parameterNameField('startDate', 'Start Date Parameter', 'start dates'),
	parameterNameField('endDate', 'End Date Parameter', 'end dates'),
];

export class VoiceSmsApi implements ICredentialType {
	name = 'voiceSmsApi';

	displayName = 'Voice and SMS API';

	icon = { light: 'file:voiceSms.svg', dark: 'file:voiceSms.dark.svg' } as const;

	documentationUrl = 'https://github.com/to-be-filled-in/n8n-nodes-voice-sms#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://service.example.com/api/v1',
			description: 'Address of the service, from the people who run it',
			hint: 'It ends in /api/v1',
		},
		{
			displayName:
				'With http://, your API key is sent unencrypted. Use https:// unless the service runs on this computer.',
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
				'Sending needs the permission sms:send, deleting calls calls:delete, analytics analytics:read',
			hint: 'In your settings at the service',
		},
		{
			displayName: 'Default Country',
			name: 'defaultCountry',
			type: 'options',
			options: countryOptions,
			default: '',
			description: 'Your country: then numbers such as 0664 1234567 work',
		},
		{
			displayName: 'Skip Contacts With Tag',
			name: 'skipTag',
			type: 'string',
			default: '',
			placeholder: 'e.g. no-sms',
			description: 'People with this tag in their contact get no SMS and no call',
		},
		{
			displayName: 'Test Numbers',
			name: 'testNumbers',
			type: 'string',
			default: '',
			placeholder: 'e.g. +43 664 1234567',
			description:
				'Your own number. In tests in n8n, nobody else gets anything. Several: with commas.',
		},
		...otherNames,
	];

	/**
	 * Adds the key only to requests to the base URL's own origin, and lets them follow no redirect: any node
	 * may use this credential. A function, because n8n evaluates an object with expressions again for every
	 * request, which takes 400 times as long.
	 *
	 * @throws UserError for a key that a header cannot carry
	 */
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const { origin } = parseBaseUrl(credentials.baseUrl);
		// n8n's HTTP Request node sets `uri`. An absolute address wins over `baseURL`.
		const address: { url?: string; uri?: string; baseURL?: string } = requestOptions;
		const { url = '', uri = url, baseURL = '' } = address;
		const target = (asUrl(uri) ?? asUrl(baseURL))?.origin;
		if (target !== origin) return requestOptions;
		const headers = { ...requestOptions.headers, 'x-api-key': cleanKey(credentials.apiKey) };
		return Object.assign(requestOptions, noRedirects, { headers });
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/api/contacts',
			qs: { limit: 1 },
		},
		rules: testRules,
	};
}

function parameterNameField(
	name: keyof typeof parameterNames,
	label: string,
	use: string,
): INodeProperties {
	return {
		...textField(label, `${name}Parameter`, parameterNames[name]),
		// An expression gives text: without it n8n would drop the names.
		displayOptions: { show: { otherNames: [true, 'true'] } },
		default: parameterNames[name],
		description: `The service's name for ${use}`,
	};
}
