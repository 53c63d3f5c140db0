import type { IDataObject } from 'n8n-workflow';

import { VoiceSmsApi } from '../../credentials/VoiceSmsApi.credentials';
import { keyOf } from '../../nodes/VoiceSms/api/request';

const credential = new VoiceSmsApi();

describe('the test of the credential', () => {
	const rules = (credential.test.rules ?? []).flatMap(({ type, properties }) =>
		type === 'responseCode' ? [properties] : [],
	);

	it('knows the redirects, and the refusals that have a cause of their own', () => {
		expect(rules.map(({ value }) => value)).toEqual([
			...[301, 302, 303, 307, 308],
			...[401, 403, 404, 429],
			...[500, 502, 503],
		]);
	});

	it.each(rules)('explains HTTP $value by that status', ({ value, message }) => {
		expect(message).toContain(value < 400 ? 'redirects to another address' : `HTTP ${value}`);
	});
});

it('a credential without a key sends an empty one, not the word "undefined"', async () => {
	const authenticate = credential.authenticate as unknown as (
		data: IDataObject,
		options: IDataObject,
	) => Promise<IDataObject>;
	const url = 'https://s.example.com/api/v1';
	expect(await authenticate({ baseUrl: url }, { url })).toEqual({
		url,
		headers: { 'x-api-key': '' },
	});
	for (const data of [{}, undefined]) {
		expect(keyOf({ id: '', name: '', type: '', data })).toBe('');
	}
});
