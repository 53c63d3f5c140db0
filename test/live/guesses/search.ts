import type { IDataObject } from 'n8n-workflow';

import { parameterNames } from '../../../nodes/VoiceSms/api/unstated';
import { Guess, type Finding } from '../finding';
import { dataOf, inShort } from '../reply';
import type { ListReply, Session } from '../session';

/** Likely names of the search parameter, ours first. */
const likely = [
	parameterNames.search,
	...['q', 'query', 'searchTerm', 'search_term', 'term', 'keyword', 'keywords', 'text'],
	...['filter', 'name', 'phone'],
];

/** What nobody is called. */
export const nobody = 'zq7xnobodyk3v';

export interface Searched {
	findings: Finding[];
	/** The name that the service has for the parameter; undefined when none was found. */
	name: string | undefined;
}

interface Searchable {
	id: 'contacts' | 'conversations';
	operationId: string;
	key: string;
	/** Fields to search for, by what they are called. */
	fields: Record<string, string>;
}

export const searchables: Record<Searchable['id'], Searchable> = {
	contacts: {
		id: 'contacts',
		operationId: 'listContacts',
		key: 'clients',
		fields: { phone: 'phone', email: 'email', fullName: 'name' },
	},
	conversations: {
		id: 'conversations',
		operationId: 'listConversations',
		key: 'conversations',
		fields: { customerPhone: 'phone', customerName: 'customer name' },
	},
};

/**
 * Which parameter makes a list shorter: one that is ignored gives the same list for a name that
 * nobody has.
 *
 * @param whole the list without a search
 * @param first the name to look at after our own
 */
export async function search(
	session: Session,
	{ id, operationId, key, fields }: Searchable,
	whole: ListReply,
	first?: string,
): Promise<Searched> {
	const guess = new Guess(`${id}.search`, `"${parameterNames.search}" searches ${id}`);
	if (whole.records === undefined) {
		return { findings: [guess.unseen(inShort(whole.reply))], name: undefined };
	}
	if (whole.total === 0) {
		return { findings: [guess.unseen(`there are no ${id}`)], name: undefined };
	}
	const names = [...new Set([parameterNames.search, ...(first ? [first] : []), ...likely])];
	const tried: string[] = [];
	let ours = '';
	for (const name of names) {
		const { reply, records, total } = await session.list(operationId, key, { [name]: nobody });
		if (records === undefined && reply.kind === 'none') {
			return { findings: [guess.unseen(reply.why)], name: undefined };
		}
		tried.push(name);
		// A list may shrink on its own meanwhile, but not by half.
		const works = records !== undefined && total <= whole.total / 2;
		if (name === parameterNames.search && !works) {
			ours = records === undefined ? `it is refused (${inShort(reply)})` : 'it changes nothing';
		}
		if (!works) continue;
		const terms = await termsFound(session, operationId, key, name, fields, whole.records);
		const what = id === 'contacts' ? 'contact' : 'conversation';
		const finding =
			name === parameterNames.search
				? guess.holds('a search for nobody finds nothing')
				: failed(guess, `${ours}; "${name}" searches`, name, first);
		return { findings: [finding, judgeTerms(id, what, terms)], name };
	}
	const last = `${ours}; nor do ${tried.slice(1).join(', ')} search`;
	return { findings: [guess.fails(last, askForName)], name: undefined };
}

const askForName =
	"Ask whoever runs the service for the name of the search parameter, and enter it in the credential: 'Service Uses Other Names' on, 'Search Parameter'. Until then every search reads the whole list.";

/** @param ofContacts name for contacts, where conversations have been looked at after these */
function failed(guess: Guess, seen: string, name: string, ofContacts: string | undefined): Finding {
	if (ofContacts !== undefined && ofContacts !== name) {
		return guess.fails(
			seen,
			`The credential has one name for both lists, and contacts have "${ofContacts}": search conversations by the option 'Query Parameters', with the name "${name}".`,
		);
	}
	return guess.fails(
		seen,
		`In the credential: 'Service Uses Other Names' on, 'Search Parameter' ${name}.`,
		{ searchParameter: name },
	);
}

/** Of the fields that some record has, whether a search for the value finds the record. */
async function termsFound(
	session: Session,
	operationId: string,
	key: string,
	name: string,
	fields: Record<string, string>,
	records: IDataObject[],
): Promise<Map<string, boolean>> {
	const terms = new Map<string, boolean>();
	for (const [field, called] of Object.entries(fields)) {
		const sample = records.find(
			(record) => typeof record[field] === 'string' && record[field] !== '',
		);
		if (sample === undefined) continue;
		const reply = await session.list(operationId, key, { [name]: String(sample[field]) });
		if (reply.reply.kind === 'none') continue;
		terms.set(called, reply.records?.some((record) => record.id === sample.id) ?? false);
	}
	return terms;
}

function judgeTerms(id: string, what: string, terms: Map<string, boolean>): Finding {
	const guess = new Guess(`${id}.searchTerms`, `A search finds a ${what} by what stands in it`);
	const missed = [...terms].filter(([, found]) => !found).map(([called]) => called);
	const found = [...terms].filter(([, is]) => is).map(([called]) => called);
	if (terms.size === 0) return guess.unseen(`no ${what} has anything to search for`);
	if (missed.length === 0) return guess.holds(`found by ${found.join(', ')}`);
	const seen = `not found by ${missed.join(', ')}${found.length === 0 ? '' : `; found by ${found.join(', ')}`}`;
	return guess.fails(
		seen,
		id === 'contacts'
			? "'Create or Update' does not see such a contact and creates it a second time: do not match by that, and ask whoever runs the service."
			: 'Search by something else, and ask whoever runs the service.',
	);
}

/** The search of calls is documented: it must find a call by its number and nobody's none. */
export async function searchCalls(session: Session, calls: ListReply): Promise<Finding> {
	const guess = new Guess('calls.search', '"q" searches calls');
	const sample = calls.records?.find(({ toNumber }) => typeof toNumber === 'string');
	if (sample === undefined) return guess.unseen('there is no call with a number');
	const nothing = await session.ask('searchCalls', {}, { query: { q: nobody } });
	const some = await session.ask('searchCalls', {}, { query: { q: String(sample.toNumber) } });
	const [none, found] = [nothing, some].map((reply) => dataOf(reply)?.calls);
	if (!Array.isArray(none)) return refused(guess, inShort(nothing), nothing.kind === 'none');
	if (!Array.isArray(found)) return refused(guess, inShort(some), some.kind === 'none');
	const todo = useFilters;
	if (none.length > 0) return guess.fails('a search for nobody finds calls', todo);
	const ids = (found as IDataObject[]).map(({ id }) => id);
	if (!ids.includes(sample.id)) return guess.fails('a call is not found by its number', todo);
	return guess.holds('a call is found by its number, and nobody finds none');
}

function refused(guess: Guess, words: string, isUnseen: boolean): Finding {
	if (isUnseen) return guess.unseen(words);
	return guess.fails(words, useFilters);
}

const useFilters = "Use 'Get Many' with its filters instead, and ask whoever runs the service.";
