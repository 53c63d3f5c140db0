import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { companyNumberLocator, toNumberField } from '../../fields/forms/locators';
import { defaultCountry, optionsField, textField } from '../../fields/forms/formFields';
import { requestOptions } from '../../fields/forms/requestOptions';
import { columns } from '../../fields/forms/simplify';
import { onePhone } from '../../fields/phone/phone';
import {
	type WaitTimes,
	readWaitTimes,
	waitDefaults,
	waitFields,
} from '../../fields/forms/waitOptions';
import type { Operation } from '../operation';
import { atDelivery } from '../wait/delivery';
import { linesOfTimedOut } from '../wait/lookUntil';
import { type SmsText, linesOfParts, readText, textOptions } from '../../fields/text/smsText';

interface Message {
	to: string;
	from: string;
	text: SmsText;
	/** Undefined without *Wait for Delivery*. */
	delivery?: WaitTimes;
}

const waitForDelivery: INodeProperties = {
	displayName: 'Wait for Delivery',
	name: 'waitForDelivery',
	type: 'fixedCollection',
	// Without this, some versions of n8n do not save the option with its defaults (n8n-workflow,
	// node-helpers).
	typeOptions: { multipleValues: false },
	placeholder: 'Add Option',
	default: { values: waitDefaults },
	description: 'Waits until each SMS has arrived, and shows when',
	builderHint: { propertyHint: 'Left out: does not wait' },
	options: [{ displayName: 'Values', name: 'values', values: waitFields('the conversation') }],
};

export const smsSend: Operation<Message> = {
	resource: 'sms',
	value: 'send',
	name: 'Send',
	action: 'Send an SMS',
	description: 'Send an SMS from a phone number of your company',
	toolText:
		"Sends one SMS to one phone number at once. Use it only if the user wants this text to go out. From_Number: a phone number of the user's company; ask for it, never invent it. To_Number: the receiver. Write both with + and country code, such as +15550100042. Message: the text; above 160 characters, or 70 with emoji, it costs more. No argument may be empty. Returns messageId, conversationId and status: queued means accepted, not yet delivered. repeated: true means that it went out before and not again. After an error that says unclear, do not send it again.",
	forBuilder: `outcome is sent, skipped, failed (certainly not sent) or unclear (perhaps sent), and wouldSend in a dry run or a test (such a row is still to be sent); "sent" is not "delivered". On the error output ($json.error), send again only if error.mayHaveBeenDone is false; such an item has no column to. A later run gives skipped for what was sent: write no "skipped" over "sent". The input's fields come only with options.includeInputFields: true. For a list, give it all items at once: no Loop Over Items, no Wait. Pattern for a list: parameters: { from: { __rl: true, mode: 'list', value: '+15550100001' }, to: expr('{{ $json.phone }}'), body: expr('Hi {{ $json.name }}, see you at {{ $json.time }}.'), options: { skipTag: 'no-sms', onceKey: expr('reminder {{ $json.id }} {{ $json.day }}'), refuseEmptyBlanks: true } }`,
	permission: 'sms:send',
	creates: true,
	fields: [
		companyNumberLocator,
		{ ...toNumberField, description: 'The phone number that gets the SMS' },
		{
			...textField('Message', 'body', 'Your order has been shipped'),
			typeOptions: { rows: 3 },
			required: true,
			description: 'The text of the SMS',
			// n8n's error names it by its label: Parameter "Message" is required.
			builderHint: { propertyHint: 'Label "Message", name body' },
		},
		optionsField([defaultCountry, ...textOptions, waitForDelivery]),
		requestOptions,
	],
	read: (item) => ({
		to: item.phone('to'),
		from: item.phone('from'),
		text: readText(item, 'body'),
		...(item.options.has('waitForDelivery')
			? { delivery: readWaitTimes(item.options.valuesIn('waitForDelivery')) }
			: {}),
	}),
	nameInErrors: ({ to }) => `SMS to ${to}`,
	pastTense: 'sent',
	lane: ({ to }) => onePhone(to),
	sends: {
		receiver: ({ to }) => to,
		onceKey: ['message', 'order-1042-shipped'],
		columns: { to: 'to', body: 'body' },
		requestColumns: ({ to, from, text: { body, parts } }) => ({ to, from, body, ...parts }),
		requestNames: columns('to from body segments encoding'),
	},
	row: {
		first: ['outcome', 'reason', 'to', 'body', 'status', 'from'],
		told: columns('segments encoding deliveredAt timedOut deliveryNote'),
		last: columns('messageId conversationId carrierSid'),
	},
	lines: (sent, inputs, asTool) => {
		const texts = inputs.map((input) => input?.text);
		const ofTimedOut = linesOfTimedOut(sent, [
			'1 message was not delivered within the limit. It may still arrive: do not send it again.',
			'messages were not delivered within the limit. They may still arrive: do not send them again.',
		]);
		return [...(asTool ? [] : linesOfParts(sent, texts)), ...ofTimedOut];
	},
	request: ({ to, from, text }) => ({
		to: onePhone(to),
		from: onePhone(from),
		given: text.given,
	}),
	run: async ({ to, from, text: { body } }, { api }) =>
		await api.post('/api/sms/send', { to, from, body }),
	finish: {
		isDue: ({ delivery }) => delivery !== undefined,
		work: async ({ delivery }, sent, context) => {
			return await atDelivery(sent as IDataObject, delivery as WaitTimes, context);
		},
	},
};
