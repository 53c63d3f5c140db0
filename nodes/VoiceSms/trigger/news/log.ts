interface Log {
	warn(message: string): void;
}

/** Names records in n8n's log, if there are any: "call 1", "calls 1, 2", "calls 1, 2, 3, 4, 5 and 895 more". */
export function warnOf({ warn }: Log, what: string, names: string[], why = '', one = 'call') {
	if (names.length === 0) return;
	const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
	warn(
		`${what}: ${one}${names.length === 1 ? '' : 's'} ${names.slice(0, 5).join(', ')}${more}${why}`,
	);
}

/**
 * Tells n8n's log of records that the trigger could not find.
 *
 * @param nameInErrors the records, in the words of a sentence
 * @param totalBefore length of the list when it was last read
 * @param found how many records were new
 */
export function warnAbout(
	{ warn }: Log,
	{ total, missing = 0 }: { total: number; missing?: number },
	nameInErrors: string,
	totalBefore: number | undefined,
	found: number,
) {
	const tooOld = totalBefore === undefined ? 0 : total - totalBefore - found;
	if (tooOld > 0) {
		warn(
			`The trigger cannot tell ${tooOld} of the new ${nameInErrors} from old ones: no time, or a very old time`,
		);
	}
	// Once as long as nothing changes.
	if (missing > 0 && total !== totalBefore) {
		warn(`The list of the service lacks ${missing} of the ${nameInErrors} that it counts`);
	}
}
