import { parseArgs } from 'node:util';

import type { Figures, InputName } from './inputs';
import { defaults, inputNames, inputOf } from './inputs';
import { inputTable, planReport } from './report';

const usage = `npm run scale:plan -- [--flag number]

What so many messages a month need, worked out from the figures below. Any of them may be given
otherwise: npm run scale:plan -- --messages 5000000 --batch 20 --limit 40

${inputTable(defaults)}`;

/** A command line that cannot be read. */
export class WrongFlag extends Error {}

/**
 * What the command prints.
 *
 * @throws WrongFlag that says which flag and what it takes
 */
export function plan(given: string[]): string {
	const figures = read(given);
	return figures === 'help' ? usage : `${inputTable(figures)}\n\n${planReport(figures)}`;
}

function read(given: string[]): Figures | 'help' {
	const options = Object.fromEntries(inputNames.map((name) => [name, { type: 'string' as const }]));
	const { help, ...values } = parsed(given, options);
	if (help === true) return 'help';
	const figures = { ...defaults };
	for (const [name, text] of Object.entries(values)) {
		figures[name as InputName] = numberOf(name as InputName, String(text));
	}
	refusePeakAboveAll(figures);
	return figures;
}

function parsed(given: string[], options: Record<string, { type: 'string' }>) {
	try {
		const all = { ...options, help: { type: 'boolean' as const } };
		return parseArgs({ args: given, options: all }).values;
	} catch (error) {
		throw new WrongFlag(`${(error as Error).message}\n--help lists all flags.`);
	}
}

function numberOf(name: InputName, text: string): number {
	const { unit, least = 0, most = Infinity, whole } = inputOf(name);
	const number = text.trim() === '' ? NaN : Number(text.replaceAll(/[,_]/g, ''));
	const isOfKind = whole ? Number.isSafeInteger(number) : Number.isFinite(number);
	if (isOfKind && number >= least && number <= most) return number;
	const kind = whole ? 'a whole number' : 'a number';
	const range = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
	throw new WrongFlag(`--${name} takes ${kind} (${unit}), ${range}, and not "${text}".`);
}

function refusePeakAboveAll(figures: Figures): void {
	const { peak, 'peak-hours': hours } = figures;
	if (peak * hours <= 24) return;
	throw new WrongFlag(
		`--peak ${peak} for --peak-hours ${hours} a day would be more messages than the whole month has: peak × hours is 24 at most.`,
	);
}
