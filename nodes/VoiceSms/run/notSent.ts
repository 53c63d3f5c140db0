import type { IDataObject } from 'n8n-workflow';

import type { Job } from './jobs';
import type { ItemOutcome, NotSent } from './outcomes';

/** An item that Send Once skips. */
export function keyWasUsed(job: Job, sent: IDataObject): ItemOutcome {
	const { onceKey } = job;
	return skipped('keyUsed', job, 'This Send Once Key was used before', { ...sent, onceKey });
}

/** An item of a dry run with a key that another execution holds. */
export function keyIsTaken(job: Job, sent: IDataObject): ItemOutcome {
	const reason =
		'Another execution is using this Send Once Key now, or crashed while it used the key';
	return skipped('keyTaken', job, reason, { ...sent, onceKey: job.onceKey });
}

/** An item that *Skip Contacts With Tag* skips. */
export function hasSkippedTag(job: Job, tag: string, sent: IDataObject): ItemOutcome {
	return skipped('tagged', job, `The contact has the tag "${tag}"`, sent);
}

/** An item of a dry run that would be sent. */
export function wouldBeSent(sent: IDataObject): ItemOutcome {
	return { result: { wouldSend: true, ...sent }, notSent: 'checked' };
}

/** The outcome comes first, because n8n shows the first columns of a wide table. */
function skipped(why: NotSent, { dryRun }: Job, reason: string, about: IDataObject): ItemOutcome {
	const first = dryRun ? { wouldSend: false } : {};
	return { result: { ...first, skipped: true, reason, ...about }, notSent: why };
}
