import { Guess, type Finding } from '../finding';
import type { Session } from '../session';

/** The reading operations, and what asks for them is answered as the interface says. */
const reads = [
	...['listContacts', 'getContact', 'listConversations', 'listMessages', 'listCalls', 'getCall'],
	...['searchCalls', 'getAnalytics', 'getRecording'],
];
const writes = ['sendSms', 'createContact', 'updateContact'];

/** One row for each operation that was asked for, and one for what refusals look like. */
export function answers(session: Session, withWrites: boolean): Finding[] {
	const { departures, places } = session.interface;
	const operations = [...reads, ...(withWrites ? writes : [])];
	const findings = operations.map((operationId) => {
		const { method = '', path = '' } = places.get(operationId) ?? {};
		const title = `${method.toUpperCase()} ${path} answers as documented`;
		return judge(session, operationId, new Guess(`answers.${operationId}`, title));
	});
	const refusals = new Guess('answers.refusals', 'A refusal is JSON: success false and a message');
	findings.push(judge(session, 'refusals', refusals));

	const all = [...departures.values()];
	const tell = (what: string, names: string[]) => {
		if (names.length > 0) session.facts.set(what, [...new Set(names)].sort().join(', '));
	};
	tell(
		'undocumented fields',
		all.flatMap(({ undocumented }) => [...undocumented]),
	);
	tell(
		'null in places',
		all.flatMap(({ empty }) => [...empty]),
	);
	tell(
		'times of another form',
		all.flatMap(({ otherTimes }) => [...otherTimes]),
	);
	tell('documented, never seen', session.interface.neverSeen());
	return findings;
}

function judge({ interface: { departures } }: Session, name: string, guess: Guess): Finding {
	const found = departures.get(name);
	if (found === undefined) return guess.unseen('there was no such answer');
	const missing = [...found.missing].map((field) => `${field} is missing`);
	const departs = [...missing, ...found.wrong];
	if (departs.length === 0) return guess.holds('nothing is missing or wrong');
	return guess.fails(
		departs.join('; '),
		'Tell whoever runs the service that it departs from its interface. What the node makes of it: an answer without what was asked for is an error; other fields come as they are.',
	);
}
