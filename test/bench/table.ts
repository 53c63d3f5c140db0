import { titles } from './contenders';
import type { ContenderName, Work } from './plan';
import { titleOf } from './plan';
import type { Row, Section, Verdict } from './targets';
import { shareOfService } from './targets';

/** A work's table: one line a contender. */
export function sectionTable({ work, rows }: Section): string {
	return `### ${titleOf(work)}\n\n${bodyOf(work, rows)}`;
}

function bodyOf(work: Work, rows: readonly Row[]): string {
	switch (work.kind) {
		case 'storm':
		case 'bucket':
			return refusalTable(work, rows);
		case 'poll':
			return pollTable(rows);
		case 'once':
		case 'tagged':
			return figuresTable(work, rows, 'withoutOption', 'of that without');
		default:
			return figuresTable(work, rows, 'httpRequest', 'of HTTP Request');
	}
}

/** @param peer the contender that the others are compared with, and what the ratio is called */
function figuresTable(
	work: Work,
	rows: readonly Row[],
	peer: ContenderName,
	called: string,
): string {
	const other = rows.find(({ contender }) => contender === peer);
	const against = (value: (row: Row) => number, row: Row) => {
		return other === undefined ? '' : `${(value(row) / value(other)).toFixed(2)} x`;
	};
	const withHeld = rows.some(({ held }) => held !== undefined);
	const ofService = work.kind === 'slots';
	return table(
		[
			...['', 'wall s', called, 'CPU s', called],
			...(withHeld ? ['memory growth MB', called] : []),
			...(ofService ? ['share of capacity', 'service latency ms'] : []),
			...['resident MB', 'first request s', 'most in flight', 'longest block ms'],
			...['in order', 'complete'],
		],
		rows.map((row) => {
			const { wall, cpu, resident, first, mostInFlight, block, inOrder, complete } = row.result;
			return [
				name(row),
				...[wall.toFixed(2), against(({ result }) => result.wall, row)],
				...[cpu.toFixed(2), against(({ result }) => result.cpu, row)],
				...(withHeld ? [row.held?.toFixed(1) ?? '', against(({ held = NaN }) => held, row)] : []),
				...(ofService ? [share(shareOfService(work, row.result)), ms(row.result.meanMs)] : []),
				...[resident.toFixed(0), first.toFixed(2), String(mostInFlight), ms(block)],
				...[yesOrNo(inOrder), yesOrNo(complete)],
			];
		}),
	);
}

function refusalTable(work: Work, rows: readonly Row[]): string {
	const ofRate = work.kind === 'bucket';
	return table(
		[
			...['', 'delivered once', 'more than once', 'never', 'requests'],
			...(ofRate ? ['refused', 'share of rate'] : []),
			...['wall s', 'ends with'],
		],
		rows.map((row) => {
			const { delivered, requests, refused, wall, error } = row.result;
			const { once = 0, twice = 0, never = 0 } = delivered ?? {};
			const end = error === undefined ? 'success' : `error: ${error.split('\n')[0]}`;
			return [
				name(row),
				...[once, twice, never, requests].map(String),
				...(ofRate ? [share(refused / requests), share(shareOfService(work, row.result))] : []),
				...[wall.toFixed(1), end],
			];
		}),
	);
}

function pollTable(rows: readonly Row[]): string {
	return table(
		['', 'wall ms', 'CPU ms', 'requests', 'longest block ms', 'saved state kB', 'complete'],
		rows.map((row) => {
			const { wall, cpu, requests, block, stateBytes = 0, complete } = row.result;
			return [
				name(row),
				...[ms(wall * 1000), ms(cpu * 1000), String(requests), ms(block)],
				...[(stateBytes / 1000).toFixed(0), yesOrNo(complete)],
			];
		}),
	);
}

export function verdictTable(verdicts: readonly Verdict[]): string {
	return table(
		['must hold', 'measured', 'limit', ''],
		verdicts.map(({ what, measured, limit, held }) => [
			...[what, measured, limit],
			held ? 'held' : '**missed**',
		]),
	);
}

/** A Markdown table whose columns also line up in a terminal. */
export function table(head: string[], lines: string[][]): string {
	const widths = head.map((_, column) =>
		Math.max(3, ...[head, ...lines].map((line) => line[column].length)),
	);
	const row = (cells: string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
	const rule = row(widths.map((width) => '-'.repeat(width)));
	return `${[row(head), rule, ...lines.map(row)].join('\n')}\n`;
}

const labels: Partial<Record<ContenderName, string>> = {
	voiceSms: '**Voice and SMS**',
};

function name({ contender, runs }: Row): string {
	return `${labels[contender] ?? titles[contender]}${runs === 1 ? ' ¹' : ''}`;
}

function yesOrNo(value: boolean): string {
	return value ? 'yes' : 'no';
}

function share(part: number): string {
	return `${(part * 100).toFixed(1)} %`;
}

/** Milliseconds; below ten, with a decimal. */
function ms(figure: number): string {
	return figure.toFixed(figure < 10 ? 1 : 0);
}
