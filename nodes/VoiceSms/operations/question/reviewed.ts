import type { IDataObject } from 'n8n-workflow';

import { asSeen } from '../../util/asSeen';
import { escapedSign } from './page/openQuestion';

/** The arguments that a person reviews: each name with its value. */
export type Shown = Array<[name: string, value: string]>;

/** Characters that JSON does not escape: line ends, and signs that change the direction of writing. */
const misleading = /[\u0085\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;
/** Blanks, with one that Unicode counts among the signs: the empty sign of Braille. */
const blanks = /[\s\u0085\u2800]+/g;

/** More blanks than an empty line has: a person's message may hold a text of a model. */
const manyBlanks = /([\s\u0085\u2800]{2})[\s\u0085\u2800]+/g;

/** A text around the arguments, with each sign where it is read. */
export function argumentAsRead(text: string): string {
	return escapedSigns(text).replace(manyBlanks, '$1');
}

const escapedSigns = (text: string) => text.replace(misleading, escapedSign);

/** The arguments for a page, which keeps each value in its cell. */
export function onPage(call: IDataObject): Shown {
	return Object.entries(call).map(([name, value]) => {
		const text = typeof value === 'string' ? value : JSON.stringify(value);
		return [labelOf(name), escapedSigns(text)];
	});
}

/**
 * The arguments for an SMS, each in one line, so that no text of a model fakes another line or reads as another
 * text: many blanks would do so, too. The page shows all of them.
 */
export function inSms(call: IDataObject): string {
	const lines = Object.entries(call).map(([name, value]) => {
		return `${labelOf(oneBlank('', name))}: ${JSON.stringify(value, oneBlank)}`;
	});
	return escapedSigns(lines.join('\n'));
}

/** A name with a space stays apart from the one with "_". */
function labelOf(name: string): string {
	return /^[\w-]+$/.test(name) ? name.replace(/_/g, ' ') : escapedSigns(JSON.stringify(name));
}

function oneBlank<T>(_key: string, value: T): T | string {
	return typeof value === 'string' ? asSeen(value).replace(blanks, ' ') : value;
}
