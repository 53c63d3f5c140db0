import { UserError } from 'n8n-workflow';

import { asSeen } from '../util/asSeen';

/**
 * Base URL of the credential, trimmed and without trailing slashes: `https://host/api/v1`.
 *
 * @throws UserError for an address that is not http or https, or has a user name, password, query or
 * fragment. The message never quotes the address, which may hold a password.
 */
export function parseBaseUrl(text: unknown): { url: string; origin: string } {
	const trimmed = typeof text === 'string' ? asSeen(text) : '';
	if (trimmed === '') throw new UserError('The Base URL of the credential is empty');
	const url = asUrl(trimmed);
	if (url === undefined) {
		throw new UserError('The Base URL of the credential must begin with https:// or http://');
	}
	if (url.username !== '' || url.password !== '') {
		throw new UserError('The Base URL of the credential must not contain a user name or password');
	}
	if (url.search !== '' || url.hash !== '') {
		throw new UserError('The Base URL of the credential must not contain ? or #');
	}
	return { url: url.origin + url.pathname.replace(/\/+$/, ''), origin: url.origin };
}

/** Line ends and other controls that come along when a key is copied. */
const lineEnds = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/**
 * The API Key of a credential in the form that is sent: without invisible characters and without blanks around it.
 *
 * @throws UserError for a key that a header cannot carry. The message never quotes the key.
 */
export function cleanKey(value: unknown): string {
	const key = asSeen(String(value ?? '').replace(lineEnds, ''));
	if (key === '') throw new UserError('The API Key of the credential is empty');
	if (!/[^\x20-\xff]/.test(key)) return key;
	throw new UserError(
		'The API Key of the credential has an invalid character. Copy the key from the service again.',
	);
}

/** The parsed web address, relative to `base` if there is one; undefined for any other text. */
export function asUrl(text: string, base?: string): URL | undefined {
	if (!URL.canParse(text, base)) return undefined;
	const url = new URL(text, base);
	return ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}

/** Whether a host name means this computer. */
export function isOwnComputer(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

/** Whether a text is a valid identifier in a path. Empty, `.` and `..` would give another address. */
export function isPathId(text: string): boolean {
	return !['', '.', '..'].includes(text.trim());
}

/**
 * Path template that percent-encodes each id: path`/api/calls/${callId}`.
 *
 * @throws UserError for an id that cannot stand in a path
 */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
	return parts.reduce((before, part, index) => {
		const id = ids[index - 1];
		if (!isPathId(id)) throw new UserError(`"${id}" is not a valid ID`);
		// A lone surrogate has no encoding.
		return before + encodeURIComponent(id.replace(/\p{Cs}/gu, '\uFFFD')) + part;
	});
}
