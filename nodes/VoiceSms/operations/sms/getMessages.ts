import { messagesOf } from '../../api/lists';
import { conversationLocator } from '../../fields/locators';
import { readOptions } from '../../fields/options';
import { pagingFields } from '../../fields/paging';
import { readMany } from '../readMany';
import type { Operation } from '../operation';
import { raw } from '../../fields/simplify';

interface Input {
	conversationId: string;
	wanted: number;
}

export const smsGetMessages: Operation<Input> = {
	resource: 'sms',
	value: 'getMessages',
	name: 'Get Many Messages',
	action: 'Get many SMS messages',
	description: 'Retrieve a list of the messages in an SMS conversation',
	fields: [conversationLocator, ...pagingFields, readOptions],
	read: (item) => ({ conversationId: item.id('conversationId'), wanted: item.wanted() }),
	thing: ({ conversationId }) => `messages of conversation ${conversationId}`,
	run: async ({ conversationId, wanted }, surroundings) =>
		await readMany(surroundings, messagesOf(conversationId), { wanted, keep: raw }),
};
