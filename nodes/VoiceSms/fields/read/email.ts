import { asCompared, asSeen } from '../../util/asSeen';
import type { FieldProblem } from './values';

/** Letters of any script, and the hyphens of Word and phones too (`asCompared`). */
const domainLabel = String.raw`[\p{L}\p{M}\p{N}_\u2010\u2011-]+`;

/** One address: it has none of the signs around or between addresses. */
const address = new RegExp(`^[^\\s@,;:<>()[\\]\\\\"]+@${domainLabel}(?:\\.${domainLabel})*$`, 'u');

/**
 * An email address without the signs that programs and people write around it: a link's "mailto:", a spreadsheet's
 * apostrophe, the brackets of a mail program, the full stop of a sentence, the comma of a list, invisible characters.
 */
function plainEmail(written: string): string {
	const text = asSeen(written).replace(/^(?:mailto:|['’])\s*/i, '');
	const [, inBrackets] = /^<(.*)>$/s.exec(text) ?? [];
	const address = inBrackets?.trim().replace(/^mailto:/i, '') ?? text;
	return address.replace(/(?<![.,;])[.,;]+$/, '');
}

/** Whether a text is one email address, with any signs around it. */
export function isEmail(written: string): boolean {
	return address.test(plainEmail(written));
}

/** An email address in the form for comparison: two spellings of one address are the same. */
export function comparedEmail(written: string): string {
	return asCompared(plainEmail(written)).toLowerCase();
}

/**
 * The email address in a field, without the signs around it; '' for an empty field.
 *
 * @param fields of an item or of a collection
 * @throws NodeOperationError naming the field, for other text and for several addresses
 */
export function readEmail(
	fields: { invalid(name: string, ...why: FieldProblem): never },
	name: string,
	given: string,
): string {
	if (asSeen(given) === '') return '';
	if (isEmail(given)) return plainEmail(given);
	return fields.invalid(
		name,
		`is not an email address: "${asSeen(given)}"`,
		'Enter an address such as nathan@example.com.',
	);
}
