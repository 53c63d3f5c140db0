import type { IDataObject } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { VoiceSmsApi } from '../../../credentials/VoiceSmsApi.credentials';
import { cleanKey } from '../../../nodes/VoiceSms/api/paths';
import { untyped } from '../../harness/n8n/fake';
import { wordsOfCredentialTest } from '../../harness/service/statuses';

const credential = new VoiceSmsApi();

describe('the test of the credential', () => {
	const rules = (credential.test.rules ?? []).flatMap(({ type, properties }) =>
		type === 'responseCode' ? [properties] : [],
	);

	it('knows the redirects, and the refusals that have a cause of their own', () => {
		const statuses = wordsOfCredentialTest.map(([status]) => status);
		expect(rules.map(({ value }) => value)).toEqual(statuses);
	});

	it.each(wordsOfCredentialTest)('explains HTTP %i', (status, words) => {
		expect(rules.find(({ value }) => value === status)?.message).toContain(words);
	});
});

it.each([
	['http://10.0.0.5/api/v1', true],
	['HTTP://10.0.0.5/api/v1', true],
	['Http://10.0.0.5/api/v1', true],
	['https://service.example.com/api/v1', false],
	['HTTPS://service.example.com/api/v1', false],
	['service.example.com/api/v1', false],
	['', false],
])('the editor warns of the Base URL %j: %s', (baseUrl, isWarned) => {
	const notice = credential.properties.find(({ name }) => name === 'httpNotice');
	if (notice === undefined) throw new Error('The credential has no such notice.');
	expect(NodeHelpers.displayParameter({ baseUrl }, notice, null, null)).toBe(isWarned);
});

type Authenticate = (data: IDataObject, options: IDataObject) => Promise<IDataObject>;

it.each([[''], [null], [undefined]])('a credential with the key %j is refused', async (apiKey) => {
	const authenticate = untyped<Authenticate>(credential.authenticate);
	const url = 'https://s.example.com/api/v1';
	expect(() => cleanKey(apiKey)).toThrow('The API Key of the credential is empty');
	await expect(async () => await authenticate({ baseUrl: url, apiKey }, { url })).rejects.toThrow(
		'is empty',
	);
});

it.each([
	['spaces', ' key_1 '],
	['a line end', 'key_1\n'],
	['a line end within', 'ke\r\ny_1'],
	['a zero-width space', '\u200bke\u200by_1'],
	['a byte order mark', '\ufeffkey_1'],
	['a blank that does not break', '\u00a0key_1'],
	['a soft hyphen and a line separator', 'key\u00ad_\u20281'],
])('a key that was copied with %s is sent, and hidden, without it', async (_name, apiKey) => {
	const authenticate = untyped<Authenticate>(credential.authenticate);
	const url = 'https://s.example.com/api/v1';
	const { headers } = await authenticate({ baseUrl: url, apiKey }, { url });
	expect(headers).toEqual({ 'x-api-key': 'key_1' });
	expect(cleanKey(apiKey)).toBe('key_1');
});

it.each(['k\u0435y_1', 'key\u20131'])('the key %j is refused', (apiKey) => {
	expect(() => cleanKey(apiKey)).toThrow(
		/^The API Key of the credential has an invalid character\. Copy the key from the service again\.$/,
	);
});
