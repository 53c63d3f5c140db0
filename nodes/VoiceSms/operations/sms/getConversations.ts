import { conversations, filtered } from '../../api/endpoints';
import { listFields } from '../../fields/forms/paging';
import { searchTexts } from '../../fields/phone/storedPhone';
import { readSimplify, simplifyConversation } from '../../fields/forms/simplify';
import { type ListInput, isOfOther, readMany } from '../readMany';
import type { Operation } from '../operation';
import { textField } from '../../fields/forms/formFields';

interface Input extends ListInput {
	status?: string;
}

export const smsGetConversations: Operation<Input> = {
	resource: 'sms',
	value: 'getConversations',
	name: 'Get Many Conversations',
	action: 'Get many SMS conversations',
	description: 'Retrieve a list of SMS conversations',
	toolText:
		'Lists SMS conversations. Use it to find the conversation with a customer, or the latest ones. Search: a phone number with + and country code, such as +15550100042, or a customer\'s name; "" lists all. Limit: how many at most, 1 to 50; 0 means 50. Returns id, customerName, customerPhone, companyPhone, status, lastMessageAt, lastMessagePreview, messageCount and unreadCount of each, not the messages: read them with the id. The service chooses the order: for the latest, take Limit 50 and sort by lastMessageAt. If there are more, the last record says so. found: 0 means none.',
	output: simplifyConversation.fields,
	forBuilder:
		'These are not the messages, and they come in no certain order: sort them by lastMessageAt. "limit" cuts the list: returnAll: true gives all.',
	fields: listFields([
		{
			...textField('Search', 'search', 'Nathan'),
			description: 'Phone number or customer name to search for',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Active', value: 'ACTIVE' },
				{ name: 'Archived', value: 'ARCHIVED' },
				{ name: 'Closed', value: 'CLOSED' },
			],
			default: 'ACTIVE',
			description: 'Only conversations in this state',
		},
	]),
	read: (item) => {
		const filters = item.collection('filters');
		return {
			wanted: item.wanted(),
			sought: filters.inWords(),
			search: searchTexts(filters.text('search') ?? '', item.country),
			keep: readSimplify(item, simplifyConversation),
			status: filters.choiceOrNone('status'),
		};
	},
	nameInErrors: () => 'SMS conversations',
	list: {
		ifNone:
			'Search for the phone number with + and its country code, or for the name of the customer, or leave Status out.',
		more: 'Narrow them down with Search or Status, if this tool has them.',
	},
	run: async ({ status, keep, ...input }, context) => {
		const isOther = isOfOther(context, 'status', status);
		return await readMany(context, filtered(conversations, { status }), {
			...input,
			keep: (conversation) => (isOther(conversation) ? undefined : keep(conversation)),
		});
	},
};
