/** What n8n holds without traffic. */
export interface Rest {
	/** Megabytes after a garbage collection: the heap with buffers, and the resident set. */
	memory: Record<string, number>;
	/** Handles of the process, rows of the database and files of executions, by kind. */
	counts: Record<string, number>;
	/** Rows of Send Once Keys. */
	keyRows: number;
}

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

/** Memory after the traffic may be so many times the memory before. */
const mostGrowth = 1.1;
const shown = 5;

/** Everything that must hold after a soak, held or not. */
export function judge({ before, after, keys, wanted, done }: Soak): Finding[] {
	const times = new Map<string, number>();
	for (const text of done) times.set(text, (times.get(text) ?? 0) + 1);
	const lost = wanted.filter((text) => !times.has(text));
	const doubled = [...times].filter(([, often]) => often > 1).map(([text]) => text);
	const unasked = [...times.keys()].filter((text) => !wanted.includes(text));
	return [
		...Object.entries(after.memory).map(([name, now]) => {
			const ratio = now / before.memory[name];
			const seen = `${now.toFixed(0)} MB, ${before.memory[name].toFixed(0)} MB before: ${ratio.toFixed(2)} x`;
			return { what: `The ${name} stays the same`, held: ratio <= mostGrowth, seen };
		}),
		none('No socket, timer, row or file is left', grown(before, after)),
		{
			what: 'Each Send Once Key has one row',
			held: keys > 0 && after.keyRows === keys,
			seen: `${after.keyRows} rows for ${keys} keys`,
		},
		{
			what: 'Everything was done',
			held: wanted.length > 0 && lost.length === 0,
			seen: `${wanted.length - lost.length} of ${wanted.length}; ${none('', lost).seen} missing`,
		},
		none('Nothing was done twice', doubled),
		none('Nothing was done without a request', unasked),
	];
}

/** Counts that are higher than before: a line for each. */
function grown(before: Rest, after: Rest): string[] {
	return Object.entries(after.counts)
		.filter(([name, count]) => count > (before.counts[name] ?? 0))
		.map(([name, count]) => `${name}: ${count}, ${before.counts[name] ?? 0} before`);
}

function none(what: string, found: readonly string[]): Finding {
	const more = found.length > shown ? `; and ${found.length - shown} more` : '';
	const seen = found.length === 0 ? 'none' : `${found.slice(0, shown).join('; ')}${more}`;
	return { what, held: found.length === 0, seen };
}
