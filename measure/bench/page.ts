import { markdownTable } from '../../test/docs/fieldTable';
import { figuresOf, measuredOn, whole, type Facts } from '../figures/figures';
import { missed, type Row } from './rows';
import { longestBlock, otherTitles, titles } from './works';

/** What `npm run bench` found. */
export interface Run extends Facts {
	/** Times that each contender did a work; left out in a short run, which judges no time. */
	rounds?: number;
	rows: Row[];
}

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
export function benchmarkPart(run: Run): string {
	const { rounds, rows } = run;
	const judgesTimes = rounds !== undefined;
	const times = judgesTimes ? `the median of ${rounds} runs` : 'one short run';
	const count = rows.filter((row) => missed(row, judgesTimes).length > 0).length;
	const verdict =
		count === 0 ? 'Every target was reached.' : `${count} of ${rows.length} lines miss a target.`;
	return `${measuredOn(run)}, ${times}. ${verdict}\n\n${benchmarkTable(rows, judgesTimes)}`;
}

export const figures = figuresOf('benchmark', benchmarkPart);

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
