import type { IDataObject } from 'n8n-workflow';

import { quote, serviceMessage } from '../../nodes/VoiceSms/api/http/envelope';
import { isObject } from '../../nodes/VoiceSms/util/isObject';

export interface Answer {
	kind: 'answer';
	status: number;
	/** By names in small letters. */
	headers: Record<string, string>;
	/** What the JSON says; the text as it came where it is none. */
	body: unknown;
}

/** What came of a request: an answer, whatever its status, or the reason why there is none. */
export type Reply = Answer | { kind: 'none'; why: string };

/** The `data` of an answer with a 2xx status and `success: true`; undefined for any other. */
export function dataOf(reply: Reply): IDataObject | undefined {
	if (reply.kind === 'none' || !isGiven(reply)) return undefined;
	if (!isObject(reply.body) || !isObject(reply.body.data)) return undefined;
	return reply.body.data;
}

/** Whether a request was carried out, by status and `success`. */
export function isGiven(reply: Reply): boolean {
	if (reply.kind === 'none' || reply.status < 200 || reply.status > 299) return false;
	return isObject(reply.body) && reply.body.success === true;
}

/** A reply in a few words: `HTTP 404, "No such call"`. */
export function inShort(reply: Reply): string {
	if (reply.kind === 'none') return reply.why;
	const { status, body } = reply;
	if (isGiven(reply)) return `HTTP ${status}, success true`;
	const words = isObject(body) ? (serviceMessage(body) ?? JSON.stringify(body)) : String(body);
	return `HTTP ${status}, "${quote(words)}"`;
}
