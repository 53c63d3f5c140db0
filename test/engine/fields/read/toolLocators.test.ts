import type { IDataObject, INode, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { operationsWithOptions } from '../../../../nodes/VoiceSms/layers';
import { VoiceSms } from '../../../../nodes/VoiceSms/VoiceSms.node';
import { locator, runAt, type NodeResult } from '../../../harness/n8n/engine';
import { companyNumbers } from '../../../simulator';
import { fake, untyped } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';
import { few, withSimulator } from '../../../harness/service/service';

const { description } = new VoiceSms();
/** As n8n makes a tool of a node (n8n, tool-generation). */
const ofTool = { ...description, name: 'voiceSmsTool' } as INodeTypeDescription;
const ofHitlTool = { ...description, name: 'voiceSmsHitlTool' } as INodeTypeDescription;
/** What a workflow holds of these operations. */
const located = operationsWithOptions
	.flatMap(({ resource, value, fields }) =>
		fields.map(({ name }) => [`${resource}.${value}`, name] as const),
	)
	.filter(([, name]) => ['callId', 'contactId', 'conversationId'].includes(name))
	.filter(([one], index, all) => all.findIndex(([other]) => other === one) === index);

/** The fields of that name that the form shows. */
function shown(operation: string, name: string, type: INodeTypeDescription): INodeProperties[] {
	const [resource, value] = operation.split('.');
	const parameters = { resource, operation: value };
	const node = { type: `n8n-nodes-voice-sms.${type.name}`, typeVersion: 1, parameters };
	return description.properties.filter(
		(field) =>
			field.name === name && NodeHelpers.displayParameter(parameters, field, untyped(node), type),
	);
}

describe.each(located)('%s', (operation, name) => {
	const thing = name[0].toUpperCase() + name.slice(1, -'Id'.length);

	it.each([
		['people', description, thing, 'list'],
		['a model', ofTool, `${thing} ID`, 'id'],
		['a model whose calls are approved', ofHitlTool, `${thing} ID`, 'id'],
	])(`shows %s one field %#`, (_whom, type, label, mode) => {
		const fields = shown(operation, name, type);
		expect(fields.map(({ displayName }) => displayName)).toStrictEqual([label]);
		expect(fields[0].default).toStrictEqual({ mode, value: '' });
	});

	it('has the same modes for both', () => {
		const [[one], [other]] = [description, ofTool].map((type) => shown(operation, name, type));
		expect(one.modes).toStrictEqual(other.modes);
	});

	it('shows people the field in an n8n that does not know "@tool"', () => {
		const [field] = shown(operation, name, description);
		expect(field.displayOptions?.show).not.toHaveProperty('@tool');
	});

	it.each(['list', 'id'])('keeps what a tool was saved with in mode %s', (mode) => {
		const [resource, value] = operation.split('.');
		const saved = { resource, operation: value, [name]: locator('={{ $fromAI("x") }}', mode) };
		for (const type of [description, ofTool]) {
			const node = fake<INode>({ type: type.name, typeVersion: 1, parameters: saved });
			const kept = NodeHelpers.getNodeParameters(type.properties, saved, true, false, node, type);
			expect(kept?.[name]).toStrictEqual(saved[name]);
		}
	});
});

describe('what a model gives', () => {
	const [own] = companyNumbers;
	const phone = '+15550100042';
	const simulator = withSimulator({ seed: few });
	let id: string;
	beforeEach(() => {
		({ id } = simulator.store.addContact({ phone, email: 'ada@example.com', firstName: 'Ada' }));
		simulator.store.receiveSms({ from: phone, to: own, body: 'Hello' });
	});

	async function asTool(parameters: IDataObject, given: unknown): Promise<NodeResult> {
		return await runAt(simulator, parameters, {
			items: [{ given } as IDataObject],
			settings: { type: 'n8n-nodes-voice-sms.voiceSmsTool' },
		});
	}
	const modes = ['list', 'id', 'phone', 'email'];
	const given = '={{ $json.given }}';

	it.each(
		modes.flatMap((mode) =>
			['ID', '+1 (555) 010-0042', 'ADA@example.com'].map((what) => [mode, what]),
		),
	)('in mode %s finds the contact: %s', async (mode, what) => {
		const parameters = { resource: 'contact', operation: 'get', contactId: locator(given, mode) };
		const { items, error } = await asTool(parameters, what === 'ID' ? id : what);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toStrictEqual([id]);
	});

	it('in a plain field finds the contact', async () => {
		const parameters = {
			resource: 'contact',
			operation: 'update',
			contactId: given,
			updateFields: { notes: 'New' },
			simple: false,
		};
		const { items } = await asTool(parameters, phone);
		expect(items.map(({ json }) => [json.id, json.notes])).toStrictEqual([[id, 'New']]);
	});

	it.each(['list', 'id', 'phone'])('in mode %s finds the conversation', async (mode) => {
		const parameters = { operation: 'getMessages', conversationId: locator(given, mode), limit: 5 };
		const { items } = await asTool(parameters, phone);
		expect(items.map(({ json }) => json.body)).toStrictEqual(['Hello']);
	});

	it.each(modes)('in mode %s is an ID when it is a name, and not found', async (mode) => {
		const parameters = { resource: 'contact', operation: 'get', contactId: locator(given, mode) };
		const { error } = await asTool(parameters, 'Ada');
		expect(error?.message).toMatch(
			/^No contact has the ID "Ada"\. IDs look like contact_000042\. /,
		);
		expect(simulator.requests.map(({ path }) => path)).toStrictEqual(['/api/v1/api/contacts/Ada']);
	});

	it.each([
		['a number', '+15550109999', 'phone number +15550109999'],
		['an address', 'bo@example.com', 'email address bo@example.com'],
	])('is %s that no contact has: it is told how to find one', async (_name, what, words) => {
		const found = `Find one ${said.toolThatLists} contacts, if you have one. ${said.elseTellUser}.`;
		const parameters = { resource: 'contact', operation: 'get', contactId: locator(given) };
		const { error } = await asTool(parameters, what);
		expect(error?.message).toBe(`No contact has the ${words}. ${found}`);
		const options = { ifNotFound: 'empty' };
		const { items } = await asTool({ ...parameters, options }, what);
		expect(items[0].json).toStrictEqual({
			found: 0,
			message: `No contact has the ${words}. ${found}`,
		});
	});

	it('is a number without a conversation: it is told how to find one', async () => {
		const parameters = { operation: 'getMessages', conversationId: locator(given), limit: 5 };
		const { error } = await asTool(parameters, '+15550109999');
		expect(error?.message).toBe(
			`No conversation has the phone number +15550109999. Find one ${said.toolThatLists} conversations, if you have one. ${said.elseTellUser}.`,
		);
	});

	it('is a number that several contacts have: it is told their IDs', async () => {
		const other = simulator.store.addContact({ phone, firstName: 'Bo' }).id;
		const parameters = { resource: 'contact', operation: 'get', contactId: locator(given) };
		const { error } = await asTool(parameters, phone);
		expect(error?.message).toContain(`2 contacts have the phone number ${phone}. `);
		expect(error?.message).toContain(`Ada (${phone}, ID ${id})`);
		expect(error?.message).toContain(`Bo (${phone}, ID ${other})`);
		expect(error?.message).toContain('choose the right contact by its ID.');
	});

	it('is named as the model knows it when it is refused', async () => {
		const parameters = { resource: 'contact', operation: 'get', contactId: locator(given) };
		const { error } = await asTool(parameters, '+1555');
		expect(error?.message).toContain(`'Contact ID' ${said.tooShort}`);
		expect(simulator.requests).toStrictEqual([]);
	});

	it('is an ID of a call, whatever it looks like', async () => {
		const parameters = { resource: 'call', operation: 'get', callId: locator(given, 'list') };
		const { error } = await asTool(parameters, phone);
		expect(error?.message).toContain(`No call has the ID "${phone}"`);
	});
});
