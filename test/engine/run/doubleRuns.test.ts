import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { withTimedStore } from '../../harness/n8n/deduplication';
import { anyCase, type Case } from '../../harness/random/doubleRunCases';
import { DoubleRuns, type Entry, type Told } from '../../harness/random/doubleRuns';
import { serviceTime } from '../../harness/time/serviceTime';
import { countIn, saidOf, textOf } from '../../harness/random/told';
import { said } from '../../harness/n8n/messages';

const service = serviceTime();
const runs = new DoubleRuns(service.time);
const { simulator, table } = withTimedStore(service, (operationId) => runs.carriedOut(operationId));

/** Set SEED and RUNS for other and more cases. */
const seed = Number(process.env.SEED ?? 28);
const numRuns = Number(process.env.RUNS ?? 40);

type Verdict = 'done' | 'skipped' | 'tagged' | 'keyUsed' | 'not done' | 'maybe' | 'not started';
/** What the error of a stopped run says of a row; `counted`: it is not named, and only counted. */
type VerdictOfError = Extract<Verdict, 'done' | 'not done' | 'maybe' | 'not started'> | 'counted';
const verdictsOfErrors = ['done', 'not done', 'maybe', 'not started', 'counted'] as const;

/** What the error of a stopped run says of each row. */
function verdictsOfError(error: NonNullable<Told['error']>, count: number): VerdictOfError[] {
	const told = saidOf({ items: [], errorItems: [], hints: [], error }, count);
	return told.map(({ word = 'counted' }) => {
		const verdict = verdictsOfErrors.find((one) => one === word);
		if (verdict === undefined) throw new Error(`A row is told as "${word}"`);
		return verdict;
	});
}

function verdictOfItem({ error, outcome, reason }: IDataObject): Verdict {
	if (error !== undefined) return (error as IDataObject).mayHaveBeenDone ? 'maybe' : 'not done';
	if (outcome !== 'skipped') return 'done';
	return String(reason).includes('has the tag') ? 'tagged' : 'keyUsed';
}

/** What a run told of each row, with the ID that it gave. */
function verdictsOf(
	told: Told,
	count: number,
): Array<{ verdict: Verdict | 'counted'; id?: unknown }> {
	if (told.error !== undefined) {
		return verdictsOfError(told.error, count).map((verdict) => ({ verdict }));
	}
	const all: Array<{ verdict: Verdict | 'counted'; id?: unknown }> = [];
	for (const { json, pairedItem } of [...told.items, ...told.errorItems]) {
		const error = json.error as { itemIndex: number } | undefined;
		const index = error?.itemIndex ?? (pairedItem as { item: number }).item;
		expect([index, all[index]]).toEqual([index, undefined]);
		all[index] = { verdict: verdictOfItem(json), id: json.messageId ?? json.id };
	}
	return all;
}

/** A key belongs to its receiver. */
const keyOf = ({ keys, rows }: Case, row: number) =>
	keys === 'unique' ? String(row) : `${rows[row].key} to ${rows[row].to}`;
const seen = new Set<string>();
const words = [
	...['done', 'tagged', 'keyUsed', 'not done', 'maybe'],
	...verdictsOfErrors.map((verdict) => `stopped: ${verdict}`),
	...['sent in a later try', 'two runs: retry', 'two runs: after', 'two runs: beside'],
];

/** What a run told of each row is so at the service. */
function compare(one: Case, told: Told) {
	const { tagged, error, hints } = told;
	const own = told.entries.filter(({ execution }) => execution === told.execution);
	const verdicts = verdictsOf(told, one.rows.length);
	const lines = one.rows.map(({ to }, row) => {
		const { verdict, id } = verdicts[row] ?? {};
		seen.add(error === undefined ? String(verdict) : `stopped: ${verdict}`);
		const ids = own.filter((entry) => entry.row === row).map((entry) => entry.id);
		const withKey = told.entries.filter((entry) => keyOf(one, entry.row) === keyOf(one, row));
		const isKeyUsed = one.keys !== 'none' && withKey.length === 1;
		const isTagged = one.skips && tagged.has(to);
		const isTrue = {
			// The text of an error has no IDs.
			done: error === undefined ? ids.length === 1 && ids[0] === id : ids.length === 1,
			skipped: ids.length === 0 && (isTagged || isKeyUsed),
			tagged: ids.length === 0 && isTagged,
			keyUsed: ids.length === 0 && isKeyUsed,
			maybe: true,
			'not done': ids.length === 0,
			'not started': ids.length === 0,
			counted: true,
		};
		return { row: row + 1, verdict, id, ids, isTrue: verdict !== undefined && isTrue[verdict] };
	});
	expect(lines.filter(({ isTrue }) => !isTrue)).toEqual([]);
	const count = error === undefined ? undefined : countIn(textOf(error));
	if (count !== undefined) {
		const done = lines.filter(({ ids, verdict }) => ids.length > 0 && verdict !== 'maybe');
		expect(done).toHaveLength(count);
	}
	if (hints.some((hint) => hint.startsWith(said.nothingSent))) expect(own).toEqual([]);
}

/** Entries that are not the first with their name. */
function repeated(entries: Entry[], nameOf: (entry: Entry) => unknown): Entry[] {
	const names = entries.map((entry) => JSON.stringify(nameOf(entry)));
	return entries.filter((_, place) => names.indexOf(names[place]) !== place);
}

/** Entries that came before an earlier row of the same try to the same number. */
function overtaken(entries: Entry[]): Entry[] {
	return entries.filter((entry, place) => {
		return entries.slice(place).some(({ execution, run, to, row }) => {
			const isOfSame = execution === entry.execution && run === entry.run && to === entry.to;
			return isOfSame && row < entry.row;
		});
	});
}

test(`nobody gets it twice, nobody after STOP, nobody is told wrong (seed ${seed})`, async () => {
	await fc.assert(
		fc.asyncProperty(anyCase, async (one) => {
			table.reset();
			const { told, entries } = await runs.of(simulator, one);
			expect(repeated(entries, ({ execution, row }) => [execution, row])).toEqual([]);
			if (one.keys !== 'none') expect(repeated(entries, ({ row }) => keyOf(one, row))).toEqual([]);
			if (one.skips) expect(entries.filter(({ wasTagged }) => wasTagged)).toEqual([]);
			expect(overtaken(entries)).toEqual([]);
			for (const each of told) compare(one, each);
			if (entries.some(({ run }) => run > 1)) seen.add('sent in a later try');
			if (told.length > 1) seen.add(`two runs: ${one.then}`);
		}),
		{ seed, numRuns },
	);
	// The faults were there, and each word was put to the test.
	expect(words.filter((word) => !seen.has(word))).toEqual([]);
}, 600_000);
