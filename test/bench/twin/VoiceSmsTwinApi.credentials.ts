import type { IAuthenticateGeneric, ICredentialType, INodeProperties } from 'n8n-workflow';

/** The credential as n8n's documentation shows it: with a generic `authenticate`. */
export class VoiceSmsTwinApi implements ICredentialType {
	name = 'voiceSmsTwinApi';

	displayName = 'Voice and SMS Twin API';

	properties: INodeProperties[] = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'x-api-key': '={{ $credentials.apiKey }}' } },
	};
}
