import type { IDataObject } from 'n8n-workflow';

import { quote, serviceMessage, unwrap } from './envelope';
import type { Failure } from './failure';
import { parseRetryAfter } from './flow/retry';

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

/** A web page, or JSON: an error of the service or of a login, whatever the status says. */
export function whyNoFile(answer: string, status: number): Failure {
	const unwrapped = unwrap(parsed(answer), undefined, status);
	if ('cause' in unwrapped && unwrapped.cause === 'refused') return unwrapped;
	return { cause: 'unreadable', status, detail: `no recording came, but ${quote(answer)}` };
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
