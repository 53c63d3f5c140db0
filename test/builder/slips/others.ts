import type { IDataObject } from 'n8n-workflow';

import type { Slip } from './run';

const fromNumber = { __rl: true, mode: 'list', value: '+15550100001' };

const call =
	(wrong: IDataObject) =>
	(toNumber: string): IDataObject => ({
		resource: 'call',
		operation: 'create',
		fromNumber,
		toNumber,
		...wrong,
	});

/** Slips in a node that calls. */
export const ofCall: Slip[] = [
	{
		name: 'dryRun at the top level',
		parameters: call({ dryRun: true }),
		happens: 'called with fromNumber: REGISTERED',
	},
	{
		name: 'skipTag at the top level',
		parameters: call({ skipTag: 'no-sms' }),
		tags: ['no-sms'],
		happens: 'called with fromNumber: REGISTERED',
	},
	{
		name: 'waitForEnd at the top level',
		parameters: call({ waitForEnd: true }),
		happens: 'called with fromNumber: REGISTERED',
	},
	{
		name: 'to and from, as for an SMS',
		parameters: (phone) => ({
			...call({ toNumber: undefined, fromNumber: undefined })(phone),
			to: phone,
			from: fromNumber,
		}),
		alone: true,
		happens: 'n8n: Parameter "From Number" is required. Parameter "To Number" is required.',
	},
	{
		name: 'agentId at the top level',
		parameters: call({ agentId: 'agent_7' }),
		happens: 'called with fromNumber: REGISTERED',
	},
	{
		name: 'options.metadata',
		parameters: call({ options: { metadata: { order: 'A-1' } } }),
		happens: 'called with fromNumber: REGISTERED',
	},
];

const update = (wrong: IDataObject, value?: (phone: string) => unknown) => (phone: string) =>
	({
		resource: 'contact',
		operation: 'update',
		contactId: value?.(phone) ?? { __rl: true, mode: 'phone', value: phone },
		...wrong,
	}) as IDataObject;
const noSms = { updateFields: { tags: 'no-sms' } };
const vip = { tags: ['vip'] };

/** Slips in a node that marks a contact. */
export const ofUpdate: Slip[] = [
	{
		name: 'tags at the top level',
		parameters: update({ tags: 'no-sms' }),
		...vip,
		happens: "refused: 'Update Fields' is empty; tags: vip",
	},
	{
		name: 'additionalFields.tags',
		parameters: update({ additionalFields: { tags: 'no-sms' } }),
		...vip,
		happens: "refused: 'Update Fields' is empty; tags: vip",
	},
	{
		name: 'updateFields.tag',
		parameters: update({ updateFields: { tag: 'no-sms' } }),
		...vip,
		happens: "refused: 'Update Fields' is empty; tags: vip",
	},
	{
		name: 'updateFields.tags as a list',
		parameters: update({ updateFields: { tags: ['no-sms'] } }),
		...vip,
		happens: 'tags: vip, no-sms',
	},
	{
		name: 'contactId as text',
		parameters: update(noSms, (phone) => phone),
		...vip,
		happens: 'tags: vip, no-sms',
	},
	{
		name: 'contactId in mode id, with a phone number',
		parameters: update(noSms, (value) => ({ __rl: true, mode: 'id', value })),
		...vip,
		happens: 'tags: vip, no-sms',
	},
	{
		name: 'contactId in a mode that it does not have',
		parameters: update(noSms, (value) => ({ __rl: true, mode: 'number', value })),
		...vip,
		happens: 'tags: vip, no-sms',
	},
	{
		name: 'create, not upsert, for somebody who is there',
		parameters: (phone) => ({
			resource: 'contact',
			operation: 'create',
			additionalFields: { phone, tags: 'no-sms' },
		}),
		...vip,
		happens: 'tags: vip',
	},
	{
		name: 'upsert with tags at the top level',
		parameters: (phone) => ({
			resource: 'contact',
			operation: 'upsert',
			matchBy: 'phone',
			phone,
			firstName: 'Ann',
			tags: 'no-sms',
		}),
		...vip,
		happens: 'tags: vip',
	},
];

const read = (resource: string, operation: string, more: IDataObject) => () => ({
	resource,
	operation,
	...more,
});
const contacts = (more: IDataObject) => read('contact', 'getAll', { returnAll: true, ...more });
const calls = (more: IDataObject) => read('call', 'getAll', { returnAll: true, ...more });

/** Slips in a node that reads. */
export const ofReads: Slip[] = [
	{
		name: 'contacts: filters.tag',
		parameters: contacts({ filters: { tag: 'vip' } }),
		happens: '120 records',
	},
	{
		name: 'contacts: tags at the top level',
		parameters: contacts({ tags: 'vip' }),
		happens: '120 records',
	},
	{
		name: 'contacts: options.tags',
		parameters: contacts({ options: { tags: 'vip' } }),
		happens: '120 records',
	},
	{
		name: 'contacts: filters.phone',
		parameters: contacts({ filters: { phone: '+15552000000' } }),
		happens: '120 records',
	},
	{
		name: 'contacts: options.returnAll',
		parameters: read('contact', 'getAll', { options: { returnAll: true } }),
		happens: '50 records',
	},
	{
		name: 'contacts: options.limit',
		parameters: read('contact', 'getAll', { options: { limit: 5 } }),
		happens: '50 records',
	},
	{
		name: 'calls: filters.companyPhone',
		parameters: calls({ filters: { companyPhone: '+15550100001' } }),
		happens: '120 records',
	},
	{
		name: 'calls: direction at the top level',
		parameters: calls({ direction: 'INBOUND' }),
		happens: '120 records',
	},
	{
		name: 'calls: search, not query',
		parameters: read('call', 'search', { search: '+15552000000' }),
		alone: true,
		happens: 'n8n: Parameter "Search Text" is required.',
	},
	{
		name: 'conversations: filters.unread',
		parameters: read('sms', 'getConversations', { returnAll: true, filters: { unread: true } }),
		happens: '60 records',
	},
	{
		name: 'messages: conversationId as text',
		parameters: read('sms', 'getMessages', {
			conversationId: 'conversation_000001',
			returnAll: true,
		}),
		happens: '32 records',
	},
	{
		name: 'messages: since at the top level',
		parameters: read('sms', 'getMessages', {
			conversationId: { __rl: true, mode: 'id', value: 'conversation_000001' },
			returnAll: true,
			since: '2099-01-01',
		}),
		happens: '32 records',
	},
	{
		name: 'a record that is not there, with ifNotFound at the top level',
		parameters: read('contact', 'get', {
			contactId: { __rl: true, mode: 'phone', value: '+15559999999' },
			ifNotFound: 'empty',
		}),
		happens: 'refused: No contact has the phone number +15559999999',
	},
];
