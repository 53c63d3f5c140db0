import type { IDataObject } from 'n8n-workflow';

/** Fields that stay, and how much they take at most: what a record is, and what the node says of it. */
const lasting = new Set(['id', 'created', 'repeated', 'message']);
const mostOfLasting = 600;

/** So much room has each entry of a record or a list; there are as many of them as have room. */
const leastOfOne = 80;

/**
 * A record that takes no more than so many characters as JSON: the same one where it does, else one
 * whose longest texts, lists and objects end early, each with a mark that says so. Short values stay
 * whole; where there are too many fields, the shortest stay.
 */
export function fitted(record: IDataObject, characters: number): IDataObject {
	return lengthOf(record) <= characters ? record : fieldsWithin(record, characters);
}

/** A text of at most so many characters, the mark that it is cut included. */
export function cut(text: string, characters: number): string {
	// Half of a surrogate pair is no character.
	return text.length <= characters
		? text
		: `${text.slice(0, characters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The value as far as it fits; undefined where not even a mark does. */
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
	// JSON writes quotes, line ends and others longer.
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
		const least = lasting.has(name) ? mostOfLasting : leastOfOne;
		// Colon and comma.
		const ofName = lengthOf(name) + 2;
		const one = within(value, roomOfOne(left, all.length - index, least) - ofName);
		if (one === undefined) continue;
		kept.set(name, one);
		left -= lengthOf(one) + ofName;
	}
	const inOrder = all.filter(([name]) => kept.has(name)).map(([name]) => [name, kept.get(name)]);
	return { ...Object.fromEntries(inOrder), ...(kept.size === all.length ? {} : mark) };
}

/** What the shorter ones before it left is shared by the rest. */
function roomOfOne(left: number, rest: number, least = leastOfOne): number {
	return Math.min(left, Math.max(left / rest, least));
}

function shortestFirst(fields: Array<[string, unknown]>): Array<[string, unknown]> {
	return fields
		.map((field) => ({ field, size: lasting.has(field[0]) ? 0 : lengthOf(field) }))
		.sort((one, other) => one.size - other.size)
		.map(({ field }) => field);
}

function lengthOf(value: unknown): number {
	// JSON has no undefined.
	return JSON.stringify(value)?.length ?? 0;
}
