import type { IDataObject } from 'n8n-workflow';

import { isGone, isItsOwn, isLost, saidNo, toNodeError } from '../../../api/nodeError';
import { isPathId, path } from '../../../api/paths';
import { isOver } from '../../../fields/call';
import type { Round } from '../../event';
import { inTime } from '../../inTime';
import { timeOf } from '../../news/sighting';
import type { Followed } from './progress';
import { minutesOf } from './progress';

/** A call that is refused in so many polls in a row is given up. */
const mostRefusals = 10;
/** Minutes in which a call under way is looked at in every poll. */
const often = 60;
/** Most minutes between two looks at a call. */
const longestPause = 6 * 60;
/** Calls that one line of the log names. */
const mostNames = 5;

/** Whether the service can be asked for a call: one without a proper ID can only be read in a list. */
export const hasUsableId = ({ id }: IDataObject) => isPathId(String(id ?? ''));

/** When a call was over, by the service's clock. */
export const endOf = ({ endTimestamp, createdAt }: IDataObject) =>
	timeOf(endTimestamp) ?? timeOf(createdAt);

/** A followed call with its record; without one where it was not looked at, or could not be read. */
export interface Known {
	entry: Followed;
	call?: IDataObject;
}

/** What looking at a call came to. */
type Look =
	| { call: IDataObject }
	| { gone: true }
	/** Which status an unknown ID has is not shown, so a refused call may be back in the next poll. */
	| { refused: string }
	/** The service fails at this call. It may do so for long, and well with all others. */
	| { failed: string };

/**
 * Whether a followed call is to be asked for. One under way is in every poll of its first hour, then
 * whenever it was followed for a quarter longer, and every six hours at least. Example: a call that is
 * followed for two hours is looked at again half an hour later.
 *
 * @param now minutes since 1970 by this computer's clock
 */
export function isDue({ waited, since, looked }: Followed, now: number): boolean {
	if (waited !== undefined) return true;
	const age = looked - since;
	const pause = age < often ? 0 : Math.min(age / 4, longestPause);
	// A clock that was put back must not prolong the pause.
	return now - looked >= pause || now < looked;
}

/**
 * The followed calls as they are now: from the list where they stand in it, else those that are due
 * are asked for. Deleted ones go, and those that are refused again and again; n8n's log names them.
 * One that cannot be read holds up no other.
 *
 * @param listed calls of the list, as far as it was read
 */
export async function lookUp(
	round: Round,
	followed: Followed[],
	listed: IDataObject[],
): Promise<Known[]> {
	const now = minutesOf(round.now());
	const looks = new Map(listed.map((call): [string, Look] => [String(call.id), { call }]));
	const due = followed.filter((entry) => !looks.has(entry.id) && isDue(entry, now));
	const read = await inTime(round, due, round.bound, async ({ id }) => await lookAt(round, id));
	const unread = new Set<Followed>();
	due.forEach((entry, index) => {
		const look = read[index];
		if (look === undefined) unread.add(entry);
		else looks.set(entry.id, look);
	});
	const others = followed.filter((entry) => !unread.has(entry));
	tell(round, others, looks);
	// First in the next poll.
	return [...unread, ...others].flatMap((entry) => after(entry, looks.get(entry.id), now));
}

async function lookAt({ api, node, leftMs }: Round, id: string): Promise<Look> {
	try {
		// A call that the service never answers for leaves most of the poll's time to the others.
		return { call: await api.get(path`/api/calls/${id}`, 'call', leftMs() / 4) };
	} catch (error) {
		const { message } = error as Error;
		if (isGone(error)) return { gone: true };
		if (saidNo(error)) return { refused: message };
		if (isItsOwn(error) || isLost(error)) return { failed: message };
		throw toNodeError(node, error);
	}
}

/** What is known of a call after a look; nothing when it is not to be followed any more. */
function after(entry: Followed, look: Look | undefined, now: number): Known[] {
	if (look === undefined) return [{ entry }];
	const looked = { ...entry, looked: now };
	if ('failed' in look) return [{ entry: looked }];
	if ('gone' in look || isGivenUp(entry, look)) return [];
	if ('refused' in look) return [{ entry: { ...looked, refused: entry.refused + 1 } }];
	const { call } = look;
	const waited = isOver(call) ? (entry.waited ?? 0) : undefined;
	return [{ entry: { ...looked, refused: 0, waited }, call }];
}

const isGivenUp = ({ refused }: Followed, look: Look) =>
	'refused' in look && refused + 1 >= mostRefusals;

function tell({ warn }: Round, followed: Followed[], looks: Map<string, Look>) {
	const such = (test: (look: Look, entry: Followed) => boolean) =>
		followed.filter((entry) => {
			const look = looks.get(entry.id);
			return look !== undefined && test(look, entry);
		});
	const gone = such((look) => 'gone' in look);
	if (gone.length > 0) warn(`Not followed any more, as they were deleted: ${namesOf(gone)}`);
	const givenUp = such((look, entry) => isGivenUp(entry, look));
	if (givenUp.length > 0) {
		const why = `the service refused them ${mostRefusals} times in a row`;
		warn(`Not followed any more, as ${why}: ${namesOf(givenUp)}`);
	}
	const failed = such((look) => 'failed' in look);
	const first = failed.length > 0 ? looks.get(failed[0].id) : undefined;
	if (first !== undefined && 'failed' in first) {
		warn(`Looked at again later, as they cannot be read: ${namesOf(failed)} (${first.failed})`);
	}
}

/** Calls in a line of the log: "call 1", "calls 1, 2", "calls 1, 2, 3, 4, 5 and 895 more". */
export function namesOf(followed: Array<{ id: string }>): string {
	const named = followed.slice(0, mostNames).map(({ id }) => id);
	const more = followed.length - named.length;
	const word = followed.length === 1 ? 'call' : 'calls';
	return `${word} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
