import type { NodeHint } from 'n8n-workflow';

import { inWords } from '../util/inWords';
import type { Operation } from './operation';

const [second, minute, hour] = [1000, 60_000, 3_600_000];
/** The durations that hints name, in milliseconds: a hint is a fixed text with a condition. */
const steps = [
	10 * second,
	30 * second,
	...[1, 2, 5, 10, 20, 30].map((count) => count * minute),
	...[1, 2, 3, 6, 12, 24].map((count) => count * hour),
];

/**
 * Hints that say before a run with Send Interval how long it will take. The editor evaluates their
 * conditions when there is input (n8n-editor-ui, `getNodeHints`).
 */
export function sendingTimeHints(table: readonly Operation[]): NodeHint[] {
	const sending = table
		.filter(({ fields }) => hasSendInterval(fields))
		.map(({ resource, value }) => `${resource}.${value}`);
	const hint = (words: string, aboveMs: number, upToMs: number): NodeHint => ({
		message: `With this 'Send Interval' the run takes ${words}`,
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: condition(sending, aboveMs, upToMs),
	});
	return [
		...steps.map((step, index) => hint(`up to ${inWords(step)}`, steps[index - 1] ?? 0, step)),
		hint(
			`more than ${inWords(steps[steps.length - 1])}`,
			steps[steps.length - 1],
			Number.MAX_SAFE_INTEGER,
		),
	];
}

function hasSendInterval(fields: Operation['fields']): boolean {
	return fields.some(({ options = [] }) => options.some(({ name }) => name === 'sendInterval'));
}

/** n8n throws for `$input` when there is no input. */
function condition(sending: string[], aboveMs: number, upToMs: number): string {
	const isSending = `${JSON.stringify(sending)}.includes($parameter.resource + "." + $parameter.operation)`;
	const time = '($input.all().length - 1) * $parameter.options.sendInterval';
	return `={{ (() => { try { return ${isSending} && ((ms) => ms > ${aboveMs} && ms <= ${upToMs})(${time}) } catch (error) { return false } })() }}`;
}
