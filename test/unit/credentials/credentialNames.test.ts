import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';

import { VoiceSmsApi } from '../../../credentials/VoiceSmsApi.credentials';
import type { RequestContext } from '../../../nodes/VoiceSms/api/access';
import { readAccess } from '../../../nodes/VoiceSms/api/access';
import { parameterNames } from '../../../nodes/VoiceSms/api/unstated';
import { fake, untyped } from '../../harness/n8n/fake';

const { properties } = new VoiceSmsApi();
const others = { search: 'needle', startDate: 'since', endDate: 'until' };
const saved = {
	baseUrl: 'https://s.example.com/api/v1',
	apiKey: 'key_1',
	searchParameter: others.search,
	startDateParameter: others.startDate,
	endDateParameter: others.endDate,
};

/** What the node reads of a credential, with what n8n makes of it (n8n, credentials-helper.ts). */
async function accessOf(data: IDataObject) {
	const given = NodeHelpers.getNodeParameters(properties, untyped(data), true, false, null, null);
	const context = fake<RequestContext>({
		getCredentials: async () => given as ICredentialDataDecryptedObject,
	});
	return await readAccess(context);
}

it('the names that the credential shows at first are those of the guesses', () => {
	const shown = (name: string) => properties.find((field) => field.name === name)?.default;
	expect({
		search: shown('searchParameter'),
		startDate: shown('startDateParameter'),
		endDate: shown('endDateParameter'),
	}).toStrictEqual(parameterNames);
});

it.each([true, 'true'])('with the switch %j, they are those that were entered', async (on) => {
	expect((await accessOf({ ...saved, otherNames: on })).names).toStrictEqual(others);
});

it.each([false, 'false', '', 'no'])('with the switch %j, they are the guesses', async (off) => {
	expect((await accessOf({ ...saved, otherNames: off })).names).toStrictEqual(parameterNames);
});

it('a credential with nothing but address and key has the guesses and no country', async () => {
	const { baseUrl, apiKey } = saved;
	const { names, defaultCountry, url } = await accessOf({ baseUrl, apiKey });
	expect(names).toStrictEqual(parameterNames);
	expect(defaultCountry).toBe('');
	expect(url).toBe(baseUrl);
});

it.each([
	['DE', 'DE'],
	[' de ', 'de'],
	['', ''],
	[null, ''],
])('the default country %j is "%s"', async (defaultCountry, expected) => {
	expect((await accessOf({ ...saved, defaultCountry })).defaultCountry).toBe(expected);
});

it.each([
	['no-sms', 'no-sms'],
	[' no-sms, vip ', 'no-sms, vip'],
	['', ''],
])('the tag %j is "%s"', async (skipTag, expected) => {
	expect((await accessOf({ ...saved, skipTag })).skipTag).toBe(expected);
});

it('a credential that was saved before the field has no tag', async () => {
	expect((await accessOf(saved)).skipTag).toBe('');
});

it('an expression of the tag that gives nothing is refused', async () => {
	// As n8n resolves the expressions of a credential (n8n, credentials-helper.ts).
	const workflow = new Workflow({
		nodes: [],
		connections: {},
		active: false,
		nodeTypes: untyped({}),
	});
	const node = untyped<INode>({ name: '', type: '', typeVersion: 1, parameters: saved });
	const values = { ...saved, skipTag: '={{ $vars.tag }}' };
	const data = await workflow.expression.getComplexParameterValue(
		node,
		values,
		'internal',
		{ $vars: {} },
		undefined,
		undefined,
		values,
	);
	const context = fake<RequestContext>({
		getNode: () => node,
		getCredentials: async () => untyped<never>(data),
	});
	await expect(readAccess(context)).rejects.toThrow(
		"'Skip Contacts With Tag' of the credential is empty",
	);
});
