import type { Why } from './values';

/** The fields of an item, or of a collection. */
interface Fields {
	refuse(name: string, ...why: Why): never;
}

/**
 * The email address in a field, without blanks around it; '' for an empty one.
 *
 * @throws NodeOperationError, naming the field, for text that is not one email address
 */
export function readEmail(fields: Fields, name: string, given: string): string {
	const email = given.trim();
	if (email === '' || /^[^\s@,;]+@[^\s@,;]+$/.test(email)) return email;
	return fields.refuse(
		name,
		`is no email address: "${email}"`,
		'Enter one such as nathan@example.com.',
	);
}
