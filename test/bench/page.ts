import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { markdownTable } from '../docs/fieldTable';
import { missed, type Row } from './rows';
import { longestBlock, otherTitles, titles } from './works';

export const figuresFile = 'docs/benchmark.json';

/** A full run of `npm run bench`. */
export interface Run {
	/** "2026-11-30" */
	day: string;
	/** Versions of n8n and of the Node that ran it. */
	n8n: string;
	node: string;
	processors: number;
	/** Times that each contender did a work. */
	rounds: number;
	rows: Row[];
}

/** The last full run. */
export function readRun(): Run {
	return JSON.parse(readFileSync(join(root, figuresFile), 'utf8')) as Run;
}

const whole = (figure = 0) => figure.toLocaleString('en-US');

/**
 * One line for each comparison; a figure that misses its target is bold.
 *
 * @param judgesTimes false: times have no target
 */
export function benchmarkTable(rows: readonly Row[], judgesTimes = true): string {
	const lines = rows.map((row) => {
		const { work, other, own, others, most, longestBlock: mostBlock } = row;
		const misses = missed(row, judgesTimes);
		const marked = (what: string, text: string) => (misses.includes(what) ? `**${text}**` : text);
		const compared = (figure: 'wall' | 'cpu') => {
			const limit = judgesTimes ? most[figure]?.toFixed(2) : undefined;
			const [first, second] = [own[figure], others[figure]];
			if (second === undefined) return [first.toFixed(2), ''];
			const ratio = `${(first / second).toFixed(2)}${limit === undefined ? '' : ` ≤ ${limit}`}`;
			return [`${first.toFixed(2)} : ${second.toFixed(2)}`, marked(figure, ratio)];
		};
		const isOwn = judgesTimes && mostBlock !== undefined;
		const ofThisWork = isOwn ? ` ≤ ${mostBlock} ms` : '';
		return [
			...[work, otherTitles[other], ...compared('wall'), ...compared('cpu')],
			marked('block', `${Math.round(own.block)} ms${ofThisWork}`),
			marked(
				'done',
				other === 'none' ? whole(own.done) : `${whole(own.done)} : ${whole(others.done)}`,
			),
		];
	});
	const block = `longest block${judgesTimes ? ` ≤ ${longestBlock} ms` : ''}`;
	const figures = ['seconds', 'ratio', 'CPU seconds', 'ratio', block, 'done'];
	return markdownTable(['this node', 'compared with', ...figures], lines);
}

/** Where it was measured, and the table. */
export function benchmarkPart({ day, n8n, node, processors, rounds, rows }: Run): string {
	const times = rounds === 1 ? 'one run' : `the median of ${rounds} runs`;
	const count = rows.filter((row) => missed(row).length > 0).length;
	const verdict =
		count === 0 ? 'Every target was reached.' : `${count} of ${rows.length} lines miss a target.`;
	return `Measured on ${day} with n8n ${n8n} on Node ${node}, ${processors} processors, ${times}. ${verdict}\n\n${benchmarkTable(rows)}`;
}

/** README's part about speed. */
export function readmePart({ n8n, processors, rows }: Run): string {
	const rowOf = (work: string): Row => {
		const found = rows.find((row) => row.work === work && row.other === 'httpRequest');
		if (found === undefined) throw new Error(`The run has no "${work}"`);
		return found;
	};
	const timesFaster = ({ own, others }: Row) => ((others.wall ?? NaN) / own.wall).toFixed(1);
	const { own, others } = rowOf(titles.limited);
	return `Compared with n8n's HTTP Request node (n8n ${n8n}, ${processors} processors, a service that answers after 20 ms):

- 1,000 SMS go out **${timesFaster(rowOf(titles.sends))} times** as fast.
- A list of 10,000 contacts is read **${timesFaster(rowOf(titles.contacts))} times** as fast.
- If the service allows 50 requests a second, **${whole(own.done)} of 1,000** SMS arrive. With HTTP Request, ${whole(others.done)} arrive.`;
}
