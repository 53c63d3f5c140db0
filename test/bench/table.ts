import { titles } from './contenders';
import type { ContenderName } from './plan';
import { titleOf } from './plan';
import type { Row, Section, Verdict } from './targets';

/** A work's table: one line a contender, each with its ratio to the HTTP Request node. */
export function sectionTable({ work, rows }: Section): string {
	const http = rows.find(({ contender }) => contender === 'httpRequest');
	const heading = `### ${titleOf(work)}\n\n`;
	return heading + (work.kind === 'storm' ? stormTable(rows) : figuresTable(rows, http));
}

function figuresTable(rows: readonly Row[], http: Row | undefined): string {
	const against = (value: (row: Row) => number, row: Row) => {
		return http === undefined ? '' : `${(value(row) / value(http)).toFixed(2)} x`;
	};
	const withHeld = rows.some(({ held }) => held !== undefined);
	return table(
		[
			...['', 'wall s', 'of HTTP Request', 'CPU s', 'of HTTP Request'],
			...(withHeld ? ['memory growth MB', 'of HTTP Request'] : []),
			...['resident MB', 'most in flight', 'longest block ms', 'in order', 'complete'],
		],
		rows.map((row) => {
			const { wall, cpu, resident, mostInFlight, block, inOrder, complete } = row.result;
			return [
				name(row),
				...[wall.toFixed(2), against(({ result }) => result.wall, row)],
				...[cpu.toFixed(2), against(({ result }) => result.cpu, row)],
				...(withHeld ? [row.held?.toFixed(1) ?? '', against(({ held = NaN }) => held, row)] : []),
				...[
					resident.toFixed(0),
					String(mostInFlight),
					block.toFixed(0),
					yesOrNo(inOrder),
					yesOrNo(complete),
				],
			];
		}),
	);
}

function stormTable(rows: readonly Row[]): string {
	return table(
		['', 'delivered once', 'more than once', 'never', 'requests', 'wall s', 'ends with'],
		rows.map((row) => {
			const { delivered, requests, wall, error } = row.result;
			const { once = 0, twice = 0, never = 0 } = delivered ?? {};
			const end = error === undefined ? 'success' : `error: ${error.split('\n')[0]}`;
			return [name(row), ...[once, twice, never, requests].map(String), wall.toFixed(1), end];
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
function table(head: string[], lines: string[][]): string {
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
