import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../../operations/operation';

/** Most characters of JSON in all kept answers together; of later answers only identifiers are kept. */
export const answersSize = 5_000_000;

/** The answer in a form that fits into `room` characters, and its size. */
export function fitted(answer: Answer, room: number): { answer: Answer; size: number } {
	const size = sizeOf(answer);
	if (size <= room) return { answer, size };
	return { answer: 'accepted' in answer ? shorten(answer.accepted) : answer, size: 0 };
}

/** Characters of JSON; Infinity for an answer that is nested too deeply for JSON. */
function sizeOf(answer: Answer): number {
	try {
		return JSON.stringify(answer).length;
	} catch {
		return Infinity;
	}
}

/** The identifiers, and whether something was created: enough for later steps. */
function shorten(accepted: IDataObject): Answer {
	const left = Object.entries(accepted).filter(([key, value]) => {
		return /^id$|Id$|^created$/.test(key) && typeof value !== 'object';
	});
	return { accepted: Object.fromEntries(left), shortened: true };
}
