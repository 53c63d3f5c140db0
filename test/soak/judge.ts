/** What n8n's process and database hold at one moment of the traffic. */
export interface Sample {
	/** Part of the traffic that is over, 0 to 1. */
	at: number;
	/** Bytes of the heap and of buffers, after a garbage collection. */
	memory: number;
	/** Bytes of the resident set. */
	resident: number;
	/** Bytes of it that are neither V8's heap, used or in reserve, nor buffers: code, SQLite, the allocator. */
	native: number;
	/** Characters of the state that n8n keeps for each trigger, by the name of the workflow. */
	states: Record<string, number>;
}

/** What is there when nothing goes on. */
export interface Idle {
	/** What was still becoming less when it was looked at last; nothing when n8n had come to rest. */
	sinking: string[];
	/** Sockets, timers and the like, by kind. */
	handles: Record<string, number>;
	/** Rows of each table of n8n's database. */
	rows: Record<string, number>;
	/** Files of executions, such as recordings, but for those that a polling trigger brought. */
	files: number;
	/** Files that a polling trigger brought, which n8n never deletes. */
	triggerFiles: number;
	/** Send Once keys that were sent with, and their rows in n8n's deduplication store. */
	keys: number;
	keyRows: number;
	/** Executions that are not over, and those that failed: one line each. */
	executions: string[];
}

export interface Soak {
	samples: Sample[];
	before: Idle;
	after: Idle;
	/** What was to be done once, and what the service did: texts, each of them different. */
	wanted: string[];
	done: string[];
	/** Requests of the traffic that did not get what they should: one line each. */
	failures: string[];
}

export interface Finding {
	what: string;
	held: boolean;
	/** The figures it was judged by. */
	seen: string;
}

/** The last quarter's peak may be so many times that of the second. */
export const mostGrowth = 1.1;
const fewestSamples = 5;
/** What docs/trigger.md promises. */
const mostState = 100_000;
/** The table of the deduplication store; what it may grow by is judged by the keys. */
export const keyTable = 'processed_data';
const shown = 5;

/** Peaks of the four quarters; NaN for one with too few samples to tell. */
export function peaks(samples: readonly Sample[], value: (sample: Sample) => number): number[] {
	return [0, 1, 2, 3].map((quarter) => {
		const values = samples
			.filter(({ at }) => Math.min(3, Math.floor(at * 4)) === quarter)
			.map(value);
		return values.length < fewestSamples ? NaN : Math.max(...values);
	});
}

/** Everything that must hold of a soak, held or not. */
export function judge(soak: Soak): Finding[] {
	const { samples, before, after, failures } = soak;
	const flat = (
		what: string,
		value: (sample: Sample) => number,
		unit: (value: number) => string,
	) => {
		const [, second, , last] = peaks(samples, value);
		const ratio = last / second;
		return {
			what: `${what} is flat`,
			held: ratio <= mostGrowth,
			seen: Number.isNaN(ratio)
				? `a quarter has fewer than ${fewestSamples} samples`
				: `${unit(last)} after ${unit(second)}: ${ratio.toFixed(2)} x`,
		};
	};
	const triggers = [...new Set(samples.flatMap(({ states }) => Object.keys(states)))];
	const largest = Math.max(0, ...samples.flatMap(({ states }) => Object.values(states)));
	return [
		flat('Memory after garbage collection', ({ memory }) => memory, megabytes),
		flat('The resident set', ({ resident }) => resident, megabytes),
		{
			what: `The state of a trigger is below ${kilobytes(mostState)}`,
			held: triggers.length > 0 && largest < mostState,
			seen: `at most ${kilobytes(largest)} of ${triggers.length} triggers`,
		},
		none('Every count had settled when it was taken', [
			...before.sinking.map((one) => `before, ${one}`),
			...after.sinking.map((one) => `after, ${one}`),
		]),
		none('No socket, timer or other handle is left', grown(before.handles, after.handles)),
		none(
			'No row is left in another table',
			grown(withoutKeys(before.rows), withoutKeys(after.rows)),
		),
		keyRowsGrew(before, after),
		none('No file of an execution is left', grown({ files: before.files }, { files: after.files })),
		none('No execution waits or has failed', after.executions),
		...exactlyOnce(soak),
		none('Every request of the traffic got the right answer', failures),
	];
}

function keyRowsGrew(before: Idle, after: Idle): Finding {
	const perKey = before.keyRows / before.keys;
	const others = (idle: Idle) => (idle.rows[keyTable] ?? 0) - idle.keyRows;
	return {
		what: 'Only the new keys were added to the deduplication store',
		held:
			Number.isInteger(perKey) &&
			perKey > 0 &&
			after.keys > before.keys &&
			after.keyRows === after.keys * perKey &&
			others(before) === others(after),
		seen: `${after.keyRows} rows for ${after.keys} keys, ${before.keyRows} for ${before.keys} before; ${others(after)} other rows, ${others(before)} before`,
	};
}

function exactlyOnce({ wanted, done }: Soak): Finding[] {
	const times = new Map<string, number>();
	for (const text of done) times.set(text, (times.get(text) ?? 0) + 1);
	const expected = new Set(wanted);
	const lost = wanted.filter((text) => !times.has(text));
	const doubled = [...times].filter(([, often]) => often > 1).map(([text]) => text);
	const unknown = [...times.keys()].filter((text) => !expected.has(text));
	return [
		{
			what: 'There was something to do',
			held: wanted.length > 0 && expected.size === wanted.length,
			seen: `${wanted.length} messages and calls, ${expected.size} different`,
		},
		none('Nothing is lost', lost),
		none('Nothing is doubled', doubled),
		none('Nothing was done without a request', unknown),
	];
}

const withoutKeys = (rows: Record<string, number>) => ({ ...rows, [keyTable]: 0 });

function grown(before: Record<string, number>, after: Record<string, number>): string[] {
	return Object.entries(after)
		.filter(([name, count]) => count > (before[name] ?? 0))
		.map(([name, count]) => `${name}: ${count}, ${before[name] ?? 0} before`);
}

function none(what: string, found: readonly string[]): Finding {
	const more = found.length > shown ? `; and ${found.length - shown} more` : '';
	const seen = found.length === 0 ? 'none' : `${found.slice(0, shown).join('; ')}${more}`;
	return { what, held: found.length === 0, seen };
}

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
export const kilobytes = (characters: number) => `${(characters / 1e3).toFixed(1)} kB`;
