import type { IDataObject } from 'n8n-workflow';

import { quote, serviceMessage, unwrap } from './envelope';
import type { Failure } from '../errors/failure';
import { parseRetryAfter } from './retryAfter';

/** Characters of an answer that is no file, of which the beginning is quoted. */
const mostCharacters = 10_000;

export const lookAtIt = 'Open the address in a browser to see what is there.';

/** The beginning of an answer that is no file. */
export async function readText(body: AsyncIterable<unknown>): Promise<string> {
	let text = '';
	for await (const chunk of body) {
		text += String(chunk);
		// Leaving the loop closes the connection.
		if (text.length >= mostCharacters) break;
	}
	return text;
}

/** Types of pages and of data. */
const typesOfText = /^(text\/(html|xml)|application\/(.*\+)?(json|xml))$/;
const typesOfSound = /^(audio|video)\//;

/**
 * Whether what came is empty, a web page, XML or JSON. Where the type does not say what it is, its beginning
 * does: no format of sound begins with one of < { [ and goes on as text.
 *
 * @param type media type in lower case, '' for none
 */
export function isNoSound(type: string, beginning: Buffer): boolean {
	if (typesOfText.test(type) || beginning.length === 0) return true;
	if (typesOfSound.test(type)) return false;
	const text = beginning.toString('latin1');
	const hasControlCharacter = /[^\P{Cc}\s\x80-\x9f]/u.test(text);
	return /^(\xef\xbb\xbf)?\s*[<{[]/.test(text) && !hasControlCharacter;
}

const isEmpty = 'the recording is empty, so it may not be ready yet';
const onlyWhole = 'only an answer of HTTP 200 holds a whole recording';

/** A web page, or JSON: an error of the service or of a login, whatever the status says. */
export function whyNoFile(answer: string, status: number): Failure {
	const unwrapped = unwrap(parsed(answer), undefined, status);
	if ('cause' in unwrapped && unwrapped.cause === 'refused') return unwrapped;
	const detail = status === 200 ? `no recording came, but ${quote(answer)}` : onlyWhole;
	return { cause: 'unreadable', status, detail: answer.trim() === '' ? isEmpty : detail };
}

/**
 * An answer outside 2xx.
 *
 * @param now milliseconds since 1970, for a Retry-After given as a date
 */
export function failedStatus(
	status: number,
	headers: IDataObject,
	answer: string,
	now: number,
): Failure {
	if (status < 400) {
		const detail = 'the recording is redirected, but the answer does not say where to';
		return { cause: 'redirect', status, detail, advice: lookAtIt };
	}
	return {
		cause: 'status',
		status,
		service: serviceMessage(parsed(answer)),
		retryAfterMs: parseRetryAfter(headers['retry-after'], now),
	};
}

/** The value that JSON text stands for, or the text itself. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
