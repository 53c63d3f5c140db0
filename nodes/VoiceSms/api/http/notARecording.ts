import { type IDataObject, jsonParse } from 'n8n-workflow';

import { isOfService, quote, failureOfStatus, unwrap } from './envelope';
import { type Failure, unreadable } from '../errors/failure';
import { isOfGateway } from '../errors/kinds';
import { lookAtIt } from '../errors/advice';
import { redirectsNowhere } from '../errors/connectionFailure';

/** Most characters that are read of an answer that is no file. */
const maxTextRead = 10_000;

/** The beginning of an answer that is no file. */
export async function firstText(body: AsyncIterable<unknown>): Promise<string> {
	let text = '';
	for await (const chunk of body) {
		text += String(chunk);
		// Leaving the loop closes the connection.
		if (text.length >= maxTextRead) break;
	}
	return text;
}

const typesOfText = /^(text\/.*|application\/(.*\+)?(json|xml))$/;

/** How a PDF, a picture (JPEG, PNG, GIF, WEBP) and a .gz begin. */
const otherFiles = /^(%PDF|\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP)/s;
const gzip = '\x1f\x8b';

/**
 * Whether an answer is empty, text of any kind or a file of another kind. The first bytes of a sound format count
 * more than the type. Otherwise, bytes that could be text (UTF-8) are no sound.
 *
 * @param type media type in lower case, '' for none
 */
export function isNoSound(type: string, beginning: Buffer): boolean {
	if (endingOf(beginning) !== undefined) return false;
	const text = beginning.toString('latin1');
	const isOther = otherFiles.test(text) || text.startsWith(gzip);
	if (isOther || typesOfText.test(type) || beginning.length === 0) return true;
	return !/[^\P{Cc}\s\x80-\x9f]/u.test(text) && isUtf8(beginning);
}

function isUtf8(bytes: Buffer): boolean {
	try {
		// The last character may be cut off.
		new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
		return true;
	} catch {
		return false;
	}
}

const isEmpty = 'the recording is empty, so it may not be ready yet';
const onlyWhole = 'the answer is not HTTP 200, so the recording may be incomplete';

/** The failure of a 2xx answer that is no recording, such as a login page or the service's refusal. */
export function whyNoFile(answer: string, status: number, apiKey: string): Failure {
	const unwrapped = unwrap(parsedJson(answer), undefined, status, apiKey);
	if ('cause' in unwrapped && unwrapped.cause === 'refused') return unwrapped;
	const quoted = quote(answer, apiKey);
	const detail = status === 200 ? `the answer is not a recording: ${quoted}` : onlyWhole;
	return unreadable(answer.trim() === '' ? isEmpty : detail, { status });
}

/**
 * The failure of an answer outside 2xx.
 *
 * @param now milliseconds since 1970, for a Retry-After given as a date
 */
export function failedStatus(
	status: number,
	headers: IDataObject,
	answer: string,
	apiKey: string,
	now: number,
): Failure {
	if (status < 400) {
		return { cause: 'redirect', status, detail: redirectsNowhere, advice: lookAtIt };
	}
	const body = parsedJson(answer);
	const failure = failureOfStatus(status, headers['retry-after'], body, apiKey, now);
	// A web server's 404 is about the file.
	return isOfGateway({ ...failure, notOfService: !isOfService(body) })
		? { ...failure, notOfService: true }
		: failure;
}

/** The value that JSON text stands for, or the text itself. */
function parsedJson(text: string): unknown {
	return jsonParse<unknown>(text, { fallbackValue: text });
}

/** How files of sound begin, and their endings. */
const beginnings: ReadonlyArray<[RegExp, string]> = [
	[/^RIF[FX](?!.{4}WEBP)/s, 'wav'],
	[/^(ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/, 'mp3'],
	[/^OggS/, 'ogg'],
	[/^.{4}ftyp/s, 'm4a'],
	[/^fLaC/, 'flac'],
	[/^.E\xdf\xa3/s, 'webm'],
	[/^#!AMR/, 'amr'],
	[/^\.snd/, 'au'],
	[/^FORM.{4}AIF/s, 'aiff'],
	[/^caff\W/, 'caf'],
	[/^\xff[\xf0\xf1\xf8\xf9]/, 'aac'],
];

/** The ending of a sound file by its first bytes; undefined for other bytes. */
export function endingOf(beginning: Buffer): string | undefined {
	const text = beginning.toString('latin1');
	return beginnings.find(([begins]) => begins.test(text))?.[1];
}

/** The name of a recording: two recordings never share one. Most are WAV. */
export function fileNameFor(callId: string, beginning: Buffer): string {
	// Without signs that file names of some system cannot have.
	const name = callId.replace(/[\\/:*?"<>|\p{C}]+/gu, '_').trim();
	return `${name}.${endingOf(beginning) ?? 'wav'}`;
}
