import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../../operations/operation';

/** Characters of JSON that kept answers may take together; past it only identifiers are kept. */
export const answersSize = 5_000_000;

/** The answer as it is kept where so many characters are left, and how many it takes of them. */
export function fitted(answer: Answer, room: number): { answer: Answer; size: number } {
	const size = sizeOf(answer);
	if (size <= room) return { answer, size };
	return { answer: 'accepted' in answer ? shorten(answer.accepted) : answer, size: 0 };
}

/** Characters of JSON; Infinity for what is nested too deeply to be written as JSON. */
function sizeOf(answer: Answer): number {
	try {
		return JSON.stringify(answer).length;
	} catch {
		return Infinity;
	}
}

/**
 * The identifiers, and whether something was created: enough to go on with, whatever the service adds
 * to its answers.
 */
function shorten(accepted: IDataObject): Answer {
	const left = Object.entries(accepted).filter(([key, value]) => {
		return /^id$|Id$|^created$/.test(key) && typeof value !== 'object';
	});
	return { accepted: Object.fromEntries(left), shortened: true };
}
