import { titles } from './contenders';
import type { ContenderName, Work } from './plan';
import { rateLimit, slotLimit } from './plan';
import { pictures, secondsOf } from './picture';
import type { Run } from './report';
import { table } from './table';
import type { Row } from './targets';

const columns: readonly ContenderName[] = [
	'voiceSms',
	'httpRequest',
	'declarative',
	'oneByOne',
	'raw',
];

/** Pictures that the README shows; the others stand in docs/benchmark.md. */
const shown = 2;

/** README's part about speed: the table of wall times and the pictures. */
export function readmePart({ n8n, processors, sections }: Run): string {
	const rows = sections.filter(({ work }) => !['poll', 'once', 'tagged'].includes(work.kind));
	const lines = rows.map(({ work, rows: all }) => [
		...[nameOf(work), serviceOf(work)],
		...columns.map((column) =>
			cellOf(
				work,
				all.find(({ contender }) => contender === column),
			),
		),
	]);
	const head = ['work', 'service', ...columns.map((column) => titles[column])];
	const images = pictures
		.slice(0, shown)
		.map(({ file, title }) => `![${title}](docs/${file})`)
		.join('\n\n');
	return `Wall seconds, median of 3, from one run with n8n ${n8n} on ${processors} processors:

${images}

${table(head, lines)}`;
}

/** The README with its part written anew. */
export function inReadme(readme: string, part: string): string {
	const [before, rest] = readme.split('<!-- benchmark -->\n');
	const [, after] = (rest ?? '').split('<!-- /benchmark -->');
	if (after === undefined) throw new Error('The README has no place for the benchmark');
	return `${before}<!-- benchmark -->\n\n${part}\n<!-- /benchmark -->${after}`;
}

function nameOf({ kind, count }: Work): string {
	const all = count.toLocaleString('en-US');
	if (kind === 'list') return `all of ${all} contacts`;
	if (kind === 'get') return `${all} gets`;
	return kind === 'text' ? `${all} sends of \`Hello {{ $json.name }}\`` : `${all} sends`;
}

function serviceOf({ kind, latencyMs, retryAfter }: Work): string {
	switch (kind) {
		case 'slots':
			return `${slotLimit.slots} slots of ${slotLimit.serviceMs} ms`;
		case 'bucket':
			return `${rateLimit.ratePerSecond}/s, 429 ${retryAfter ? 'with' : 'without'} Retry-After`;
		case 'storm':
			return 'every third refused (429)';
		default:
			return `${latencyMs} ms`;
	}
}

/** Seconds, or how much was delivered where that is not all. */
function cellOf({ kind, count }: Work, row: Row | undefined): string {
	if (row === undefined) return '';
	const { wall, delivered } = row.result;
	const refuses = kind === 'bucket' || kind === 'storm';
	const seconds = secondsOf(wall);
	const lost = delivered !== undefined && delivered.once < count;
	const all = lost ? `${delivered.once} delivered` : refuses ? `all, ${seconds}` : seconds;
	return row.contender === 'voiceSms' ? `**${all}**` : all;
}
