import { parameterNames } from '../../../nodes/VoiceSms/api/unstated';
import { isObject } from '../../../nodes/VoiceSms/util/isObject';
import { Guess, type Finding } from '../finding';
import { dataOf, inShort, type Reply } from '../reply';
import type { Session } from '../session';

const ours = [parameterNames.startDate, parameterNames.endDate] as const;

/** Likely names of the begin and the end, ours first. */
const likely = [
	ours,
	...([
		['from', 'to'],
		['start', 'end'],
		['start_date', 'end_date'],
		['dateFrom', 'dateTo'],
		['date_from', 'date_to'],
		['fromDate', 'toDate'],
		['from_date', 'to_date'],
		['startTime', 'endTime'],
		['since', 'until'],
		['after', 'before'],
	] as const),
];

/** A day without a call. */
const longAgo = ['1970-01-01T00:00:00.000Z', '1970-01-02T00:00:00.000Z'] as const;

/** In the credential, by name and as it is called. */
const fields = [
	['startDateParameter', "'Start Date Parameter'"],
	['endDateParameter', "'End Date Parameter'"],
] as const;

/**
 * Which parameters bound the statistics: those that change them when they leave out every call. A
 * begin in the future might be refused, so it is the present.
 */
export async function dates(session: Session): Promise<Finding[]> {
	const guesses = ours.map((name, end) => {
		const what = end === 0 ? 'begins' : 'ends';
		return new Guess(`analytics.${name}`, `"${name}" ${what} the range of call analytics`);
	});
	const permission = new Guess('analytics.permission', 'A key without analytics:read gets 403');
	const all = await ask(session, {});
	if (all.kind === 'answer' && (all.status === 403 || all.status === 401)) {
		const why = 'the key may not read analytics: give one with the permission analytics:read';
		return [...guesses.map((guess) => guess.unseen(why)), judgePermission(permission, all)];
	}
	const ofPermission = permission.unseen('the key has the permission');
	if (all.kind === 'none') return [...guesses, permission].map((guess) => guess.unseen(all.why));
	const again = await ask(session, {});
	const figures = new Figures(all, again);
	if (figures.areNothing) {
		const why = 'the statistics show nothing but zeros';
		return [...guesses.map((guess) => guess.unseen(why)), ofPermission];
	}
	const found = await look(session, figures);
	return [...guesses.map((guess, end) => judge(guess, end as 0 | 1, found)), ofPermission];
}

async function ask(session: Session, query: Record<string, string>): Promise<Reply> {
	return await session.ask('getAnalytics', {}, { query });
}

function judgePermission(guess: Guess, reply: Reply): Finding {
	const isForbidden = reply.kind === 'answer' && reply.status === 403;
	if (isForbidden) return guess.holds(inShort(reply));
	return guess.differs(inShort(reply), 'Nothing: 401 tells of the permission as well.');
}

/** What was found out about the begin and the end. */
interface Found {
	names: [start?: string, end?: string];
	/** What becomes of ours. */
	ours: [start: string, end: string];
	/** Why nothing more was found out. */
	brokenOff?: string;
}

async function look(session: Session, figures: Figures): Promise<Found> {
	const found: Found = { names: [], ours: ['', ''] };
	try {
		if (figures.isKnown) await one(session, figures, found);
		const isRefused = found.ours.some((words) => words !== unchanged);
		if (found.names.filter(Boolean).length < 2 && isRefused) await both(session, figures, found);
	} catch (error) {
		if (!(error instanceof NoReply)) throw error;
		found.brokenOff = error.message;
	}
	return found;
}

class NoReply extends Error {}

/** The answer to a name that is tried, as far as it can be told from none at all. */
async function tried(session: Session, query: Record<string, string>): Promise<Reply> {
	const reply = await ask(session, query);
	if (reply.kind === 'none') throw new NoReply(reply.why);
	return reply;
}

/** Each for itself: the begin is the present, the end long ago. */
async function one(session: Session, figures: Figures, found: Found): Promise<void> {
	/** Place in `likely` of the pair that the begin was found in: its end is tried first. */
	let pair = 0;
	for (const end of [0, 1] as const) {
		const inTurn = [ours, likely[pair], ...likely].map((names) => names[end]);
		const value = end === 0 ? new Date(session.client.serviceTime).toISOString() : longAgo[1];
		for (const name of new Set(inTurn)) {
			const reply = await tried(session, { [name]: value });
			if (name === ours[end]) found.ours[end] = wordsFor(reply);
			if (!figures.changeIn(reply)) continue;
			found.names[end] = name;
			pair = likely.findIndex((names) => names[end] === name);
			break;
		}
	}
}

/** Both together, for a service that takes neither without the other. */
async function both(session: Session, figures: Figures, found: Found): Promise<void> {
	for (const names of likely) {
		const [start, end] = names;
		const reply = await tried(session, { [start]: longAgo[0], [end]: longAgo[1] });
		if (names === ours) found.ours = [wordsFor(reply), wordsFor(reply)];
		const isTaken = figures.isKnown ? figures.changeIn(reply) : dataOf(reply) !== undefined;
		if (!isTaken) continue;
		found.names = [start, end];
		return;
	}
}

const unchanged = 'it changes nothing';
const wordsFor = (reply: Reply) =>
	dataOf(reply) === undefined ? `it is refused (${inShort(reply)})` : unchanged;

function judge(guess: Guess, end: 0 | 1, found: Found): Finding {
	const name = found.names[end];
	if (name === ours[end]) return guess.holds('the statistics go by it');
	if (name !== undefined) {
		return guess.fails(
			`${found.ours[end]}; "${name}" is it`,
			`In the credential: 'Service Uses Other Names' on, ${fields[end][1]} ${name}.`,
			{ [fields[end][0]]: name },
		);
	}
	if (found.brokenOff !== undefined) return guess.unseen(found.brokenOff);
	const others = likely.slice(1).map((names) => names[end]);
	return guess.fails(
		`${found.ours[end]}; nor are ${others.join(', ')} it`,
		`Ask whoever runs the service for the name, and enter it in the credential: 'Service Uses Other Names' on, ${fields[end][1]}. Until then 'Get Analytics' counts all calls.`,
	);
}

/** The statistics without a range, as far as two answers in a row agree. */
class Figures {
	readonly isKnown: boolean;
	readonly areNothing: boolean;
	private readonly settled: Map<string, string>;

	constructor(one: Reply, other: Reply) {
		const [first, second] = [leaves(one), leaves(other)];
		this.isKnown = dataOf(one) !== undefined && dataOf(other) !== undefined;
		this.settled = new Map([...first].filter(([name, value]) => second.get(name) === value));
		const values = [...this.settled.values()].filter((value) => /\d/.test(value));
		this.areNothing = this.isKnown && values.every((value) => Number.parseFloat(value) === 0);
	}

	changeIn(reply: Reply): boolean {
		if (dataOf(reply) === undefined) return false;
		const now = leaves(reply);
		return [...this.settled].some(([name, value]) => now.get(name) !== value);
	}
}

/** The figures of an answer by their names; dates may be nothing but an echo of the range. */
function leaves(reply: Reply): Map<string, string> {
	const found = new Map<string, string>();
	const walk = (value: unknown, at: string) => {
		if (Array.isArray(value) || isObject(value)) {
			for (const [name, one] of Object.entries(value)) walk(one, `${at}.${name}`);
		} else if (!/^\d{4}-\d{2}/.test(String(value))) found.set(at, String(value));
	};
	walk(dataOf(reply)?.analytics, '');
	return found;
}
