import { asSeen } from '../../util/asSeen';
import { lostNumber } from '../../util/values';
import type { Blank } from './template';
import { dateAsText } from './values';

/** The value that n8n gave for a blank. */
export interface Piece {
	blank: Blank;
	/** As it came. */
	result: unknown;
	/** In the text; of a whole value that is an object, each text in it is a piece. */
	text: string;
	/** Whether it is the whole value of its field. */
	isWhole: boolean;
	/** All texts and numbers that the expression names or holds: what somebody wrote. Asked only in doubt. */
	sources(): Array<string | number>;
	/** The blanks that the expression joins with text, and that give nothing, as the user wrote them. */
	missing: string[];
}

/**
 * - `gap`: it gives nothing, or a word that an expression writes for nothing and that nobody wrote.
 * - `doubt`: such a word came with the data.
 * - `lost`: a number that lost digits.
 */
export type Judgement = 'gap' | 'doubt' | 'lost';

/** n8n's text for an object, also within a list. */
export const objectInText = '[object Object]';

/** The words that JavaScript and Luxon write for nothing, and for a function that lacks its (). */
const ofFailuresOnly = String.raw`Invalid (?:DateTime|Date|Duration|Interval)|\[object \w+\]|\{ \[native code\] \}`;
const failures = new RegExp(`(?<!\\w)(?:${ofFailuresOnly})`);
const all = `${ofFailuresOnly}|-?Infinity|NaN|undefined|null`;
const inAnyPlace = new RegExp(all, 'g');
const words = new RegExp(`(?<![\\p{L}_])(?:${all})(?![\\p{L}_])`, 'gu');
const onlyTheWord = new RegExp(`^\\s*(?:${ofFailuresOnly}|NaN|undefined|null)\\s*$`);
/** A template that came with the data: nobody fills it in. */
const template = /\{\{\s*[$\p{L}_][^{}]*\}\}/u;
const manyDigits = /\d{16}/;
/** Nothing is to be said of other texts. */
const suspicious = /Invalid |\[object |native code|Infinity|NaN|undefined|null|\{\{|\d{16}/;

/** Whether the table has nothing to say about a text, which nearly all are. */
export const isOrdinary = (text: string) => /[!-~]/.test(text) && !suspicious.test(text);

/** A model's text is data: what it writes is meant. In a human review, a person is shown any text of a model. */
const ofModel = /\$fromAI\b/i;
const isReviewed = /\$tool\b/;
/** In JSON, null is a value. */
const writesJson = /stringify|toJsonString/i;

/** Whether a value leaves a gap in a text. */
export const isHole = (value: unknown, text = textOf(value)) =>
	typeof value === 'number' ? !Number.isFinite(value) : asSeen(text) === '';
const isText = ({ result }: Piece) => typeof result === 'string';

/** Whether a word in it is in no text that somebody wrote. */
function isMade({ blank, text, sources }: Piece): boolean {
	const found = text.match(inAnyPlace) ?? [];
	const made = writesJson.test(blank.expression) ? found.filter((word) => word !== 'null') : found;
	if (made.length === 0) return false;
	const texts = sources().filter((one) => typeof one === 'string' && !isFailedWord(one));
	const changesCase = /Case\(/.test(blank.expression);
	const countIn = (all: string, word: string) =>
		(changesCase ? all.toLowerCase().split(word.toLowerCase()) : all.split(word)).length;
	return [...new Set(made)].some((word) => countIn(text, word) > countIn(texts.join('\n'), word));
}

function isLost({ result, text, sources }: Piece): boolean {
	if (typeof result !== 'string') return isCut(result);
	return manyDigits.test(text) && sources().some((one) => isCut(one) && text.includes(String(one)));
}

const isCut = (value: unknown) => Number.isFinite(lostNumber(value)?.number);

/** From top to bottom, the first that is true counts. */
const table: Array<[Judgement | undefined, (piece: Piece) => boolean]> = [
	[undefined, ({ blank }) => isReviewed.test(blank.expression)],
	// Where the whole value is empty, its field says what that means.
	[
		'gap',
		(piece) =>
			!piece.isWhole &&
			isHole(piece.result, piece.text) &&
			(!isText(piece) || piece.blank.onlyRefers),
	],
	[undefined, ({ blank }) => ofModel.test(blank.expression)],
	['gap', (piece) => piece.missing.length > 0],
	[undefined, (piece) => isText(piece) && !suspicious.test(piece.text)],
	['lost', (piece) => !(piece.isWhole && !isText(piece)) && isLost(piece)],
	['gap', ({ text }) => isFailedWord(text)],
	['gap', (piece) => !piece.blank.onlyRefers && isMade(piece)],
	['gap', ({ text }) => template.test(text)],
	['doubt', ({ text, isWhole }) => failures.test(text) || (isWhole && wordIn(text) !== undefined)],
];

export const judge = (piece: Piece): Judgement | undefined =>
	table.find(([, is]) => is(piece))?.[0];

/** Whether a text is nothing but a word that an expression writes for nothing. */
export const isFailedWord = (text: string) => onlyTheWord.test(text);

/** The first such word in a text. "Infinity" and "null" may be of people, and do not count. */
export const wordIn = (text: string) =>
	text.match(words)?.find((word) => !/^-?Infinity$|^null$/.test(word));

/** n8n's text for a value, with nothing, or the sign, in place of an object, and nothing for a function. */
export function textOf(value: unknown, sign = ''): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'function') return '';
	try {
		const dated = Array.isArray(value) ? value.map(dateAsText) : dateAsText(value);
		const text = [Number.isNaN(value) ? '' : dated].join('');
		return /\[object \w+\]/.test(text) ? sign : text;
	} catch {
		return sign;
	}
}

/** The texts and numbers in a value. */
export function leavesOf(value: unknown): Array<string | number> {
	if (typeof value === 'string' || typeof value === 'number') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(leavesOf);
}
