import { type INodeProperties, UserError } from 'n8n-workflow';

import type { Collection } from '../../fields/read/collection';
import { ofPeople } from '../../fields/read/values';
import { dateField } from '../../fields/forms/formFields';

/** The end of the wait: after so many milliseconds, or at a time in milliseconds since 1970. */
export type Limit = { afterMs: number } | { at: number };

/** Milliseconds to wait for a reply when the user sets no limit: the execution stays open that long. */
export const defaultReplyLimit = 3_600_000;

const msOfUnit: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** The wait must end before the year 3000, n8n's value for "never" (n8n-workflow, WAIT_INDEFINITELY). */
const maxDays = 300_000;

/** The same option as in n8n's own nodes (n8n-nodes-base, sendAndWait/descriptions). */
export const limitWaitTime: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'How long to wait. Without this option: one hour for SMS Reply, no limit for a page.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
					default: 'afterTimeInterval',
					description: 'When the wait ends if no answer comes',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					default: 1,
					description: 'The time to wait',
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
					default: 'hours',
					description: 'Unit of the amount',
				},
				{
					...dateField('Max Date and Time', 'maxDateAndTime', '2026-01-31T18:00:00Z'),
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
					description: 'When the wait ends, in the time zone of the workflow',
				},
			],
		},
	],
};

/** The limit that the user set; undefined without one. */
export function readLimit(options: Collection, timeZone: string): Limit | undefined {
	if (!options.has('limitWaitTime')) return undefined;
	const values = options.valuesIn('limitWaitTime');
	const invalid = (name: string, problem: string, advice: string) =>
		values.invalid(name, problem, advice, ofPeople);
	if (values.choice('limitType') === 'atSpecifiedTime') {
		const at = values.moment('maxDateAndTime', timeZone);
		return at === undefined
			? invalid('maxDateAndTime', 'is empty', 'Enter when the wait ends.')
			: { at };
	}
	const amount = values.text('resumeAmount') ?? '1';
	const unit = values.choice('resumeUnit') ?? 'hours';
	const afterMs = Number(amount) * msOfUnit[unit];
	if (!(afterMs > 0)) {
		const problem = `must be a number above 0, not "${amount}"`;
		return invalid('resumeAmount', problem, 'Enter how long to wait.');
	}
	if (afterMs <= maxDays * msOfUnit.days) return { afterMs };
	const problem = `must be at most ${maxDays} days, not ${amount} ${unit}`;
	return invalid('resumeAmount', problem, 'Enter a shorter time, or wait without a limit.');
}

/** Milliseconds that are left. `now`: milliseconds since 1970. */
export function leftOf(limit: Limit, now: number): number {
	return 'at' in limit ? limit.at - now : limit.afterMs;
}

/** @throws UserError when the limit is over before the question is sent */
export function checkAhead(limit: Limit | undefined, now: number) {
	if (limit === undefined || leftOf(limit, now) > 0) return;
	throw new UserError("'Max Date and Time' is in the past", {
		description: 'Nothing was sent. Enter a later time.',
	});
}
