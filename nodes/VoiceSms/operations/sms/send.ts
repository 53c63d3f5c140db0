import type { INodeProperties } from 'n8n-workflow';

import { path } from '../../api/paths';
import { companyNumberLocator } from '../../fields/forms/locators';
import { optionsField, sendFields } from '../../fields/forms/options';
import { requestOptions } from '../../fields/forms/requestOptions';
import { toNumberField } from '../../fields/forms/toNumber';
import type { FieldReader } from '../../fields/read/reader';
import type { Parts } from '../../fields/text/parts';
import { partsOf, unicodeCharactersOf } from '../../fields/text/parts';
import type { Operation } from '../operation';

interface Message {
	to: string;
	from: string;
	body: string;
	parts: Parts;
}

const maxSegments: INodeProperties = {
	displayName: 'Max Parts',
	name: 'maxSegments',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description:
		'Most parts that a message may take; a longer message is refused before anything is sent. Carriers charge for each part: 160 characters, or 70 with an emoji or another character outside the GSM alphabet; of a longer text 153 or 67.',
};

export const smsSend: Operation<Message> = {
	resource: 'sms',
	value: 'send',
	name: 'Send',
	action: 'Send an SMS text message',
	description: 'Send an SMS from a phone number of your company',
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
		optionsField([...sendFields, maxSegments]),
		requestOptions,
	],
	read: (item) => {
		const body = item.text('body');
		return { to: item.phone('to'), from: item.phone('from'), body, parts: readParts(item, body) };
	},
	thing: ({ to }) => `SMS to ${to}`,
	did: 'sent',
	lane: ({ to }) => to,
	sent: ({ to, from, body, parts: { segments, encoding } }, asTool) => {
		return { to, from, ...(asTool ? {} : { body }), segments, encoding };
	},
	receiver: ({ to }) => to,
	remark: ({ parts: { segments } }, hint) => {
		if (segments > 1) hint('parts', inSeveralParts, segments);
	},
	run: async ({ to, from, body }, { api }) => {
		return await api.post(path`/api/sms/send`, { to, from, body });
	},
};

/** The parts of a text, no more than the option allows. */
function readParts(item: FieldReader, text: string): Parts {
	const parts = partsOf(text);
	const most = item.options.countWhereAdded('maxSegments') ?? Infinity;
	if (parts.segments <= most) return parts;
	const unicode = unicodeCharactersOf(text);
	const why =
		unicode === ''
			? ''
			: ` These characters leave 70 instead of 160 characters for a part: ${unicode}.`;
	return item.refuse(
		'body',
		`takes ${parts.segments} parts (${text.length} characters), and the option Max Parts allows ${most}`,
		`Shorten the text, or allow more parts.${why}`,
		`Give a shorter text.${why}`,
	);
}

/** Texts that went out in more than one part, and their parts in all. */
function inSeveralParts(texts: number, parts: number): string {
	const which = texts === 1 ? '1 message takes' : `${texts} messages take`;
	return `${which} more than one part, ${parts} parts in all. Carriers charge for each part; the option 'Max Parts' refuses longer messages.`;
}
