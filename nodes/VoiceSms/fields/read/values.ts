import { asSeen } from '../../util/asSeen';
import { cut } from '../../util/fitted';
import { isObject, lostNumber } from '../../util/values';

/**
 * The problem of a field, and advice for people. Advice for a model is given where it differs;
 * `instead` replaces the whole error where a model does not see the field by this label.
 */
export type FieldProblem = [what: string, advice: string, forModel?: string | { instead: string }];
/** Throws the error of a field. */
export type Invalid = (...why: FieldProblem) => never;
/** Reads the value of a field, or refuses it. */
export type Reading<T> = (value: unknown, invalid: Invalid) => T;

/** The error of a required field that is empty. */
export const nothingGiven: FieldProblem = [
	'is empty',
	// n8n gives nothing if a function of an expression fails, as .replace() of a number does.
	'Enter a value, or check the expression: it gives nothing. For a number, write String($json.phone).',
	'Fill it in. If you do not know it, ask the user.',
];

/**
 * The value of a field, and the mode of a resource locator; '' for a plain value, which an expression on
 * the whole locator gives.
 */
export function locatorContent(filled: unknown): { mode: string; value: unknown } {
	if (!isObject(filled) || filled.__rl !== true) return { mode: '', value: filled };
	return { mode: typeof filled.mode === 'string' ? filled.mode : '', value: filled.value };
}

/** Whether a value is empty: blank text, an empty list or object, null or undefined. */
export function isNothing(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return asSeen(value) === '';
	if (Array.isArray(value)) return value.length === 0;
	return isObject(value) && !(value instanceof Date) && Object.keys(value).length === 0;
}

/** Advice for a model about an option that only people see. */
export const ofPeople = 'A person has to correct the options of this tool.';

/** A date of a database, or of Luxon, as n8n's editor shows it: its ISO text, '' for a failed one. */
export function dateAsText(value: unknown): unknown {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	return isObject(value) && typeof value.toISO === 'function' ? String(value) : value;
}

/** Text of a text, number, boolean or date; '' for null and undefined. */
export function asText(given: unknown, invalid: Invalid): string {
	const value = dateAsText(given);
	if (value === null || value === undefined) return '';
	// Where an expression gives text for a whole collection, n8n gives String.prototype.search for its
	// field "search".
	if (typeof value === 'object' || typeof value === 'function') {
		return invalid(
			'is not text',
			'Use an expression that gives text or a number. From a list, {{ $json.email[0] }} takes the first.',
			'Give text or a number.',
		);
	}
	return String(withoutLost(value, invalid));
}

/** The value, or the refusal of a number in it that lost digits of the intended number (`lostNumber`). */
export function withoutLost(value: unknown, invalid: Invalid): unknown {
	const lost = lostNumber(value);
	if (lost === undefined) return value;
	const { path, number } = lost;
	if (Number.isFinite(number)) return invalid(...lostDigits(path));
	const is = path === '' ? `is ${number}` : `has ${number} in "${path}"`;
	return invalid(
		`${is}, which is not a number`,
		'Check the calculation of the expression.',
		'Give text or a number.',
	);
}

/** The error of a number that has lost digits. `path` as in `lostNumber`. */
export function lostDigits(path: string): FieldProblem {
	const [is, where] = path === '' ? ['is', ''] : ['has', ` in "${path}"`];
	return [
		`${is} a number of more than 15 digits${where}, and its last digits are lost`,
		'Write this number as text, in quotes.',
	];
}

/** As `asText`, of a name that is compared: as people see it. */
export const asSeenText: Reading<string> = (value, invalid) => asSeen(asText(value, invalid));

/** As `as`, of a value that must not be empty. */
export function filled<T extends { length: number }>(
	as: Reading<T>,
	whereEmpty: FieldProblem,
): Reading<T> {
	return (value, invalid) => {
		const read = as(value, invalid);
		return read.length > 0 ? read : invalid(...whereEmpty);
	};
}

/** A whole number from 1 up, given as a number or as text. */
export function asCount(value: unknown, invalid: Invalid): number {
	// Number('') is 0, which is refused.
	const count = typeof value === 'string' ? Number(value) : value;
	if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1) {
		return invalid(
			`must be a whole number of 1 or more, not ${inQuotes(value)}`,
			'Enter 1 or more.',
			'Give 1 or more.',
		);
	}
	return count;
}

/** True or false; sheets, forms and agents give it as text. */
export function asFlag(value: unknown, invalid: Invalid): boolean {
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	if (word === false || word === 'false') return false;
	return invalid(
		`must be true or false, not ${inQuotes(value)}`,
		'Use an expression that gives true or false.',
		'Give true or false.',
	);
}

/** A value for an error message, cut to one line. */
export function inQuotes(value: unknown): string {
	// JSON cannot write NaN or undefined.
	return cut(typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing'), 60);
}
