import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { missed, type Row } from './rows';
import { table } from './table';
import { longestBlock, otherTitles, titles, type Other } from './works';

export const figuresFile = 'docs/benchmark.json';

/** A full run of `npm run bench`. */
export interface Run {
	/** "2026-11-30" */
	day: string;
	/** Versions of n8n and of the Node that ran it. */
	n8n: string;
	node: string;
	processors: number;
	/** Times that each work was done by each contender. */
	rounds: number;
	rows: Row[];
}

/** The last full run. */
export function readRun(): Run {
	return JSON.parse(readFileSync(join(root, figuresFile), 'utf8')) as Run;
}

/** The whole result: one line for each comparison. */
export function benchmarkTable({ rows }: Run): string {
	return table(
		[
			...['this node', 'compared with', 'seconds', 'ratio', 'CPU seconds', 'ratio'],
			...[`longest block, at most ${longestBlock} ms`, 'done'],
		],
		rows.map((row) => {
			const { work, other, own, others, most } = row;
			const misses = missed(row);
			const marked = (what: string, text: string) => (misses.includes(what) ? `**${text}**` : text);
			return [
				...[work, otherTitles[other]],
				...[pair(own.wall, others.wall), marked('wall', ratio(own.wall, others.wall, most.wall))],
				...[pair(own.cpu, others.cpu), marked('CPU', ratio(own.cpu, others.cpu, most.cpu))],
				marked('longest block', `${Math.round(own.block)} ms`),
				marked('done', `${whole(own.done)} : ${whole(others.done ?? 0)}`),
			];
		}),
	).trimEnd();
}

/** Where it was measured, and whether the targets were reached, above the table. */
export function benchmarkPart(run: Run): string {
	const { day, n8n, node, processors, rounds } = run;
	const problems = missedIn(run);
	const verdict =
		problems.length === 0 ? 'Every target was reached.' : `Missed: ${problems.join('; ')}.`;
	return [
		`Measured on ${day} with n8n ${n8n} on Node ${node}, ${processors} processors, ${rounds === 1 ? 'one run' : `the median of ${rounds} runs`}. ${verdict}`,
		benchmarkTable(run),
	].join('\n\n');
}

/** The targets that a run missed, one line for each. */
export function missedIn({ rows }: Run, judgesTimes = true): string[] {
	return rows.flatMap((row) =>
		missed(row, judgesTimes).map(
			(what) => `${row.work}, compared with ${otherTitles[row.other]}: ${what}`,
		),
	);
}

/** README's part about speed. */
export function readmePart({ n8n, processors, rows }: Run): string {
	const rowOf = (work: string, other: Other = 'httpRequest'): Row => {
		const found = rows.find((row) => row.work === work && row.other === other);
		if (found === undefined) throw new Error(`The run has no "${work}"`);
		return found;
	};
	const timesFaster = ({ own, others }: Row) => ((others.wall ?? NaN) / own.wall).toFixed(1);
	const { own, others } = rowOf(titles.limited);
	return `Compared with n8n's HTTP Request node (n8n ${n8n}, ${processors} processors, a service that answers after 20 ms):

- 1,000 SMS go out **${timesFaster(rowOf(titles.sends))} times** as fast.
- A list of 10,000 contacts is read **${timesFaster(rowOf(titles.contacts))} times** as fast.
- If the service allows 50 requests a second, **${whole(own.done)} of 1,000** SMS arrive. With HTTP Request, ${whole(others.done ?? 0)} arrive.`;
}

function pair(own: number, other: number | undefined): string {
	return other === undefined ? own.toFixed(2) : `${own.toFixed(2)} : ${other.toFixed(2)}`;
}

function ratio(own: number, other: number | undefined, most: number | undefined): string {
	if (other === undefined) return '';
	return `${(own / other).toFixed(2)}${most === undefined ? '' : ` ≤ ${most.toFixed(2)}`}`;
}

const whole = (figure: number) => figure.toLocaleString('en-US');
