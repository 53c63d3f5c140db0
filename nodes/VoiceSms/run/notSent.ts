import type { IDataObject } from 'n8n-workflow';

import type { Job } from './jobs';
import type { ItemOutcome, NotSent } from './outcomes';

/** An item that Send Once skips. */
export function keyWasUsed(job: Job, sent: IDataObject): ItemOutcome {
	const reason = 'This Send Once Key was used before';
	return skipped('keyUsed', job, { ...sent, onceKey: job.onceKey, reason });
}

/** An item of a dry run that would wait for what becomes of its key. */
export function keyIsTaken(job: Job, sent: IDataObject): ItemOutcome {
	const reason = 'Another execution is sending with this Send Once Key, or was cut off';
	return skipped('dryRun', job, { ...sent, onceKey: job.onceKey, reason });
}

/** An item that *Skip Contacts With Tag* skips. */
export function hasSkippedTag(job: Job, tag: string, sent: IDataObject): ItemOutcome {
	const reason = `The contact has the tag "${tag}"`;
	return skipped('tagged', job, { ...sent, reason });
}

/** An item of a dry run that would be sent. */
export function wouldBeSent(sent: IDataObject): ItemOutcome {
	return { result: { ...sent, wouldSend: true }, notSent: 'dryRun' };
}

function skipped(
	notSent: NotSent,
	{ dryRun }: Job,
	{ reason, ...about }: IDataObject,
): ItemOutcome {
	const result = { ...about, skipped: true, ...(dryRun ? { wouldSend: false } : {}), reason };
	return { result, notSent };
}
