import type { IDataObject } from 'n8n-workflow';

import type { Job } from './jobs';
import type { ItemOutcome, NotSent } from './outcomes';

/** An item that Send Once skips; `isSameRun` = because of an earlier item of the run. */
export function keyWasUsed(job: Job, sent: IDataObject, isSameRun: boolean): ItemOutcome {
	const why = isSameRun ? 'sameKey' : 'keyUsed';
	const about = { ...sent, onceKey: job.onceKey };
	return skipped(why, job, 'This Send Once Key was used before', about);
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
	return { result: { wouldSend: true, ...sent }, notSent: 'checked', dryRun: true };
}

/** The outcome comes first, because n8n shows the first columns of a wide table. */
function skipped(why: NotSent, { dryRun }: Job, reason: string, about: IDataObject): ItemOutcome {
	const result = { skipped: true, reason, ...about };
	return dryRun
		? { result: { wouldSend: false, ...result }, notSent: why, dryRun }
		: { result, notSent: why };
}
