import type { IDataObject } from 'n8n-workflow';

/** Fields that are cut last: a model needs them to name the record and to understand the node. */
const important = new Set(['id', 'created', 'repeated', 'message']);
/** Characters that an important field may take. */
const mostOfImportant = 600;

/** Least characters for each entry of a record or list; entries beyond the room are left out. */
const leastOfEntry = 80;

/**
 * The record in at most so many characters of JSON. If it is longer, its longest texts, lists and objects
 * are cut, each with a mark. Short values stay whole; of too many fields, the shortest stay.
 */
export function fitted(record: IDataObject, characters: number): IDataObject {
	return lengthOf(record) <= characters ? record : fieldsWithin(record, characters);
}

/** The text in at most so many characters; a text that is cut ends in "…". */
export function cut(text: string, characters: number): string {
	// A surrogate pair must not be cut in half.
	return text.length <= characters
		? text
		: `${text.slice(0, characters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The value, cut if needed; undefined if not even the mark fits. */
function within(value: unknown, room: number): unknown {
	if (lengthOf(value) <= room) return value;
	const ended = endedEarly(value, room);
	return lengthOf(ended) <= room ? ended : undefined;
}

function endedEarly(value: unknown, room: number): unknown {
	if (typeof value === 'string') return textWithin(value, room);
	if (Array.isArray(value)) return listWithin(value, room);
	if (typeof value === 'object' && value !== null) return fieldsWithin(value, room);
	return value;
}

function textWithin(text: string, room: number): string {
	const mark = ` [cut here: ${text.length} characters in all]`;
	let most = Math.floor(room - lengthOf(mark));
	// JSON writes some characters longer, such as quotes and line ends.
	while (most > 1 && lengthOf(cut(text, most) + mark) > room) most = Math.floor(most / 2);
	return `${cut(text, Math.max(1, most))}${mark}`;
}

function listWithin(list: unknown[], room: number): unknown[] {
	const mark = `[cut here: ${list.length} in all]`;
	const kept: unknown[] = [];
	let left = room - lengthOf([mark]);
	for (const [index, value] of list.entries()) {
		const one = within(value, roomOfOne(left, list.length - index) - 1);
		if (one === undefined) break;
		kept.push(one);
		left -= lengthOf(one) + 1;
	}
	return kept.length === list.length ? kept : [...kept, mark];
}

function fieldsWithin(record: object, room: number): IDataObject {
	const all = Object.entries(record);
	const mark = { '[cut here]': `${all.length} fields in all` };
	const kept = new Map<string, unknown>();
	let left = room - lengthOf(mark);
	for (const [index, [name, value]] of shortestFirst(all).entries()) {
		const least = important.has(name) ? mostOfImportant : leastOfEntry;
		// The name, a colon and a comma.
		const ofName = lengthOf(name) + 2;
		const one = within(value, roomOfOne(left, all.length - index, least) - ofName);
		if (one === undefined) continue;
		kept.set(name, one);
		left -= lengthOf(one) + ofName;
	}
	const fields = all.filter(([name]) => kept.has(name)).map(([name]) => [name, kept.get(name)]);
	return { ...Object.fromEntries(fields), ...(kept.size === all.length ? {} : mark) };
}

/** The room for the next entry: an equal share of the room that is left. */
function roomOfOne(left: number, rest: number, least = leastOfEntry): number {
	return Math.min(left, Math.max(left / rest, least));
}

function shortestFirst(fields: Array<[string, unknown]>): Array<[string, unknown]> {
	return fields
		.map((field) => ({ field, size: important.has(field[0]) ? 0 : lengthOf(field) }))
		.sort((one, other) => one.size - other.size)
		.map(({ field }) => field);
}

function lengthOf(value: unknown): number {
	// JSON has no undefined.
	return JSON.stringify(value)?.length ?? 0;
}
