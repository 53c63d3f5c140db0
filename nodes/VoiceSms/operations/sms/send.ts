import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { path } from '../../api/paths';
import { companyNumberLocator } from '../../fields/forms/locators';
import { optionsField, outgoingFields, sendOnceKey } from '../../fields/forms/options';
import { requestOptions } from '../../fields/forms/requestOptions';
import { onePhone } from '../../fields/phone/storedPhone';
import { toNumberField } from '../../fields/forms/toNumber';
import type { WaitTimes } from '../../fields/forms/waiting';
import { readWaitTimes, waitDefaults, waitFields } from '../../fields/forms/waiting';
import type { FieldReader } from '../../fields/read/reader';
import type { Parts } from '../../fields/text/parts';
import { partsOf, unicodeCharactersOf } from '../../fields/text/parts';
import type { Replaced } from '../../fields/text/plainCharacters';
import { withEquals, withPlainCharacters } from '../../fields/text/plainCharacters';
import type { Operation } from '../operation';
import { atDelivery } from '../wait/delivery';

interface Text {
	body: string;
	parts: Parts;
	/** Characters that 'Use Plain Characters' replaced in `body`. */
	replaced: Replaced[];
}

interface Message extends Text {
	to: string;
	from: string;
	/** Undefined without *Wait for Delivery*. */
	waiting?: WaitTimes;
}

const maxSegments: INodeProperties = {
	displayName: 'Max Parts',
	name: 'maxSegments',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description:
		'A text that needs more parts is not sent. Carriers split a long SMS into parts and charge for each part. One part holds up to 160 characters, or up to 70 if the text has an emoji, a curly quote or another special character.',
};

const plainCharacters: INodeProperties = {
	displayName: 'Use Plain Characters',
	name: 'plainCharacters',
	type: 'boolean',
	default: true,
	description:
		'Whether to replace characters such as “ ” ’ – … with plain characters, so that more text fits into one SMS part. Letters and emoji never change.',
};

const waitForDelivery: INodeProperties = {
	displayName: 'Wait for Delivery',
	name: 'waitForDelivery',
	type: 'fixedCollection',
	// Without this, some versions of n8n do not save the option with its defaults (n8n-workflow,
	// node-helpers).
	typeOptions: { multipleValues: false },
	placeholder: 'Add Option',
	default: { values: waitDefaults },
	description:
		'Waits until the message is delivered, and returns its status and delivery time. All items wait together, after the last message was sent.',
	options: [{ displayName: 'Values', name: 'values', values: waitFields('the conversation') }],
};

export const smsSend: Operation<Message> = {
	resource: 'sms',
	value: 'send',
	name: 'Send',
	action: 'Send an SMS',
	description: 'Send an SMS from a phone number of your company',
	forModel:
		"Sends one SMS to one phone number at once. Use it only if the user wants this text to go out. From_Number: a phone number of the user's company; ask for it, never invent it. To_Number: the receiver. Write both with + and country code, such as +15550100042. Message: the text; above 160 characters, or 70 with emoji, it costs more. No argument may be empty. Returns messageId, conversationId and status: queued means accepted, not yet delivered. repeated: true means that it went out before and not again. After an error that says unclear, do not send it again.",
	permission: 'sms:send',
	creates: true,
	fields: [
		companyNumberLocator,
		{ ...toNumberField, description: 'The phone number to send to' },
		{
			displayName: 'Message',
			name: 'body',
			type: 'string',
			typeOptions: { rows: 3 },
			required: true,
			default: '',
			placeholder: 'e.g. Your order has been shipped',
			description: 'The text of the SMS',
		},
		optionsField([...outgoingFields, sendOnceKey, maxSegments, plainCharacters, waitForDelivery]),
		requestOptions,
	],
	read: (item) => ({
		to: item.phone('to'),
		from: item.phone('from'),
		...readText(item),
		...(item.options.has('waitForDelivery')
			? { waiting: readWaitTimes(item.options.group('waitForDelivery').group('values')) }
			: {}),
	}),
	nameInErrors: ({ to }) => `SMS to ${to}`,
	did: 'sent',
	lane: ({ to }) => onePhone(to),
	sent: ({ to, from, body, parts: { segments, encoding }, replaced }, asTool) => ({
		...{ to, from },
		...(asTool ? {} : { body }),
		...{ segments, encoding },
		...(replaced.length === 0 ? {} : { replacedCharacters: replaced }),
	}),
	receiver: ({ to }) => to,
	remark: ({ parts: { segments } }, hint) => {
		if (segments > 1) hint('parts', inSeveralParts, segments);
	},
	request,
	run: async (message, { api }) => await api.post(path`/api/sms/send`, request(message)),
	finish: async ({ waiting }, sent, surroundings) => {
		return waiting === undefined
			? sent
			: await atDelivery(sent as IDataObject, waiting, surroundings);
	},
};

function request({ to, from, body }: Message) {
	return { to, from, body };
}

/** The text to send, in at most as many parts as the option allows. */
function readText(item: FieldReader): Text {
	const given = item.text('body');
	const isPlain = item.options.flag('plainCharacters') === true;
	const { text, changed } = isPlain ? withPlainCharacters(given) : { text: given, changed: [] };
	const parts = partsOf(text);
	const most = item.options.countWhereAdded('maxSegments') ?? Infinity;
	if (parts.segments <= most) return { body: text, parts, replaced: changed };
	const unicode = unicodeCharactersOf(isPlain ? withEquals(text) : text);
	const helps = withPlainCharacters(text).changed.length > 0;
	const why = [
		...(unicode === ''
			? []
			: [` Because of these characters, each part holds less text: ${unicode}.`]),
		...(helps ? [" 'Use Plain Characters' replaces them."] : []),
	].join('');
	return item.refuse(
		'body',
		`needs ${parts.segments} SMS parts (${text.length} characters), but the option 'Max Parts' allows ${most}`,
		`Shorten the text, or raise 'Max Parts'.${why}`,
		`Give a shorter text.${why}`,
	);
}

/** The hint about long texts: their number, and the sum of their parts. */
function inSeveralParts(texts: number, parts: number): string {
	const which = texts === 1 ? '1 message needs' : `${texts} messages need`;
	return `${which} more than one SMS part, ${parts} parts in total. Carriers charge for each part. Shorten the text. If the text has curly quotes or long dashes, 'Use Plain Characters' may help.`;
}
