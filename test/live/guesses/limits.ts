import { longestRetryAfter } from '../../../nodes/VoiceSms/api/flow/retry';
import { parseRetryAfter } from '../../../nodes/VoiceSms/api/http/envelope';
import { Guess, type Finding } from '../finding';
import type { Session } from '../session';

/** What 429 looks like, and what the headers say of limits. */
export function limits(session: Session, now: number): Finding[] {
	const { client, facts } = session;
	for (const [name, values] of client.limitHeaders) {
		const [first, last] = [values[0], values[values.length - 1]];
		facts.set(`header ${name}`, first === last ? first : `${first} … ${last}`);
	}
	const guess = new Guess('limits.retryAfter', 'A 429 says by Retry-After when to come back');
	if (client.refusals.length === 0) return [guess.unseen('no request was refused with 429')];
	const count = client.refusals.length;
	const times = `${count} ${count === 1 ? 'request was' : 'requests were'} refused with 429`;
	const given = client.refusals.filter((header) => header !== undefined);
	const seconds = given.map((header) => parseRetryAfter(header, now));
	const pace = "Give sends and calls the option 'Send Interval' to stay below the limit.";
	if (given.length === 0) {
		return [guess.differs(`${times}, none with Retry-After`, `The node waits by itself. ${pace}`)];
	}
	const unread = given.filter((_, index) => seconds[index] === undefined);
	if (unread.length > 0) {
		return [
			guess.differs(
				`${times}; Retry-After "${unread[0]}" is neither seconds nor a date`,
				`The node waits by itself. ${pace}`,
			),
		];
	}
	const longest = Math.max(...seconds.map((ms) => ms ?? 0));
	if (longest > longestRetryAfter) {
		return [
			guess.fails(
				`${times}; Retry-After asks for ${Math.round(longest / 1000)} s`,
				`The node waits 60 s at most and then fails. ${pace}`,
			),
		];
	}
	return [guess.holds(`${times}; Retry-After "${given[given.length - 1]}"`, pace)];
}

/** Every answer is JSON and says so. */
export function contentTypes(session: Session): Finding {
	const guess = new Guess('answers.contentType', 'Every answer is application/json');
	const others = [...session.client.contentTypes].filter((type) => type !== 'application/json');
	if (others.length === 0) return guess.holds('application/json');
	return guess.differs(
		others.join(', '),
		'Nothing where the answer is JSON all the same; the rows above would tell.',
	);
}
