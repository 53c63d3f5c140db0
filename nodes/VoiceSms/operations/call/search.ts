import type { IDataObject } from 'n8n-workflow';

import { mayBePage, pageParameter } from '../../api/unstated';
import { callStatuses, callStatusFilters } from '../../fields/forms/call';
import { listFields } from '../../fields/forms/paging';
import { searchTexts } from '../../fields/phone/storedPhone';
import { readSimplify, simplifyCall } from '../../fields/forms/simplify';
import { isOfOther } from '../readMany';
import type { OperationContext } from '../context';
import type { Operation } from '../operation';
import { Listed } from '../result';
import { textField } from '../../fields/forms/formFields';

interface Input {
	texts: string[];
	status?: string;
	wanted: number;
	sought: string;
	keep(record: IDataObject): IDataObject;
}

export const callSearch: Operation<Input> = {
	resource: 'call',
	value: 'search',
	name: 'Search',
	action: 'Search calls',
	description: 'Retrieve a list of the calls that match a phone number, agent name or state',
	toolText:
		'Finds calls by a phone number or an agent, such as all calls of one customer. Search_Text: a phone number with + and country code, such as +15550100042, or the name of an AI voice agent; it must not be empty. Status: ENDED, ERROR (failed), ONGOING or REGISTERED; "" means any. Limit: how many at most, 1 to 50; 0 means 50. Returns id, direction, status, fromNumber, toNumber, startTimestamp, endTimestamp, durationMs (milliseconds) and createdAt of each. found: 0 means none. The service chooses the order. If there are more, the last record says so.',
	output: simplifyCall.fields,
	fields: [
		{
			...textField('Search Text', 'query', '+15550100042'),
			required: true,
			description: 'Phone number, agent name or other text to search for',
		},
		...listFields(callStatusFilters),
	],
	read: (item) => {
		const q = item.optionalText('query').trim();
		if (q === '') {
			item.invalid(
				'query',
				'is empty',
				"Enter a text to search for. To list calls by state, use Get Many with the filter 'Status'.",
				'Give a text to search for. To list calls by state or time, use another tool, if you have one.',
			);
		}
		const filters = item.collection('filters');
		const status = filters.choiceOrNone('status', callStatuses);
		return {
			texts: searchTexts(q, item.country),
			status,
			wanted: item.wanted(),
			sought: [`Search Text "${q}"`, filters.inWords()].filter(Boolean).join(', '),
			keep: readSimplify(item, simplifyCall),
		};
	},
	nameInErrors: () => 'calls',
	list: {
		ifNone:
			'Search for another phone number, with + and its country code, or agent name, or leave Status out.',
		more: 'Search for something more exact, or narrow them down with Status, if this tool has it.',
	},
	run: async ({ texts, status, wanted, sought, keep }, context) => {
		const { api, hint, maxRecords } = context;
		const found = new Map<unknown, IDataObject>();
		let isPart = false;
		const isOther = isOfOther(context, 'status', status);
		for (const q of texts) {
			const query = { q, ...(status ? { status } : {}) };
			const calls = await api.getList(searchPath, 'calls', query);
			isPart = (await isOnlyPage(context, query, calls)) || isPart;
			for (const call of calls) if (!isOther(call)) found.set(call.id ?? call, call);
		}
		const calls = [...found.values()];
		if (isPart) {
			hint(
				`The service gave only ${calls.length} calls, and it has more. Search for something more exact, or filter by 'Status'.`,
			);
		}
		const shown = calls.slice(0, maxRecords(wanted));
		const isCut = calls.length > shown.length;
		const total = isPart ? {} : { total: calls.length };
		return new Listed(shown.map(keep), {
			sought,
			wanted,
			...(isCut || isPart ? { more: total } : {}),
		});
	},
};

const searchPath = '/api/calls/search';

/**
 * Whether these calls are only a page. A search with pages, which the interface does not show, gives other calls on
 * page 2.
 */
async function isOnlyPage(
	{ api }: Pick<OperationContext, 'api'>,
	query: IDataObject,
	calls: IDataObject[],
): Promise<boolean> {
	if (!mayBePage(calls.length)) return false;
	const ids = new Set(calls.map(({ id }) => id));
	const next = await api
		.getList(searchPath, 'calls', { ...query, [pageParameter]: 2 })
		.catch((): IDataObject[] => []);
	return next.some(({ id }) => !ids.has(id));
}
