import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { pageParameter } from '../../api/unstated';
import { isObject } from '../../util/isObject';
import { lostDigits } from '../../util/lostDigits';

/** All that a model is told, where the field is a collection of those it knows, or one of several. */
interface Told {
	instead: string;
}
/** What is wrong with a field and what to do; also for a model that filled it in, where it can do less. */
export type Why = [what: string, advice: string, forModel?: string | Told];
/** Throws the error of one field. */
export type Refuse = (...why: Why) => never;

/** Of a field that must hold something. */
export const nothingGiven: Why = [
	'is empty',
	'Enter a value, or check its expression, which gives nothing here.',
	'Fill it in; where it is not known, ask the user for it.',
];

/** What a model gives for an argument that it has nothing for: nothing, or the text of that. */
export function meansNothing(value: unknown): boolean {
	if (isNothing(value)) return true;
	// Null is a surname.
	return typeof value === 'string' && /^(null|NULL|undefined|\[\s*\]|\{\s*\})$/.test(value.trim());
}

/** Whether a value says nothing. */
export function isNothing(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	if (Array.isArray(value)) return value.length === 0;
	return isObject(value) && !(value instanceof Date) && Object.keys(value).length === 0;
}

/** For a model, of what people set and it does not see. */
export const ofPeople = 'A person has to correct the options of this tool.';

/** Text; numbers are taken as text, nothing is ''. */
export function asText(value: unknown, refuse: Refuse): string {
	if (value === null || value === undefined) return '';
	// n8n gives String.prototype.search where an expression stands for a whole collection with a search.
	if (typeof value === 'object' || typeof value === 'function') {
		return refuse(
			'is not text',
			'Use an expression that gives text or a number.',
			'Give text or a number.',
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		return refuse(
			`is ${value}, which is no number`,
			'Check the calculation of the expression.',
			'Give text or a number.',
		);
	}
	return String(value);
}

/** A whole number from 1 up, or text of one. */
export function asCount(value: unknown, refuse: Refuse): number {
	// Empty text counts as 0, and is refused as that.
	const count = typeof value === 'string' ? Number(value) : value;
	if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) {
		return refuse(
			`must be a whole number from 1 up, not ${shown(value)}`,
			'Enter 1 or more.',
			'Give 1 or more.',
		);
	}
	return count;
}

/** True or false, also as text: sheets, forms and the arguments of an agent give text. */
export function asFlag(value: unknown, refuse: Refuse): boolean {
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	if (word === false || word === 'false') return false;
	return refuse(
		`is neither true nor false but ${shown(value)}`,
		'Use an expression that gives true or false.',
		'Give true or false.',
	);
}

/** One of the values that a menu offers, in upper or lower case. */
export function asWord(value: unknown, words: string[], refuse: Refuse): string {
	const given = asText(value, refuse).trim();
	// The menu shows "Replace", and a sheet may hold what the menu shows.
	const word = words.find((one) => one.toLowerCase() === given.toLowerCase());
	return word ?? refuse(`cannot be "${given}"`, `Use one of: ${words.join(', ')}.`);
}

/** Several of a menu's values, given as a list of them or of the names that the menu shows. */
export function asWords(value: unknown, menu: INodePropertyOptions[], refuse: Refuse): string[] {
	const words = asList(value, refuse).map((given) => {
		const option = menu.find((one) => [one.value, one.name].some((word) => isSame(word, given)));
		const names = menu.map(({ name }) => name).join(', ');
		return option
			? String(option.value)
			: refuse(`cannot hold "${given}"`, `Use any of: ${names}.`);
	});
	return [...new Set(words)];
}

/** Whether two names are the same but for their case and what stands between their parts. */
function isSame(one: unknown, other: string): boolean {
	const bare = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
	return bare(String(one)) === bare(other);
}

/** A value in the words of an error, no longer than a line. */
function shown(value: unknown): string {
	// JSON has no NaN and no undefined.
	const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Comma-separated text or a list, also as JSON text, as a list without empty entries. */
export function asList(value: unknown, refuse: Refuse): string[] {
	const list = typeof value === 'string' ? parseJson(value) : value;
	const entries = Array.isArray(list)
		? list.map((entry) => asText(entry, refuse))
		: asText(value, refuse).split(',');
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** JSON object given as text or as an object; {} for empty text. */
export function asObject(value: unknown, refuse: Refuse): IDataObject {
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	const lost = lostDigits(parsed);
	if (lost !== undefined) {
		refuse(
			`has a number of more than 15 digits in "${lost}", whose last digits are lost`,
			'Write this number as text, in quotes.',
		);
	}
	if (isObject(parsed)) return parsed;
	return refuse(
		'is not a JSON object',
		'Enter an object such as {"key": "value"}.',
		'Give an object such as {"key": "value"}.',
	);
}

function parseJson(text: string): unknown {
	if (text.trim() === '') return {};
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

const pageIsOurs: Why = [
	'cannot hold page',
	"The node reads the pages itself, one after another. Remove the row; 'Limit' and 'Return All' say how many records come.",
];

/** Name/value rows of a fixed collection, as one object: the query parameters of a request. */
export function asRows(group: unknown, refuse: Refuse): IDataObject {
	const rows = isObject(group) ? Object.values(group).flat().filter(isObject) : [];
	const object: IDataObject = {};
	for (const { name, value } of rows) {
		if (String(name ?? '') === '') continue;
		// Every request of a list would ask for the same page.
		if (String(name).trim() === pageParameter) refuse(...pageIsOurs);
		// A query would carry the text "NaN".
		if (typeof value === 'number') asText(value, refuse);
		object[String(name)] = value;
	}
	return object;
}
