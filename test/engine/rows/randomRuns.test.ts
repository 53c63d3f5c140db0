/** What rows, lines and errors say of an execution that is tried twice, against what the service accepted. */
import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { rowOf, withTimedStore } from '../../harness/n8n/deduplication';
import { serviceTime } from '../../harness/time/serviceTime';
import {
	countIn,
	indexesOf,
	saidOf,
	textOf,
	unnamed,
	wrongColumns,
	type Said,
} from '../../harness/random/told';
import { anyToldCase, type ToldCase } from '../../harness/random/toldCases';
import {
	columnsBefore,
	keyOf,
	own,
	phoneOf,
	ToldRuns,
	valueBefore,
	type Accepted,
	type ToldRun,
} from '../../harness/random/toldRuns';
import { said } from '../../harness/n8n/messages';

const service = serviceTime();
const runs = new ToldRuns(service.time);
const { simulator, table } = withTimedStore(service, (operationId) => runs.carriedOut(operationId));

/** Set SEED and RUNS for other and more cases; KINDS=1 counts the kinds of false words instead of stopping. */
const seed = Number(process.env.SEED ?? 39);
const numRuns = Number(process.env.RUNS ?? 90);

/** A false word: its kind, and where. */
type False = [kind: string, where: unknown];
type Say = (kind: string, where: unknown) => void;

/** A row with what was told of it and what the service accepted for it. */
interface Compared extends Said {
	index: number;
	ids: Accepted[];
	phone: string;
}

const errorOf = (row: IDataObject | undefined) => row?.error as IDataObject | undefined;
const denial = /nothing was (sent|started|done)(?!,? so it is safe)/i;

/** The word of a row is so. */
function compareWord(
	one: ToldCase,
	told: ToldRun,
	{ index, word, row, ids, phone }: Compared,
	say: Say,
) {
	const where = { row: index + 1, word, ids };
	const { setup, accepted, asked } = told;
	if (ids.length > 1) say('sent twice', where);
	switch (word) {
		case undefined:
			// The error of a run counts those that are done.
			if (ids.length > 0 && told.error === undefined) say('accepted, and not told', where);
			return;
		case 'done':
		case 'failed later':
			if (ids.length !== 1) say(`${word}, and not accepted`, where);
			return;
		case 'maybe':
			if (!asked.has(index) && setup.keys === 'none' && !told.isCanceled)
				say('maybe, and nothing was asked', where);
			return;
		default:
			if (ids.length > 0) say(`accepted, and told as "${word}"`, where);
	}
	// In a dry run a key counts as used by a row that is only checked.
	if (word !== 'skipped' || row === undefined || setup.dryRun !== 'no') return;
	const isUsed = accepted.some(({ key, row: other }) => {
		return (
			key !== undefined && key === keyOf(one, setup, index) && phoneOf(one.rows[other].to) === phone
		);
	});
	const isTagged = one.contacts[one.rows[index].to] === 'tagged';
	if (!isUsed && !isTagged) say('skipped without a cause', where);
}

/** A done row has its answer, a failed one its receiver, its text and its key. */
function compareRow(
	one: ToldCase,
	told: ToldRun,
	{ index, word, row, ids, phone }: Compared,
	say: Say,
) {
	if (row === undefined) return;
	const { setup, setups } = told;
	const where = { row: index + 1, word, json: row };
	const [to, id] = one.isCall ? ['toNumber', 'id'] : ['to', 'messageId'];
	const error = errorOf(row);
	const text = textOf(error);
	const [sent] = ids;
	if (word === 'done' && row[id] !== sent?.id) say('done without its answer', where);
	if (word === 'failed later') {
		const { accepted } = error as { accepted: IDataObject };
		if (accepted[id] !== sent?.id) say('accepted without its answer', where);
	}
	if (sent !== undefined && (denial.test(text) || denial.test(String(row.reason)))) {
		say(`a row says "${said.nothingSentOf}" of what was accepted`, where);
	}
	const keys = new Set(setups.map((each) => keyOf(one, each, index)));
	const [key] = keys;
	if (word === 'maybe' && keys.size === 1 && key !== undefined && error?.onceKey !== key) {
		say('maybe without its key', where);
	}
	if (setup.onError === 'continueErrorOutput' && error !== undefined) return;
	const isWritten = ids.length > 0 || !setup.isRenamed;
	const isLoaded = !one.unloaded.includes(told.tries);
	const what = isLoaded || ids.length > 0 ? 'a row' : 'no credential: a row';
	if (isWritten && (row[to] ?? '') === '') say(`${what} without its receiver`, where);
	if (isWritten && !one.isCall && (row.body ?? '') === '') say(`${what} without its text`, where);
	if (sent === undefined) return;
	if (row[to] !== phone) say('not the receiver that it went to', where);
	if (!one.isCall && row.body !== sent.text) say('not the text that went out', where);
	if (row[one.isCall ? 'fromNumber' : 'from'] !== sent.from) say('not the sender', where);
	const { length } = sent.text;
	const segments = length <= 160 ? 1 : Math.ceil(length / 153);
	if (!one.isCall && row.segments !== segments) say('not the parts of what went out', where);
}

/** The error of a run that stopped says nothing else than what was. */
function compareError(one: ToldCase, { error, accepted, held, setup }: ToldRun, say: Say) {
	if (error === undefined) return;
	const text = textOf(error);
	const where = { text, accepted };
	if (accepted.length > 0 && denial.test(text)) say(`the run says "${said.nothingSentOf}"`, where);
	const count = countIn(text);
	const known = new Set(accepted.map(({ row }) => row));
	if (count !== undefined && count > known.size) {
		say('the run counts more than was accepted', where);
	}
	if (!text.includes(said.againWithKey)) return;
	const free = accepted.filter(({ key, row }) => {
		const isHeld = held.has(rowOf(phoneOf(one.rows[row].to), key ?? ''));
		return key === undefined || key !== keyOf(one, setup, row) || !isHeld;
	});
	if (free.length > 0) say(`"${said.againWithKey}", and it is sent again`, where);
}

/** Lines above the output speak of all tries. */
function compareLines(one: ToldCase, told: ToldRun, all: Compared[], say: Say) {
	const { hints, accepted, setup, setups, error } = told;
	if (error !== undefined) return;
	const where = { hints, words: all.map(({ word }) => word) };
	const text = hints.join('\n');
	if (accepted.length > 0 && /^(Nothing was sent|Dry Run is on: nothing was sent)/m.test(text)) {
		say(`a line says "${said.nothingSentOf}"`, where);
	}
	const failed = all.filter(({ row, word }) =>
		row?.outcome !== undefined
			? word === 'failed later' ||
				word === 'maybe' ||
				(word === 'not done' && row.error !== undefined)
			: errorOf(row) !== undefined,
	);
	const lines = hints.filter((hint) => /^(Failed|Perhaps|Sent, but|Started, but)/.test(hint));
	const named = lines.length === 0 ? undefined : lines.join(' ');
	const isDry = setup.dryRun !== 'no';
	if (all.length > 1 && !isDry && (named ?? '') !== '') {
		const indexes = indexesOf(named ?? '')
			.sort((a, b) => a - b)
			.join();
		if (indexes !== failed.map(({ index }) => index).join()) say('other rows failed', where);
	}
	if (all.length > 1 && !isDry && failed.length > 0 && named === undefined)
		say('no line of failed rows', where);
	const gaps = all.filter(({ word, ids: [sent] }) => {
		return ['done', 'failed later'].includes(String(word)) && /^\d+ \d+ \./.test(sent?.text ?? '');
	});
	const [, blanks = '0'] = /(\d+) texts? with a gap/.exec(text) ?? [];
	if (accepted.length > 0 && !one.isCall && !isDry && Number(blanks) !== gaps.length)
		say('a wrong number of texts with a gap', where);
	for (const to of one.contacts.keys()) {
		const phone = phoneOf(to);
		const same = all.filter((each) => each.phone === phone);
		const count = (...words: unknown[]) => same.filter(({ word }) => words.includes(word)).length;
		const [, line] = /Several rows go to one number: (.*)\. If/.exec(text) ?? [];
		const shown = Number(new RegExp(`\\${phone} \\((\\d+)\\)`).exec(line ?? '')?.[1] ?? 0);
		const [least, most] = [count('done'), count('done', 'failed later')];
		if (least > 1 && shown < least) say('too few rows to one number', { ...where, phone, least });
		if (shown > most && least > 0) say('too many rows to one number', { ...where, phone, most });
	}
	if (setups.every(({ skips }) => skips)) {
		const unknown = new Set(
			all.flatMap(({ word, index, phone }) => {
				return word === 'done' && one.contacts[one.rows[index].to] === 'none' ? [phone] : [];
			}),
		);
		const [, count = '0'] = /No contact was found for (\d+) of/.exec(text) ?? [];
		if (Number(count) < unknown.size)
			say('too few receivers without a contact', { ...where, unknown: [...unknown] });
	}
	for (const { key, row } of accepted) {
		if (key === undefined || key !== keyOf(one, setup, row) || all[row].word !== 'done') continue;
		const isNoted = told.noted.has(rowOf(phoneOf(one.rows[row].to), key));
		if (isNoted || unnamed(hints, [key, 'in doubt']).length === 0) continue;
		say('a key that is not noted is not named', { ...where, key });
	}
}

/** The rules of the columns. */
function compareColumns(one: ToldCase, { items }: ToldRun, say: Say) {
	const rows = items.map(({ json }) => json);
	// A list has an `id` of its own; a call, too.
	for (const wrong of wrongColumns(rows, one.isCall ? own : [...own, 'id'])) {
		const [, kind] = /^(?:\w+: )?(undefined in a row|''|in no row|begins|order)/.exec(wrong) ?? [];
		say(`columns: ${kind}`, wrong);
	}
	const reserved = columnsBefore.filter((name) => {
		return one.isCall || name !== 'id';
	});
	for (const row of rows) {
		const left = reserved.filter((name) => row[name] === valueBefore);
		if (left.length > 0) say('a column of the node before', { left, row });
	}
}

/** All false words of a case. */
async function falseWords(one: ToldCase): Promise<False[]> {
	const found: False[] = [];
	for (const told of await runs.of(simulator, table, one)) {
		const say: Say = (kind, where) => found.push([kind, where]);
		const all = saidOf(told, one.rows.length).map(
			(said, index): Compared => ({
				...said,
				index,
				ids: told.accepted.filter(({ row }) => row === index),
				phone: phoneOf(one.rows[index].to),
			}),
		);
		for (const each of all) {
			compareWord(one, told, each, say);
			compareRow(one, told, each, say);
			seen.add(`${told.error === undefined ? 'row' : 'error'}: ${each.word}`);
		}
		compareError(one, told, say);
		compareLines(one, told, all, say);
		compareColumns(one, told, say);
		seen.add(told.setup.onError);
		if (told.isCanceled) seen.add('canceled');
		if (told.tries > 1) seen.add('a later try');
		if (told.setups.length > 1) seen.add('after an edit');
	}
	return found;
}

/** What was put to the test. */
const seen = new Set<string>();
const words = [
	...[
		'row: done',
		'row: maybe',
		'row: not done',
		'row: skipped',
		'row: checked',
		'row: failed later',
	],
	...['error: done', 'error: maybe', 'error: not done', 'error: not started', 'canceled'],
	...[
		'a later try',
		'after an edit',
		'stopWorkflow',
		'continueRegularOutput',
		'continueErrorOutput',
	],
];

test(`nothing that is told of an execution with two tries is false (seed ${seed})`, async () => {
	if (process.env.KINDS !== undefined) {
		const kinds: Record<string, { cases: number; first: unknown }> = {};
		for (const one of fc.sample(anyToldCase, { seed, numRuns })) {
			for (const [kind, where] of new Map(await falseWords(one))) {
				kinds[kind] ??= { cases: 0, first: where };
				kinds[kind].cases++;
			}
		}
		expect({ kinds, unseen: words.filter((word) => !seen.has(word)) }).toEqual({
			kinds: {},
			unseen: [],
		});
		return;
	}
	await fc.assert(
		fc.asyncProperty(anyToldCase, async (one) => expect(await falseWords(one)).toEqual([])),
		{ seed, numRuns },
	);
	expect(words.filter((word) => !seen.has(word))).toEqual([]);
}, 3_600_000);
