import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, NodeParameterValueType } from 'n8n-workflow';

import { valueAt } from '../../../harness/expression';

/** How example 02 reads the dates of its table. Its other nodes run in test/sandbox/examples. */
const example = readFileSync(
	join(__dirname, '../../../../examples/02-appointment-reminders.json'),
	'utf8',
);
const { nodes } = JSON.parse(example) as {
	nodes: Array<{ name: string; parameters: IDataObject }>;
};
/** The expression of a field that a node sets. */
function expressionOf(node: string, field: string): string {
	const { assignments } = nodes.find(({ name }) => name === node)?.parameters as {
		assignments: { assignments: Array<{ name: string; value: string }> };
	};
	return assignments.assignments.find(({ name }) => name === field)?.value ?? '';
}

const expression = expressionOf('Read the dates', 'readings');

/** The times that a date may mean, such as 2026-11-23T14:30. */
function readingsOf(date: unknown, dateFormat = ''): string[] {
	// n8n's nodes before it are not there.
	const alone = expression.replaceAll(
		"$('Settings').first().json.dateFormat",
		JSON.stringify(dateFormat),
	);
	const read = valueAt({}, alone as NodeParameterValueType, [{ json: { date } as IDataObject }]);
	return (read as unknown as string[]).map((time) => time.slice(0, 16));
}

const time = '2026-11-23T14:30';

test.each([
	['2026-11-23 14:30', [time]],
	['2026-11-23T14:30', [time]],
	['2026-11-23T14:30:00', [time]],
	['2026-11-23 14:30:00', [time]],
	[' 2026-11-23 9:05 ', ['2026-11-23T09:05']],
	['23.11.2026 14:30', [time]],
	['23.11.2026, 14:30', [time]],
	['23.11.26 14:30', [time]],
	['3.4.2026 9:00', ['2026-04-03T09:00']],
	['11/23/2026 2:30 PM', [time]],
	['11/23/2026 2:30 pm', [time]],
	['11/23/2026, 2:30:00 PM', [time]],
	['11/23/26 2:30 PM', [time]],
	['11/23/2026 14:30', [time]],
	['23/11/2026 14:30', [time]],
	// The same day in both orders.
	['04/04/2026 9:00 AM', ['2026-04-04T09:00']],
	// The 4th of March, or the 3rd of April.
	['03/04/2026 9:00 AM', ['2026-03-04T09:00', '2026-04-03T09:00']],
	['03/04/2026 14:30', ['2026-03-04T14:30', '2026-04-03T14:30']],
	['03/04/26, 14:30', ['2026-03-04T14:30', '2026-04-03T14:30']],
	['2026-11-23', []],
	['03/04/2026', []],
	['14:30', []],
	['2026-02-30 14:30', []],
	['23.11.126 14:30', []],
	['26-11-23 14:30', []],
	['next Tuesday at ten', []],
	['46349.6', []],
	['', []],
	[null, []],
	[undefined, []],
])('%j is read as %j', (date, readings) => {
	expect(readingsOf(date)).toStrictEqual(readings);
});

test.each([
	['03/04/2026 14:30', 'M/d/yyyy', ['2026-03-04T14:30']],
	['03/04/2026 2:30 PM', 'M/d/yyyy', ['2026-03-04T14:30']],
	['03/04/2026 14:30', 'd/M/yyyy', ['2026-04-03T14:30']],
	['11/23/2026 14:30', 'd/M/yyyy', []],
	['23.11.2026 14:30', 'd/M/yyyy', [time]],
	['2026-11-23 14:30', 'M/d/yyyy', [time]],
	['03/04/2026 14:30', 'British', []],
])('%j with the format %s is read as %j', (date, format, readings) => {
	expect(readingsOf(date, format)).toStrictEqual(readings);
});

test.each([
	[{ outcome: 'sent', messageId: 'message_1' }, 'asked'],
	[
		{ outcome: 'skipped', onceKey: 'reminder 1', reason: 'This Send Once Key was used before …' },
		'asked',
	],
	[{ outcome: 'skipped', reason: 'no-sms' }, 'Skipped: no-sms'],
	// With Dry Run the row stays open, so that the person is still asked.
	[{ outcome: 'wouldSend' }, 'dry run'],
	[
		{ outcome: 'failed', reason: "'To Number' is empty. Check the expression." },
		"Problem: 'To Number' is empty. Check the expression.",
	],
])('%j becomes "%s" in the table', (json, reminder) => {
	const became = expressionOf('What became of it', 'reminder') as NodeParameterValueType;
	expect(valueAt({}, became, [{ json }])).toBe(reminder);
});
