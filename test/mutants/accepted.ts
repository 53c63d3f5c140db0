import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Change } from './changes';

/** A change that no test can notice, or none should, and why. */
export interface Accepted {
	file: string;
	/** The line as it stands, without its indent. */
	text: string;
	what: string;
	reason: string;
}

/**
 * The changes that may survive, a file for each folder of the shipped code. They are named by their
 * text, so that other lines may move.
 */
export function readAccepted(): Accepted[] {
	const folder = join(__dirname, 'accepted');
	return readdirSync(folder).flatMap(
		(name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Accepted[],
	);
}

export function isSame(one: Pick<Change, 'file' | 'text' | 'what'>, other: Accepted): boolean {
	return one.file === other.file && one.text === other.text && one.what === other.what;
}
