import type { IDataObject } from 'n8n-workflow';

import { calls } from '../../api/endpoints';
import { isInbound } from '../../api/unstated';
import {
	callDirectionFilter,
	callStatuses,
	callStatusFilters,
	companyNumberFilter,
} from '../../fields/forms/call';
import type { Collection } from '../../fields/read/collection';
import { listFields } from '../../fields/forms/paging';
import { readSimplify, simplifyCall } from '../../fields/forms/simplify';
import { isSameNumber } from '../../fields/phone/storedPhone';
import { type ListInput, type Span, readMany, timestampOf } from '../readMany';
import type { Operation } from '../operation';
import { dateField } from '../../fields/forms/formFields';

/** The interface shows no parameter for this list: its filters are applied here. */
export const callGetAll: Operation<ListInput> = {
	resource: 'call',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many calls',
	description: 'Retrieve a list of calls',
	toolText:
		'Lists calls. For the calls of a customer, search the calls. In each filter, "" means any. Company_Number: a number of the company, with + and country code, such as +15550100001. Started_After, Started_Before: from this time on, and before this time, such as 2026-01-31T09:00:00Z. Status: ENDED, ERROR (failed), ONGOING or REGISTERED. Limit: how many at most, 1 to 50; 0 means 50. Returns id, direction, status, fromNumber, toNumber, startTimestamp, endTimestamp, durationMs and createdAt of each. If there are more, the last record says so: ask for a shorter time.',
	output: simplifyCall.fields,
	forBuilder: '"limit" cuts the list: returnAll: true gives all.',
	fields: listFields([
		companyNumberFilter,
		callDirectionFilter,
		{
			...dateField('Started After', 'startedAfter', '2026-01-01T00:00:00Z'),
			description:
				'Only calls that started at this time or later, in the time zone of the workflow',
		},
		{
			...dateField('Started Before', 'startedBefore', '2026-02-01T00:00:00Z'),
			description: 'Only calls that started before this time, in the time zone of the workflow',
		},
		...callStatusFilters,
	]),
	read: (item) => {
		const filters = item.collection('filters');
		const { country } = item;
		const companyNumber = filters.phone('companyNumber', item);
		const direction = filters.choiceOrNone('direction');
		const status = filters.choiceOrNone('status', callStatuses);
		const keep = readSimplify(item, simplifyCall);
		const passes = (call: IDataObject) =>
			(!direction || call.direction === direction) &&
			(!status || call.status === status) &&
			(!companyNumber || isSameNumber(companySideOf(call), companyNumber, country) !== false);
		return {
			wanted: item.wanted(),
			sought: filters.inWords(),
			isFilter: Boolean(direction || status || companyNumber),
			span: readSpan(filters, item.timeZone),
			keep: (call) => (passes(call) ? keep(call) : undefined),
		};
	},
	nameInErrors: () => 'calls',
	list: {
		ifNone: 'Leave a filter out, or widen the time between Started After and Started Before.',
		more: 'Narrow them down with Company Number, Direction, Started After, Started Before or Status, if this tool has them.',
	},
	run: async (input, context) => await readMany(context, calls, input),
};

function readSpan(filters: Collection, timeZone: string): Span | undefined {
	const from = filters.moment('startedAfter', timeZone) ?? -Infinity;
	const until = filters.moment('startedBefore', timeZone) ?? Infinity;
	if (from >= until) {
		const advice = "For one day, enter the next day as 'Started Before'.";
		filters.invalid('startedAfter', "is not before 'Started Before'", advice);
	}
	if (from === -Infinity && until === Infinity) return undefined;
	return { from, until, timeOf: ({ startTimestamp }) => timestampOf(startTimestamp) };
}

/** The company's own number in a call, '' where it holds none. */
function companySideOf({ direction, fromNumber, toNumber }: IDataObject): string {
	return String((isInbound(direction) ? toNumber : fromNumber) ?? '');
}
