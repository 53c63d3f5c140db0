import { type IDataObject, type INodeProperties, UserError } from 'n8n-workflow';

import type { FieldReader } from '../read/reader';
import { type FieldProblem, asCount } from '../read/values';
import { partsOf, unicodeCharactersOf, withEquals, withPlainCharacters } from './parts';

const maxSegments: INodeProperties = {
	displayName: 'Max Parts',
	name: 'maxSegments',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description: 'Texts with more parts are not sent. A part has 160 characters, 70 with emoji.',
	builderHint: { propertyHint: 'Left out: no limit' },
};

const plainCharacters: INodeProperties = {
	displayName: 'Use Plain Characters',
	name: 'plainCharacters',
	type: 'boolean',
	default: true,
	description: 'Whether to replace “ ” – … by plain characters: fewer SMS parts',
	builderHint: { propertyHint: 'Left out: false' },
};

/** The options of every text that goes out by SMS. */
export const textOptions = [maxSegments, plainCharacters];

interface TextRules {
	maxParts: number;
	isPlain: boolean;
}

/** A text in the form that is sent. */
export interface SmsText {
	body: string;
	/** The text before *Use Plain Characters*. */
	given: string;
	/** Fields of the output: `Parts`. */
	parts: IDataObject;
	rules: TextRules;
}

/**
 * The text of an SMS field, in plain characters if the option says so.
 *
 * @throws NodeOperationError when it needs more parts than *Max Parts* allows
 */
export function readText(item: FieldReader, name: string): SmsText {
	const { options } = item;
	const rules = {
		maxParts: options.whereGiven('maxSegments', asCount) ?? Infinity,
		isPlain: options.flag('plainCharacters') === true,
	};
	const text = asSent(item.textsAround(name).join(''), rules);
	const problem = tooLong(text);
	return problem === undefined ? text : item.invalid(name, ...problem);
}

/**
 * The whole text of an SMS to which the node added something.
 *
 * @param added what it added, in an error: "its link"
 * @throws UserError when it needs more parts than *Max Parts* allows
 */
export function withAddition(whole: string, { rules }: SmsText, added: string): SmsText {
	const text = asSent(whole, rules);
	const [what, description] = tooLong(text) ?? [];
	if (what === undefined) return text;
	throw new UserError(`Not sent: the text with ${added} ${what}`, { description });
}

/**
 * The line above the output about long texts: their number, the sum of their parts, and the characters that make
 * the parts smaller. Not for a model: it is too late to change the text.
 *
 * @param sent outputs of items that were sent or, in a dry run, would be sent
 * @param texts of these items, undefined where this try cannot read them
 */
export function linesOfParts(sent: IDataObject[], texts: Array<SmsText | undefined>): string[] {
	const long = sent.flatMap(({ body, segments }, index) => {
		const isPlain = texts[index]?.rules.isPlain === true;
		const parts = Number(segments ?? 1);
		return parts > 1 ? [{ body: String(body ?? ''), parts, isPlain }] : [];
	});
	if (long.length === 0) return [];
	const which = long.length === 1 ? '1 message needs' : `${long.length} messages need`;
	const sum = (parts: number[]) => parts.reduce((all, one) => all + one, 0);
	const parts = sum(long.map((one) => one.parts));
	// Signs that the option replaces are no reason where it is on.
	const whole = long.map(({ body, isPlain }) => (isPlain ? withEquals(body) : body)).join('\n');
	const unicode = unicodeCharactersOf(whole);
	const why = unicode === '' ? '' : ` Parts hold less text because of ${unicode}.`;
	const plain = sum(
		long.map((one) => Math.min(one.parts, partsOf(withPlainCharacters(one.body)).segments)),
	);
	const advice =
		plain < parts
			? `Shorten the text, or add the option 'Use Plain Characters': then ${parts} parts become ${plain}.`
			: 'Shorten the text.';
	return [
		`${which} more than one SMS part, ${parts} parts in total. Carriers charge for each part.${why} ${advice}`,
	];
}

/** A letter with the marks behind it, or the parts of a Korean syllable. */
const lettersWithMarks = /[\u1100-\u11FF]+|\P{M}\p{M}+/gu;

/**
 * In one sign (NFC) where that is shorter: an accent that macOS or a PDF wrote apart from its letter makes an
 * SMS cost twice as much. Unicode's NFC takes some letters of India and of Hebrew apart, which costs more.
 */
function composedLetter(given: string): string {
	const composed = given.normalize('NFC');
	return composed.length < given.length ? composed : given;
}

/** Line breaks of Word and of other systems (U+000B, U+0085), and controls that Office leaves in texts. */
const breaksOfOffice = /[\v\x85]/g;
const controls = /(?![\t\n\f\r])\p{Cc}/gu;

function asSent(given: string, rules: TextRules): SmsText {
	const composed = given
		.replace(breaksOfOffice, '\n')
		.replace(controls, '')
		.replace(lettersWithMarks, composedLetter);
	const body = rules.isPlain ? withPlainCharacters(composed) : composed;
	return { body, given, parts: { ...partsOf(body) }, rules };
}

function tooLong({ body, parts, rules }: SmsText): FieldProblem | undefined {
	const { maxParts, isPlain } = rules;
	if (Number(parts.segments) <= maxParts) return undefined;
	const needs = `needs ${String(parts.segments)} SMS parts, but 'Max Parts' allows ${maxParts}`;
	const unicode = unicodeCharactersOf(isPlain ? withEquals(body) : body);
	const helps = withPlainCharacters(body) !== body;
	const which = helps ? " 'Use Plain Characters' replaces" : ' Parts hold less text because of';
	const why = unicode === '' ? '' : `${which} ${unicode}.`;
	return [needs, `Shorten the text, or raise 'Max Parts'.${why}`, `Give a shorter text.${why}`];
}
