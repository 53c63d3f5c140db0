import type { Access } from '../../../nodes/VoiceSms/api/access';
import { parameterNames } from '../../../nodes/VoiceSms/api/unstated';

/** A credential as it was read, without options. */
export const access: Access = {
	url: 'https://s.example.com/api/v1',
	origin: 'https://s.example.com',
	apiKey: 'key_1',
	// n8n authenticates with what the user typed.
	decrypted: { id: '', name: 'voiceSmsApi', type: 'voiceSmsApi', data: { apiKey: ' key_1 ' } },
	names: parameterNames,
	defaultCountry: '',
	skipTag: '',
	testNumbers: '',
};
