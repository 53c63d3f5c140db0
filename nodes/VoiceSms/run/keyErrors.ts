import { UserError } from 'n8n-workflow';

export const whoseIsIt = 'nobody can say whether an earlier try of this execution took it';

/** What went wrong, in a few words. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** A key that could be neither looked up in full nor given back. */
export class KeyStaysTaken extends UserError {
	constructor(key: string, cause: unknown) {
		super(`${reasonOf(cause)}; the key "${key}" stays taken`);
	}
}

/** The error of a key of which no answer came: another execution may find it taken. */
export function maybeTaken(key: string, cause: unknown): UserError {
	return new UserError(`${reasonOf(cause)}; the key "${key}" may be taken all the same`);
}
