import { UserError } from 'n8n-workflow';

/** Line ends, zero-width characters and other signs that cannot be seen and come along when a key is copied. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * The API Key of a credential as it is sent, and so as it is hidden in errors: without invisible
 * characters, and without blanks around it.
 *
 * @throws UserError for a key that a header cannot carry as it is. The message never quotes the key.
 */
export function cleanKey(value: unknown): string {
	const key = String(value ?? '')
		.replace(unseen, '')
		.trim();
	if (/[^\x20-\xff]/.test(key)) {
		throw new UserError(
			'The API Key of the credential holds a character that no API key can hold. Copy the key from the service again.',
		);
	}
	return key;
}
