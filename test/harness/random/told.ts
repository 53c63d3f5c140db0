/** What a run told of each row, in the words that the docs promise, and the rules of its columns. */
import type { IDataObject } from 'n8n-workflow';

import { companyNumbers, type Fault } from '../../simulator';
import { locator, type NodeResult } from '../n8n/engine';
import { collections } from '../n8n/options';

/** n8n's *On Error*. */
export const modes = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
export type Mode = (typeof modes)[number];

export const from = locator(companyNumbers[0], 'number');
export const [ada, bob, cem] = ['+14155550142', '+14155550143', '+14155550144'];
export const refused: Fault = { kind: 'status', status: 400, message: 'Blocked' };

/** Send, to the number and with the text of each row. */
export const send = (options: IDataObject = {}): IDataObject => ({
	resource: 'sms',
	operation: 'send',
	from,
	to: '={{ $json.phone }}',
	body: '={{ $json.text }}',
	...collections(options),
});

/** Send and Wait, to the number and with the text of each row. */
export const ask = (responseType: string, options: IDataObject = {}): IDataObject => ({
	resource: 'sms',
	operation: 'sendAndWait',
	from,
	to: '={{ $json.phone }}',
	message: '={{ $json.text }}',
	responseType,
	...collections(options),
});

/** `failed later`: it was done, and a later step failed. */
export type Word =
	| 'done'
	| 'failed later'
	| 'maybe'
	| 'skipped'
	| 'checked'
	| 'not done'
	| 'not started';

/** What a run told of a row: with an error of the whole run a word alone. */
export interface Said {
	word?: Word;
	row?: IDataObject;
}

/** What a run told, also a run that was canceled. */
export type Told = Pick<NodeResult, 'items' | 'errorItems' | 'hints'> & {
	error?: { message: string; description?: string | null };
};

/** The lists of a stopped run's error. Items that it does not name are only counted (`countedAsDone`). */
const wordsOfError: Array<[RegExp, Word]> = [
	[/(?:Sent|Started), but a later step failed: ([^\n]*?)(?=\. |\.?$)/g, 'failed later'],
	[/Perhaps (?:sent|started): ([^\n]*?)(?=\. |\.?$)/g, 'maybe'],
	[/Asked, but nobody waits: ([^\n]*?)(?=\. |\.?$)/g, 'done'],
	[/Not (?:sent|started): ([^\n]*?)(?=\. |\.?$)/g, 'not done'],
	[/Left: ([^\n]*?)(?=\. |\.?$)/g, 'not done'],
];

/** Indexes of the items that a list names: "+1 (item 3), items 5-7 (+2 to +3)" has 2, 4, 5 and 6. */
export function indexesOf(list: string): number[] {
	return [...list.matchAll(/\bitems? (\d+)(?:-(\d+))?/g)].flatMap(([, from, to = from]) => {
		const [first, last] = [Number(from), Number(to)];
		return Array.from({ length: last - first + 1 }, (_, place) => first - 1 + place);
	});
}

/** Message and description, as a person reads them. */
export function textOf(error: { message?: unknown; description?: unknown } = {}): string {
	return [error.message, error.description].filter(Boolean).join('. ');
}

/** By the words of an error about one row: "In short: read the error" (docs/was-it-sent.md). */
export function wordOfText(text: string): Word {
	if (text.includes('It is accepted')) return 'failed later';
	return /^perhaps|it is unclear|not repeated|may have been sent/i.test(text)
		? 'maybe'
		: 'not done';
}

/** The items that a stopped run's error does not name, if it counts just as many as done. */
function countedAsDone(text: string, said: Said[]): number[] {
	const counted = countIn(text);
	const named = said.filter(({ word }) => word === 'failed later' || word === 'done').length;
	const unnamed = said.flatMap(({ word }, index) => (word === undefined ? [index] : []));
	return counted !== undefined && counted - named === unnamed.length ? unnamed : [];
}

/** How many items a stopped run's error counts as done. */
export function countIn(text: string): number | undefined {
	const [, count] = /(\d+|None) of \d+ (?:(?:is|are) )?(?:sent|started)[.,]/.exec(text) ?? [];
	return count === undefined ? undefined : Number(count.replace('None', '0'));
}

/** @throws Error when a row is told twice */
export function saidOf({ items, errorItems, error }: Told, count: number): Said[] {
	const said = Array.from({ length: count }, (): Said => ({}));
	const say = (index: number, one: Said) => {
		// What is refused is named with its reason, and again as still to be done.
		if (said[index]?.word === 'not done' && one.word === 'not done' && one.row === undefined)
			return;
		if (said[index]?.word !== undefined) throw new Error(`Row ${index + 1} is told twice`);
		said[index] = one;
	};
	if (error !== undefined) {
		const text = textOf(error);
		for (const [list, word] of wordsOfError) {
			for (const [, named] of text.matchAll(list)) {
				for (const index of indexesOf(named)) say(index, { word });
			}
		}
		if (/^Nothing was (sent|started)/.test(text)) {
			said.forEach((_, index) => say(index, { word: 'not started' }));
		}
		const [, worst] = /\(item (\d+)(?:, [^)]*)?\)$/.exec(error.message) ?? [];
		if (worst !== undefined && said[Number(worst) - 1].word === undefined) {
			say(Number(worst) - 1, { word: wordOfText(error.message) });
		}
		for (const index of countedAsDone(text, said)) say(index, { word: 'done' });
		if (count === 1 && said[0].word === undefined) say(0, { word: wordOfText(text) });
		return said;
	}
	items.forEach(({ json }) => throwIfUntrue(json));
	for (const { json, pairedItem } of [...items, ...errorItems]) {
		const failure = json.error as IDataObject | undefined;
		const index = failure?.itemIndex ?? (pairedItem as { item: number }).item;
		say(Number(index), { word: wordOfRow(json), row: json });
	}
	return said;
}

/** The words of `outcome` in a failed row: they alone tell whether it was sent (docs/was-it-sent.md). */
const outcomesOf: Partial<Record<Word, string[]>> = {
	'failed later': ['sent', 'started'],
	maybe: ['unclear'],
	'not done': ['failed'],
};

/** @throws Error when `outcome` and `error` of a row do not tell the same */
function throwIfUntrue(row: IDataObject) {
	const { outcome, error } = row;
	const isOurs = Object.values(outcomesOf).flat().includes(String(outcome));
	if (!isOurs || error === undefined || error === null) return;
	const word = wordOfRow(row);
	if (outcomesOf[word]?.includes(String(outcome)) !== true) {
		throw new Error(`A row with the outcome "${String(outcome)}" is ${word}`);
	}
}

function wordOfRow({ outcome, error }: IDataObject): Word {
	if (error !== undefined && error !== null) {
		const { accepted, mayHaveBeenDone } = error as IDataObject;
		if (accepted !== undefined) return 'failed later';
		return mayHaveBeenDone === true ? 'maybe' : 'not done';
	}
	// A dry run sends nothing, also of a key in doubt.
	if (outcome === 'failed' || outcome === 'unclear') return 'not done';
	if (outcome === 'skipped') return 'skipped';
	return outcome === 'wouldSend' ? 'checked' : 'done';
}

/** All that a run says in sentences. */
export function sentencesOf({ items, errorItems, error, hints }: Told): string[] {
	const rows = [...items, ...errorItems].flatMap(({ json }) => [
		String(json.reason ?? ''),
		textOf(json.error as IDataObject | undefined),
	]);
	return [textOf(error), ...hints, ...rows].filter((text) => text !== '');
}

/** Columns that a row has also without a value. */
const always = ['outcome', 'to', 'toNumber', 'body'];
const first = ['outcome', 'reason', 'to', 'toNumber', 'body'];
const isId = (name: string) => /^id$|(Id|Sid)$/.test(name);

/**
 * What is wrong with the columns of a run that sends: all rows have the same ones, null where empty, none that
 * no row has; in the order outcome, reason, what people look for, fields of the input, IDs. `error`, by which
 * n8n knows failed items, stands where n8n needs it.
 *
 * @param own names of fields of the input that no operation can write
 */
export function wrongColumns(rows: IDataObject[], own: readonly string[]): string[] {
	const wrong = new Set<string>();
	const ofNode = (row: IDataObject) => {
		return Object.keys(row).filter((name) => name !== 'error' && !own.includes(name));
	};
	const all = new Set(rows.flatMap(ofNode));
	for (const name of all) {
		if (rows.some((row) => row[name] === undefined)) wrong.add(`${name}: undefined in a row`);
		if (rows.some((row) => row[name] === '' && !always.includes(name))) wrong.add(`${name}: ''`);
		const isEmpty = rows.every((row) => row[name] === null || row[name] === undefined);
		if (isEmpty && !always.includes(name)) wrong.add(`${name}: in no row`);
	}
	for (const row of rows) {
		const names = Object.keys(row).filter((name) => name !== 'error');
		const front = first.filter((name) => names.includes(name));
		if (front.some((name, place) => names[place] !== name)) wrong.add(`begins ${names.join(' ')}`);
		const kinds = names.map((name) => (own.includes(name) ? 1 : isId(name) ? 2 : 0));
		if (kinds.some((kind, place) => kind < (kinds[place - 1] ?? 0))) {
			wrong.add(`order ${names.join(' ')}`);
		}
	}
	return [...wrong];
}

/** The names that no one line above the output has all together: none, or all of them. */
export function unnamed(hints: string[], names: readonly string[]): readonly string[] {
	const has = (hint: string, name: string) => new RegExp(`\\b${name}\\b`).test(hint);
	return hints.some((hint) => names.every((name) => has(hint, name))) ? [] : names;
}
