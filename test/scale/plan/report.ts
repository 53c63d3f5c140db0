import { table } from '../../bench/table';
import type { Figures } from './inputs';
import { inputNames, inputOf } from './inputs';
import { linesOf } from './lines';
import { problemsOf, shown, sizesOf } from './sizes';

/** The whole plan as Markdown that reads well in a terminal, too. */
export function planReport(given: Figures): string {
	const sizes = sizesOf(given);
	const lines = linesOf(given, sizes);
	const rows = lines.map(({ part, what, how, result }, at) => [
		part === lines[at - 1]?.part ? '' : part,
		...[what, how, result],
	]);
	const problems = problemsOf(given, sizes);
	const verdict =
		problems.length === 0
			? 'All of it fits.'
			: `What does not fit:\n\n${problems.map((text) => `- ${text}`).join('\n')}`;
	return `${table(['', '', 'arithmetic', 'result'], rows)}\n${verdict}`;
}

/** What the plan is worked out from. */
export function inputTable(given: Figures): string {
	return table(
		['flag', 'value', '', 'what it is', 'from'],
		inputNames.map((name) => {
			const { unit, what, source, value } = inputOf(name);
			const from = given[name] === value ? source : 'given';
			return [`\`--${name}\``, shown(given[name]), unit, what, from];
		}),
	).trimEnd();
}

const batches = [1, 10, 100, 1_000];

/** The same messages in executions of several sizes. */
export function batchTable(given: Figures): string {
	return table(
		[
			...['messages in an execution', 'executions/s at the peak', 'workers', 'webhook processes'],
			...['PostgreSQL cores in use', 'disk GB', 'Send Interval', 'what does not fit'],
		],
		batches.map((batch) => {
			const one = { ...given, batch };
			const sizes = sizesOf(one);
			const { executions, workers, webhooks, databaseCores, disk, interval } = sizes;
			return [
				...[batch, executions, workers, webhooks, databaseCores, disk].map(shown),
				interval === undefined ? 'no effect' : `${interval / 1000} s`,
				shown(problemsOf(one, sizes).length),
			];
		}),
	).trimEnd();
}
