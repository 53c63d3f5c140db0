import type { IDataObject } from 'n8n-workflow';

import type { Slip } from './run';

const from = { __rl: true, mode: 'list', value: '+15550100001' };

/** A send that is right, with what is wrong in it. */
const send =
	(wrong: IDataObject) =>
	(to: string): IDataObject => ({
		resource: 'sms',
		operation: 'send',
		from,
		to,
		body: 'Hello',
		...wrong,
	});
const withoutBody = { body: undefined };
const tagged = { tags: ['no-sms'] };

/** Slips in a node that sends an SMS. */
export const ofSend: Slip[] = [
	{ name: 'dryRun at the top level', parameters: send({ dryRun: true }), happens: 'sent: Hello' },
	{
		name: 'options.dry_run',
		parameters: send({ options: { dry_run: true } }),
		happens: 'sent: Hello',
	},
	{
		name: 'dryRun in additionalFields',
		parameters: send({ additionalFields: { dryRun: true } }),
		happens: 'sent: Hello',
	},
	{
		name: 'dryRun as text',
		parameters: send({ options: { dryRun: 'true' } }),
		happens: '["wouldSend"]',
	},
	{
		name: 'options as a list',
		parameters: send({ options: [{ dryRun: true }] }),
		happens: 'sent: Hello',
	},
	{
		name: 'skipTag at the top level',
		parameters: send({ skipTag: 'no-sms' }),
		...tagged,
		happens: 'sent: Hello',
	},
	{
		name: 'options.skipTags',
		parameters: send({ options: { skipTags: 'no-sms' } }),
		...tagged,
		happens: 'sent: Hello',
	},
	{
		name: 'options.skipContactsWithTag, its label',
		parameters: send({ options: { skipContactsWithTag: 'no-sms' } }),
		...tagged,
		happens: 'sent: Hello',
	},
	{
		name: 'skipTag as a list',
		parameters: send({ options: { skipTag: ['no-sms'] } }),
		...tagged,
		happens: '["skipped"]',
	},
	{
		name: 'skipTag with another tag than the contact has',
		parameters: send({ options: { skipTag: 'opted-out' } }),
		...tagged,
		happens: 'sent: Hello',
	},
	{
		name: 'onceKey at the top level',
		parameters: send({ onceKey: 'offer' }),
		items: 2,
		happens: 'sent: Hello | Hello',
	},
	{
		name: 'options.sendOnceKey, its label',
		parameters: send({ options: { sendOnceKey: 'offer' } }),
		items: 2,
		happens: 'sent: Hello | Hello',
	},
	{
		name: 'a onceKey that is another for each execution',
		parameters: send({ options: { onceKey: '={{ $execution.id }} {{ $itemIndex }}' } }),
		items: 2,
		happens: 'sent: Hello | Hello',
	},
	{
		name: 'refuseEmptyBlanks at the top level',
		parameters: send({ refuseEmptyBlanks: true, body: '=Hi {{ $json.firstname }}!' }),
		happens: 'sent: Hi !',
	},
	{
		name: 'options.refuseEmpty',
		parameters: send({ options: { refuseEmpty: true }, body: '=Hi {{ $json.firstname }}!' }),
		happens: 'sent: Hi !',
	},
	{
		name: 'a field that no row has',
		parameters: send({ body: '=Hi {{ $json.firstname }}!' }),
		items: 2,
		happens: "refused: 'Message' has an empty blank: $json.firstname",
	},
	{
		name: 'an expression that is not switched on',
		parameters: send({ body: 'Hi {{ $json.firstName }}!' }),
		noticed: 'MISSING_EXPRESSION_PREFIX',
		happens: "refused: 'Message' has an expression that is not switched on: {{ $json.firstName }}",
	},
	{
		name: 'a placeholder',
		parameters: send({ body: '<__PLACEHOLDER_VALUE__text__>' }),
		happens: `refused: 'Message' is still to be filled in: "text"`,
	},
	{
		name: 'maxSegments at the top level',
		parameters: send({ maxSegments: 1, body: 'long '.repeat(40) }),
		happens: 'sent: 200 characters',
	},
	{
		name: 'options.maxParts, its label',
		parameters: send({ options: { maxParts: 1 }, body: 'long '.repeat(40) }),
		happens: 'sent: 200 characters',
	},
	{
		name: 'sendInterval at the top level',
		parameters: send({ sendInterval: 60 }),
		items: 2,
		happens: 'sent: Hello | Hello',
	},
	{
		name: 'includeInputFields at the top level',
		parameters: send({ includeInputFields: true }),
		happens: 'sent: Hello',
	},
	{
		name: 'waitForDelivery at the top level',
		parameters: send({ waitForDelivery: true }),
		happens: 'sent: Hello',
	},
	{
		name: 'options.waitForDelivery as true',
		parameters: send({ options: { waitForDelivery: true } }),
		happens: 'sent: Hello',
	},
	{
		name: 'message, not body',
		parameters: send({ ...withoutBody, message: 'Hello' }),
		alone: true,
		happens: 'n8n: Parameter "Message" is required.',
	},
	{
		name: 'text, not body',
		parameters: send({ ...withoutBody, text: 'Hello' }),
		alone: true,
		happens: 'n8n: Parameter "Message" is required.',
	},
	{
		name: 'toNumber, not to',
		parameters: (phone) => ({ ...send({ to: undefined })(phone), toNumber: phone }),
		alone: true,
		happens: 'n8n: Parameter "To Number" is required.',
	},
	{
		name: 'fromNumber, not from',
		parameters: send({ from: undefined, fromNumber: from }),
		alone: true,
		happens: 'n8n: Parameter "From Number" is required.',
	},
	{ name: 'from as text', parameters: send({ from: '+15550100001' }), happens: 'sent: Hello' },
	{
		name: 'from in a mode that it does not have',
		parameters: send({ from: { __rl: true, mode: 'id', value: '+15550100001' } }),
		happens: 'sent: Hello',
	},
	{
		name: 'from without __rl',
		parameters: send({ from: { mode: 'list', value: '+15550100001' } }),
		happens: 'sent: Hello',
	},
	{
		name: 'from with the label of the list as its value',
		parameters: send({ from: { __rl: true, mode: 'list', value: 'Front desk' } }),
		happens: `refused: 'From Number' is not a phone number: "Front desk"`,
	},
	{
		name: 'to as a picker',
		parameters: (phone) => send({ to: { __rl: true, mode: 'number', value: phone } })(phone),
		happens: 'sent: Hello',
	},
	{
		name: 'resource SMS',
		parameters: send({ resource: 'SMS' }),
		happens: 'refused: There is no operation "" of resource "SMS"',
	},
	{
		name: 'resource message',
		parameters: send({ resource: 'message' }),
		happens: 'refused: There is no operation "" of resource "message"',
	},
	{
		name: 'operation sendSms',
		parameters: send({ operation: 'sendSms' }),
		happens: 'refused: There is no operation "sendSms" of resource "sms"',
	},
	{
		name: 'neither resource nor operation',
		parameters: send({ resource: undefined, operation: undefined }),
		happens: 'sent: Hello',
	},
	{
		name: 'sendAndWait with body, not message',
		parameters: send({ operation: 'sendAndWait' }),
		alone: true,
		happens: 'n8n: Parameter "Message" is required.',
	},
];
