import type { IDataObject } from 'n8n-workflow';

import { messagesOf } from '../../api/lists';
import { timestampOf } from '../../api/span';
import { conversationLocator } from '../../fields/locators';
import { readOptions } from '../../fields/options';
import { pagingFields } from '../../fields/paging';
import { raw } from '../../fields/simplify';
import type { ListInput } from '../readMany';
import { readMany } from '../readMany';
import type { Operation } from '../operation';

interface Input extends ListInput {
	conversationId: string;
}

/** The interface shows no parameter for this list: its filter is applied here. */
export const smsGetMessages: Operation<Input> = {
	resource: 'sms',
	value: 'getMessages',
	name: 'Get Many Messages',
	action: 'Get many messages of an SMS conversation',
	description: 'Retrieve a list of the messages in an SMS conversation',
	fields: [
		conversationLocator,
		...pagingFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Since',
					name: 'since',
					type: 'dateTime',
					default: '',
					placeholder: 'e.g. 2026-01-01T00:00:00Z',
					description:
						'Only messages that were sent or delivered at this time or later, read in the workflow’s time zone unless it names another; a message with neither time is left out',
				},
			],
		},
		readOptions,
	],
	read: (item) => {
		const from = item.collection('filters').moment('since', item.timeZone);
		return {
			conversationId: item.id('conversationId'),
			wanted: item.wanted(),
			span: from === undefined ? undefined : { from, until: Infinity, timeOf: cameAt },
			keep: raw,
		};
	},
	thing: ({ conversationId }) => `messages of conversation ${conversationId}`,
	run: async ({ conversationId, ...input }, surroundings) =>
		await readMany(surroundings, messagesOf(conversationId), input),
};

/**
 * When a message came, by the later of its two times: one that was under way for long is not lost to
 * who asks each hour for the messages since the last one. NaN when neither can be read.
 */
function cameAt({ sentAt, deliveredAt }: IDataObject): number {
	const times = [sentAt, deliveredAt]
		.map((value) => timestampOf(value) ?? NaN)
		.filter((time) => !Number.isNaN(time));
	return times.length === 0 ? NaN : Math.max(...times);
}
