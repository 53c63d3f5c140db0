import type { IDataObject } from 'n8n-workflow';

import { conversations, messagesOf } from '../../api/endpoints';
import { conversationLocators, conversationWays } from '../../fields/forms/locators';
import { listFields } from '../../fields/forms/paging';
import { type RecordKey, aboutKey, readRecordKey } from '../../fields/read/recordKey';
import { readSimplify, simplifyMessage } from '../../fields/forms/simplify';
import { chosenRecord } from '../find/findRecord';
import { type RecordKind, shownName } from '../find/recordKind';
import { type ListInput, readMany, timestampOf } from '../readMany';
import type { Operation } from '../operation';
import { dateField } from '../../fields/forms/formFields';

interface Input extends ListInput {
	conversation: RecordKey;
}

/** SMS conversations, as they are searched and named. */
export const searched: RecordKind = {
	list: conversations,
	one: 'conversation',
	ifNone:
		"Check the entry, or search for the conversation with the operation 'Get Many Conversations'. A conversation begins with its first message.",
	ifSeveral: 'Choose the right conversation by its ID.',
	phoneField: 'customerPhone',
	keep: ({ id, customerPhone, companyPhone, customerName, status }) => {
		return { id, customerPhone, companyPhone, customerName, status };
	},
	named: ({ id, customerName, companyPhone, status }) => {
		const about = [`over ${String(companyPhone)}`, String(status), `ID ${String(id)}`].join(', ');
		return `${shownName(String(customerName ?? ''))} (${about})`;
	},
	nothingWritten: '',
};

/** The interface shows no parameter for this list: its filter is applied here. */
export const smsGetMessages: Operation<Input> = {
	resource: 'sms',
	value: 'getMessages',
	name: 'Get Many Messages',
	action: 'Get many SMS messages',
	description: 'Retrieve a list of messages in an SMS conversation',
	toolText:
		'Reads the SMS of one conversation, from both sides. Conversation_ID: the id of a conversation, such as conversation_000042, or the customer\'s phone number with + and country code, such as +15550100042; not a name. Since: only SMS from this time on, such as 2026-01-31T09:00:00Z; "" means any time. Limit: how many at most, 1 to 50; 0 means 50. Returns id, direction (OUTBOUND: from the company), fromPhone, toPhone, body, status and sentAt of each. Sort them by sentAt: they may come in another order. If there are more, the last record says so: narrow them down with Since.',
	output: simplifyMessage.fields,
	forBuilder: `direction OUTBOUND is from the company; all else is from the customer. After Get Many Conversations, conversationId is { __rl: true, mode: 'id', value: expr('{{ $json.id }}') }; for the number of a customer, mode 'phone'. The items do not name their conversation: take the customer from fromPhone or toPhone.`,
	fields: [
		...conversationLocators,
		...listFields([
			{
				...dateField('Since', 'since', '2026-01-01T00:00:00Z'),
				description:
					'Only messages from this time on, in the time zone of the workflow. Messages without a time are left out.',
			},
		]),
	],
	read: (item) => {
		const filters = item.collection('filters');
		const from = filters.moment('since', item.timeZone);
		return {
			conversation: readRecordKey(item, 'conversationId', conversationWays),
			wanted: item.wanted(),
			sought: filters.inWords(),
			span: from === undefined ? undefined : { from, until: Infinity, timeOf: laterTime },
			keep: readSimplify(item, simplifyMessage),
		};
	},
	nameInErrors: ({ conversation }) => `messages of ${aboutKey('conversation', conversation)}`,
	record: ({ conversation }) => ({ kind: 'conversation', key: conversation }),
	list: {
		ifNone: 'Without Since, messages of any time are found.',
		more: 'They come in the order of the service, which may not be the order of time. Narrow them down with Since, if this tool has it.',
	},
	run: async ({ conversation, ...input }, context) => {
		const id = await chosenRecord(context, searched, conversation);
		return await readMany(context, messagesOf(id), input);
	},
};

/** So that an hourly search since the last hour does not miss a message that took long; NaN for none. */
function laterTime({ sentAt, deliveredAt }: IDataObject): number {
	const [sent, delivered] = [timestampOf(sentAt) || NaN, timestampOf(deliveredAt) || NaN];
	return Math.max(sent || delivered, delivered || sent);
}
