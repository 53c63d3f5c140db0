import { path } from '../../api/paths';
import { companyNumberLocator } from '../../fields/forms/locators';
import { optionsField, sendFields } from '../../fields/forms/options';
import { requestOptions } from '../../fields/forms/requestOptions';
import { toNumberField } from '../../fields/forms/toNumber';
import type { Operation } from '../operation';

interface Message {
	to: string;
	from: string;
	body: string;
}

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
		optionsField(sendFields),
		requestOptions,
	],
	read: (item) => ({ to: item.phone('to'), from: item.phone('from'), body: item.text('body') }),
	thing: ({ to }) => `SMS to ${to}`,
	did: 'sent',
	lane: ({ to }) => to,
	sent: ({ to, from, body }, asTool) => (asTool ? { to, from } : { to, from, body }),
	receiver: ({ to }) => to,
	run: async ({ to, from, body }, { api }) => {
		return await api.post(path`/api/sms/send`, { to, from, body });
	},
};
