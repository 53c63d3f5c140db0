import { path } from '../../api/paths';
import { conversationLocator } from '../../fields/locators';
import { readOptions } from '../../fields/options';
import { pagingFields } from '../../fields/paging';
import { readMany } from '../lists';
import type { Operation } from '../operation';
import { raw } from '../../util/simplify';

interface Input {
	conversationId: string;
	wanted: number;
}

export const smsGetMessages: Operation<Input> = {
	resource: 'sms',
	value: 'getMessages',
	name: 'Get Many Messages',
	action: 'Get many messages of SMS conversation',
	description: 'Retrieve a list of the messages in an SMS conversation',
	fields: [conversationLocator, ...pagingFields, readOptions],
	read: (item) => ({ conversationId: item.id('conversationId'), wanted: item.wanted() }),
	thing: ({ conversationId }) => `messages of conversation ${conversationId}`,
	run: async ({ conversationId, wanted }, tools) => {
		const list = { path: path`/api/sms/${conversationId}/messages`, key: 'messages' } as const;
		return await readMany(tools, list, { wanted, keep: raw });
	},
};
