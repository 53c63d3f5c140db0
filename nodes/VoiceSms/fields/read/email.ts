import type { FieldProblem } from './values';

/**
 * The email address in a field, without blanks around it; '' for an empty field.
 *
 * @param fields of an item or of a collection
 * @throws NodeOperationError naming the field, for other text and for several addresses
 */
export function readEmail(
	fields: { refuse(name: string, ...why: FieldProblem): never },
	name: string,
	given: string,
): string {
	const email = given.trim();
	if (email === '' || /^[^\s@,;]+@[^\s@,;]+$/.test(email)) return email;
	return fields.refuse(
		name,
		`is not an email address: "${email}"`,
		'Enter an address such as nathan@example.com.',
	);
}
