import { markdownTable } from '../../test/docs/fieldTable';
import { figuresOf, measuredOn, type Facts } from '../figures/figures';
import { compare } from '../figures/texts';

/**
 * What n8n holds without traffic, by name: memory in megabytes, handles of the process, rows of each table
 * of the database, files of executions.
 */
export type Rest = Record<string, number>;

export interface Soak {
	before: Rest;
	after: Rest;
	/** Send Once Keys in use after the traffic. */
	keys: number;
	/** Texts that were to reach the service, each of them different, and texts that reached it. */
	wanted: string[];
	done: string[];
}

export interface Finding {
	what: string;
	held: boolean;
	/** The figures that decide it. */
	seen: string;
}

const memory = ['heap', 'resident set'];
const keyRows = 'rows of processed_data';
/** Memory after the traffic may be so many times the memory before. */
const mostGrowth = 1.1;
const shown = 5;

/** Everything that must hold after a soak, held or not. */
export function judge({ before, after, keys, wanted, done }: Soak): Finding[] {
	const { lost, doubled, unasked } = compare(wanted, done);
	const left = Object.entries(after)
		.filter(([name, count]) => ![...memory, keyRows].includes(name) && count > (before[name] ?? 0))
		.map(([name, count]) => `${name}: ${count}, ${before[name] ?? 0} before`);
	return [
		...memory.map((name) => {
			const ratio = after[name] / before[name];
			const seen = `${after[name].toFixed(0)} MB, ${before[name].toFixed(0)} MB before: ${ratio.toFixed(2)} x`;
			return { what: `The ${name} stays the same`, held: ratio <= mostGrowth, seen };
		}),
		none('No socket, timer, row or file is left', left),
		{
			what: 'Each Send Once Key has one row',
			held: keys > 0 && after[keyRows] === keys,
			seen: `${after[keyRows]} rows for ${keys} keys`,
		},
		{
			what: 'Everything was done',
			held: wanted.length > 0 && lost.length === 0,
			seen: `${wanted.length - lost.length} of ${wanted.length}; missing: ${none('', lost).seen}`,
		},
		none('Nothing was done twice', doubled),
		none('Nothing was done without a request', unasked),
	];
}

/** What `npm run soak` found. */
export interface Run extends Facts {
	/** Of traffic. */
	minutes: number;
	findings: Finding[];
}

/** The part of docs/measured.md. */
export function soakPart(run: Run): string {
	const rows = run.findings.map(({ what, held, seen }) => [what, held ? 'yes' : '**no**', seen]);
	const table = markdownTable(['What must hold', 'Held', 'Seen'], rows);
	return `${measuredOn(run)}, ${run.minutes} minutes of traffic:\n\n${table}`;
}

export const figures = figuresOf('soak', soakPart);

function none(what: string, found: readonly string[]): Finding {
	const more = found.length > shown ? `; and ${found.length - shown} more` : '';
	const seen = found.length === 0 ? 'none' : `${found.slice(0, shown).join('; ')}${more}`;
	return { what, held: found.length === 0, seen };
}
