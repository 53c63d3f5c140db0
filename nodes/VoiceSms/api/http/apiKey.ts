import { UserError } from 'n8n-workflow';

/** Line ends, zero-width and other invisible characters that come along when a key is copied. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * The API Key of a credential as it is sent: without invisible characters and without blanks around it.
 *
 * @throws UserError for a key that a header cannot carry. The message never quotes the key.
 */
export function cleanKey(value: unknown): string {
	const key = String(value ?? '')
		.replace(invisible, '')
		.trim();
	if (/[^\x20-\xff]/.test(key)) {
		throw new UserError(
			'The API Key of the credential has an invalid character. Copy the key from the service again.',
		);
	}
	return key;
}
