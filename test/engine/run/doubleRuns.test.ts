import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/deduplication';
import { anyCase, DoubleRuns, type Case, type Entry, type Told } from '../../harness/doubleRuns';
import { empty } from '../../harness/service';
import { serviceTime } from '../../harness/serviceTime';
import type { DeduplicationTable } from '../../harness/deduplication';
import type { Simulator } from '../../simulator';

const { time, clock, watch } = serviceTime();
const runs = new DoubleRuns(time);
let simulator: Simulator;
let table: DeduplicationTable;
withSimulatorAndStore(
	(...both) => {
		[simulator, table] = both;
		watch(simulator);
	},
	{
		seed: empty,
		clock,
		reshape: (outcome, operationId) => {
			runs.carriedOut(operationId);
			return outcome;
		},
	},
);

/** More or other cases: RUNS=2000 SEED=7 npx jest --selectProjects engine -i test/engine/run/doubleRuns.test.ts */
const seed = Number(process.env.SEED ?? 28);
const numRuns = Number(process.env.RUNS ?? 150);

type Verdict = 'done' | 'tagged' | 'keyUsed' | 'not done' | 'maybe' | 'not started';
const verdictOf: Record<string, Verdict> = {
	'Rows done': 'done',
	'Not done': 'not done',
	'May have been done': 'maybe',
	'Not started': 'not started',
};

/** Indexes of "1-3, 7": 0, 1, 2 and 6. */
function indexesOf(ranges: string): number[] {
	if (ranges === 'none') return [];
	return ranges.split(', ').flatMap((range) => {
		const [from, to = from] = range.split('-').map(Number);
		return Array.from({ length: to - from + 1 }, (_, place) => from - 1 + place);
	});
}

/** What the error of a stopped run says of each row. */
function verdictsOfError(error: NonNullable<Told['error']>, count: number): Verdict[] {
	const { description = '', context } = error;
	if (
		description.includes('of the items was started') ||
		/None of the \d+ items/.test(description)
	) {
		return Array.from({ length: count }, () => 'not started');
	}
	if (count === 1) return [context.mayHaveBeenDone === true ? 'maybe' : 'not done'];
	const verdicts: Verdict[] = [];
	for (const [, kind, ranges] of description.matchAll(/([A-Z][a-z ]+): (none|[\d, -]+)\./g)) {
		for (const index of indexesOf(ranges)) {
			expect([index, verdicts[index]]).toEqual([index, undefined]);
			verdicts[index] = verdictOf[kind] ?? kind;
		}
	}
	return verdicts;
}

/** What a run told of each row, with the ID that it gave. */
function verdicts(told: Told, count: number): Array<{ verdict: Verdict; id?: unknown }> {
	if (told.error !== undefined) {
		return verdictsOfError(told.error, count).map((verdict) => ({ verdict }));
	}
	const all: Array<{ verdict: Verdict; id?: unknown }> = [];
	for (const { json, pairedItem } of [...told.items, ...told.errorItems]) {
		const error = json.error as { mayHaveBeenDone: boolean; itemIndex: number } | undefined;
		const index = error?.itemIndex ?? (pairedItem as { item: number }).item;
		expect([index, all[index]]).toEqual([index, undefined]);
		all[index] = { verdict: verdictOfItem(json), id: json.messageId ?? json.id };
	}
	return all;
}

function verdictOfItem({ error, skipped, reason }: IDataObject): Verdict {
	if (error !== undefined)
		return (error as IDataObject).mayHaveBeenDone === true ? 'maybe' : 'not done';
	if (skipped !== true) return 'done';
	return String(reason).includes('has the tag') ? 'tagged' : 'keyUsed';
}

const seen = new Map<string, number>();
const see = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

function keyOf({ keys, rows }: Case, index: number) {
	return keys === 'unique' ? index : rows[index].key;
}

/** What was told of each row is so at the service. */
function compare(one: Case, told: Told) {
	const own = (index: number) =>
		told.entries.filter(({ execution, row }) => execution === told.execution && row === index);
	const all = verdicts(told, one.rows.length);
	const isStopped = told.error !== undefined;
	expect(Object.keys(all)).toHaveLength(one.rows.length);
	all.forEach(({ verdict, id }, index) => {
		see(isStopped ? `stopped, ${verdict}` : verdict);
		const ids = own(index).map((entry) => entry.id);
		const ofKey = told.entries.filter(({ row }) => keyOf(one, row) === keyOf(one, index));
		const isKeyUsed = one.keys !== 'none' && ofKey.length === 1;
		const wasSkipped = (one.skips && told.isTagged(index)) || isKeyUsed;
		const what = { row: index + 1, verdict, ids };
		if (verdict === 'done' && !isStopped) expect(what).toEqual({ ...what, ids: [id] });
		else if (verdict === 'done' && ids.length === 0)
			expect({ ...what, wasSkipped }).toEqual({ ...what, wasSkipped: true });
		else if (verdict === 'keyUsed')
			expect({ ...what, isKeyUsed }).toEqual({ ...what, isKeyUsed: true });
		else if (verdict === 'tagged') expect([told.isTagged(index), ids]).toEqual([true, []]);
		else if (['not done', 'not started'].includes(verdict))
			expect(what).toEqual({ ...what, ids: [] });
	});
	if (told.hints.some((hint) => hint.startsWith('Nothing was sent'))) {
		expect(told.entries.filter(({ execution }) => execution === told.execution)).toEqual([]);
	}
}

/** Entries that are not the first with their name. */
function repeated(entries: Entry[], nameOf: (entry: Entry) => unknown): Entry[] {
	const names = entries.map((entry) => JSON.stringify(nameOf(entry)));
	return entries.filter((_, place) => names.indexOf(names[place]) !== place);
}

test('whatever happens, nobody gets it twice, nobody after STOP, and what is told is so', async () => {
	await fc.assert(
		fc.asyncProperty(anyCase, async (one) => {
			table.reset();
			const { told, entries } = await runs.play(simulator, one);
			expect(repeated(entries, ({ execution, row }) => [execution, row])).toEqual([]);
			if (one.keys !== 'none') expect(repeated(entries, ({ row }) => keyOf(one, row))).toEqual([]);
			if (one.skips) expect(entries.filter(({ wasTagged }) => wasTagged)).toEqual([]);
			entries.forEach((entry, place) => {
				const { execution, run, to, row } = entry;
				const overtook = entries.slice(place).filter((later) => {
					const isOfSame = later.execution === execution && later.run === run && later.to === to;
					return isOfSame && later.row < row;
				});
				expect(overtook).toEqual([]);
			});
			for (const each of told) compare(one, each);
			see(`case ${one.then}`);
			if (Math.max(0, ...entries.map(({ run }) => run)) > 1) see('sent in a later try');
		}),
		{ seed, numRuns },
	);
	console.log(Object.fromEntries(seen));
}, 600_000);
