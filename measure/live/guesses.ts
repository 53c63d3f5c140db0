import type { IDataObject, INode } from 'n8n-workflow';

import type { Failure } from '../../nodes/VoiceSms/api/errors/failure';
import { asNodeError, classify } from '../../nodes/VoiceSms/api/errors/nodeError';
import { serviceMessage } from '../../nodes/VoiceSms/api/http/envelope';
import * as unstated from '../../nodes/VoiceSms/api/unstated';
import { isObject } from '../../nodes/VoiceSms/util/values';
import { type Answer, type Asked, type Client, dataOf, inShort, Unseen } from './client';
import { departuresOf, fieldsOf } from './documented';
import { differs, fails, holds, type Judgement } from './report';

export interface Guess {
	/** As the report shows it. */
	guess: string;
	/** Asks the service and judges its answers. Throws Unseen if they do not show whether the guess is right. */
	ask(client: Client): Promise<Judgement>;
}

const askService = 'ask whoever runs the service';
const tellUs = "tell the node's developers";

/** Each list: its path, and the key of its records in `data`. */
const lists = {
	contacts: ['/api/contacts', 'clients'],
	conversations: ['/api/sms', 'conversations'],
	calls: ['/api/calls', 'calls'],
	messages: ['/api/sms/{conversationId}/messages', 'messages'],
} as const;
type ListName = keyof typeof lists;

/** One page of a list. It has no records if the service refuses it. */
async function page(client: Client, list: ListName, query?: Asked['query'], id?: unknown) {
	const [path, key] = lists[list];
	const answer = await client.ask(path, { query, id });
	const { [key]: value, pagination } = dataOf(answer) ?? {};
	const records = Array.isArray(value) ? (value.filter(isObject) as IDataObject[]) : undefined;
	const numbers = isObject(pagination) ? pagination : {};
	return { answer, records, total: Number(numbers.total ?? records?.length ?? 0), numbers };
}

/** The first page of a list. Throws Unseen if it has no record. */
async function first(client: Client, list: ListName, id?: unknown) {
	const { answer, records, ...more } = await page(client, list, undefined, id);
	if (records === undefined) throw new Unseen(inShort(answer));
	if (records.length === 0) throw new Unseen(`there are no ${list}`);
	return { records, ...more };
}

/** The conversations with most messages. */
async function fullest(client: Client): Promise<IDataObject[]> {
	const { records } = await first(client, 'conversations');
	const count = ({ messageCount }: IDataObject) => Number(messageCount ?? 0);
	return records.toSorted((one, other) => count(other) - count(one)).slice(0, 4);
}

/** All records of the first pages of the lists; without a list that has none. */
async function samples(client: Client): Promise<Array<[kind: string, records: IDataObject[]]>> {
	const conversations = await page(client, 'conversations');
	const [fullestOne] = conversations.records?.length ? await fullest(client) : [];
	const kinds: Array<[kind: string, records?: IDataObject[]]> = [
		['Client', (await page(client, 'contacts')).records],
		['Call', (await page(client, 'calls')).records],
		['Conversation', conversations.records],
		['Message', fullestOne && (await page(client, 'messages', undefined, fullestOne.id)).records],
	];
	const found = kinds.flatMap(([kind, records = []]) =>
		records.length === 0 ? [] : [[kind, records] as [string, IDataObject[]]],
	);
	if (found.length === 0) throw new Unseen('there are no records');
	return found;
}

const refused = (answer: Answer) => `it is refused (${inShort(answer)})`;
const ignored = 'it changes nothing';

/**
 * Looks for the name that the service has for a parameter.
 *
 * @param names likely ones; the node's own name is the first
 * @param whyNot why a name is not the right one; an empty text if it is
 */
async function named(
	field: string,
	until: string,
	names: string[],
	whyNot: (name: string) => Promise<string>,
): Promise<Judgement> {
	const [ours, ...others] = names;
	const why = await whyNot(ours);
	if (why === '') return holds('the answer goes by it');
	const enter = `in the credential: 'Service Uses Other Names' on, '${field}'`;
	for (const name of others) {
		const isIt = (await whyNot(name)) === '';
		if (isIt) return fails(`${why}; "${name}" is it`, `Enter ${enter} ${name}.`);
	}
	return fails(
		`${why}; nor is it ${others.join(', ')}`,
		`Ask whoever runs the service for the name, and enter it ${enter}. Until then ${until}.`,
	);
}

/** A word that no record has. */
const nobody = 'zq7xnobodyk3v';
const { search, startDate, endDate } = unstated.parameterNames;
const searchNames = `${search} q query searchTerm search_term term keyword filter`.split(' ');

/** A search for nobody must make both lists shorter. */
async function whyNoSearch(client: Client, name: string): Promise<string> {
	for (const list of ['contacts', 'conversations'] as const) {
		const whole = await page(client, list);
		if (whole.total === 0) continue;
		const { answer, records, total } = await page(client, list, { [name]: nobody });
		if (records === undefined) return `for ${list} ${refused(answer)}`;
		// A list may become shorter meanwhile, but not by half.
		if (total > whole.total / 2) return `for ${list} ${ignored}`;
	}
	return '';
}

const dateNames = [
	...[`${startDate} ${endDate}`, 'from to', 'start end', 'start_date end_date', 'dateFrom dateTo'],
	...['date_from date_to', 'fromDate toDate', 'from_date to_date', 'startTime endTime'],
	...['since until', 'after before'],
].map((pair) => pair.split(' '));

/** Asks for a day without calls: the day that begins now, or the first day of 1970. */
async function whyNoBound(client: Client, name: string, end: number): Promise<string> {
	const [begin, finish] = dateNames.find((pair) => pair[end] === name) ?? [];
	const ask = async (query: Record<string, number>) => {
		const texts = Object.entries(query).map(([key, ms]) => [key, new Date(ms).toISOString()]);
		return await client.ask('/api/calls/analytics', { query: Object.fromEntries(texts) });
	};
	const plain = await ask({});
	const now = Date.parse(plain.headers.date ?? '') || client.options.clock.now();
	const [from, to] = end === 0 ? [now, now + 86_400_000] : [0, 86_400_000];
	// Some services want both dates in each request, and some refuse the other name.
	const whole = dataOf(plain) === undefined ? await ask({ [begin]: 0, [finish]: now }) : plain;
	const both = await ask({ [begin]: from, [finish]: to });
	const answer = dataOf(both) === undefined ? await ask({ [name]: end === 0 ? from : to }) : both;
	if (dataOf(whole) === undefined || dataOf(answer) === undefined) return refused(both);
	if (sum(whole.body) === 0) throw new Unseen('the statistics show only zeros');
	return sum(answer.body) > sum(whole.body) / 2 ? ignored : '';
}

/** The sum of all figures in an answer. A date is no figure. */
function sum(value: unknown): number {
	if (typeof value === 'boolean') return 0;
	if (!isObject(value) && !Array.isArray(value)) return Number(value) || 0;
	return Object.values(value).reduce<number>((total, one) => total + sum(one), 0);
}

const bound = (end: 0 | 1, verb: string, field: string): Guess => ({
	guess: `"${dateNames[0][end]}" ${verb} the range of call analytics`,
	async ask(client) {
		const plain = await client.ask('/api/calls/analytics', { query: {} });
		if ([401, 403].includes(plain.status)) {
			throw new Unseen(`${inShort(plain)}: use a key with analytics:read`);
		}
		const names = dateNames.map((pair) => pair[end]);
		const whyNot = async (name: string) => await whyNoBound(client, name, end);
		return await named(field, "'Get Analytics' counts all calls", names, whyNot);
	},
});

const pages = (list: 'calls' | 'messages'): Guess => ({
	guess: `"${unstated.pageParameter}" gives the pages of ${list}`,
	async ask(client) {
		const id = list === 'calls' ? undefined : (await fullest(client))[0].id;
		const { records, total } = await first(client, list, id);
		if (total <= records.length) throw new Unseen(`there is only one page of ${list}`);
		const two = await page(client, list, { [unstated.pageParameter]: 2 }, id);
		const known = records.map((record) => record.id);
		const more = two.records?.filter((record) => !known.includes(record.id)).length ?? 0;
		const number = String(two.numbers.page);
		if (more > 0 && number === '2') return holds(`page 2 has ${more} other records`);
		return fails(
			two.records === undefined
				? `page 2 is refused (${inShort(two.answer)})`
				: `page 2 calls itself page ${number} and has ${more} other records`,
			`The node stops with an error at page 2, so that nothing comes twice: ${askService} for the parameter. Until then read one page only.`,
		);
	},
});

/** An unknown ID of the same form: `call_000012` gives `call_999999`, `a1b2c3` gives `3c2b1a`. */
export function strangerTo(id: string): string {
	const [end = ''] = /[0-9a-z]{0,12}$/i.exec(id) ?? [];
	// Another short number may be the ID of another record.
	const nines = '9'.repeat(end.length < 6 ? 9 : end.length);
	const other = /^\d*$/.test(end) ? nines : [...end].reverse().join('');
	return `${id.slice(0, id.length - end.length)}${other}`;
}

/** Whether the node takes an answer for "there is no such record". */
function isTakenAsMissing({ status, body }: Answer): boolean {
	const isRefusal = isObject(body) && body.success === false;
	const cause = status >= 300 ? 'status' : isRefusal ? 'refused' : 'unreadable';
	const service = serviceMessage(body);
	const failure: Failure = { cause, status, service, notOfService: !isRefusal };
	return classify(asNodeError({} as INode, failure, { nameInErrors: '' }, false, 'GET')).isMissing;
}

const unknownId = (one: string, list: ListName, path: string): Guess => ({
	guess: `An unknown ID of a ${one} is refused as unknown`,
	async ask(client) {
		const { records = [] } = await page(client, list);
		const id = strangerTo(String(records[0]?.id ?? 'unknown-0000'));
		const answer = await client.ask(path, { id });
		if (isTakenAsMissing(answer)) return holds(inShort(answer));
		return fails(
			inShort(answer),
			dataOf(answer) === undefined
				? `The option 'If Not Found' does not see that there is no ${one}, and the item fails: let the node continue on error, and ${tellUs} the answer.`
				: `A deleted ${one} looks like an empty one: check in the workflow that it has the fields that you need.`,
		);
	},
});

const digits = (phone: unknown) => String(phone ?? '').replace(/\D/g, '');
const inQuotes = (words: unknown[]) => [...new Set(words)].map((word) => `"${word}"`).join(', ');

/** Messages of the fullest conversations, with the numbers of both sides. */
async function messages(client: Client): Promise<IDataObject[]> {
	const found = [];
	for (const { id, companyPhone, customerPhone } of await fullest(client)) {
		const { records } = await first(client, 'messages', id);
		found.push(...records.map((record) => ({ ...record, companyPhone, customerPhone })));
	}
	return found;
}

/** Every guess of `nodes/VoiceSms/api/unstated.ts`, and the documented answers. */
export const guesses: Guess[] = [
	{
		guess: `"${search}" searches contacts and conversations`,
		async ask(client) {
			const { total } = await page(client, 'conversations');
			if (total === 0) await first(client, 'contacts');
			const whyNot = async (name: string) => await whyNoSearch(client, name);
			const until = 'every search reads the whole list';
			return await named('Search Parameter', until, searchNames, whyNot);
		},
	},
	{
		guess: 'A search finds a contact by phone, email and name',
		async ask(client) {
			const { records } = await first(client, 'contacts');
			let name: string | undefined;
			for (const one of searchNames) {
				if (name === undefined && (await whyNoSearch(client, one)) === '') name = one;
			}
			if (name === undefined) throw new Unseen('no name of the search parameter is known');
			const missed = [];
			for (const field of ['phone', 'email', 'fullName']) {
				const one = records.find((record) => record[field]);
				if (one === undefined) continue;
				const found = await page(client, 'contacts', { [name]: String(one[field]) });
				if (!found.records?.some(({ id }) => id === one.id)) missed.push(field);
			}
			if (missed.length === 0) return holds('it does');
			return fails(
				`not by ${missed.join(', ')}`,
				`'Create or Update' does not see such a contact and creates it a second time: do not match by that field, and ${askService}.`,
			);
		},
	},
	bound(0, 'begins', 'Start Date Parameter'),
	bound(1, 'ends', 'End Date Parameter'),
	{
		guess: `A page of conversations may have ${unstated.conversationPageSize}`,
		async ask(client) {
			const usual = await first(client, 'conversations');
			const limit = unstated.conversationPageSize;
			const { answer, records, total } = await page(client, 'conversations', { limit });
			if (records === undefined) {
				return fails(
					`limit=${limit} is refused (${inShort(answer)})`,
					`Give each node that reads conversations, and the trigger, the option 'Query Parameters' with limit = ${String(usual.numbers.limit ?? usual.records.length)}.`,
				);
			}
			const seen = `limit=${limit} gives pages of ${records.length}`;
			if (records.length === Math.min(limit, total)) return holds(seen);
			return differs(seen, 'Nothing: the node goes by the answer, and makes more requests.');
		},
	},
	{
		guess: 'A search of calls comes whole',
		async ask(client) {
			const { records } = await first(client, 'calls');
			const [{ direction, fromNumber, toNumber }] = records;
			const q = String(unstated.isInbound(direction) ? toNumber : fromNumber);
			const path = '/api/calls/search';
			const callsIn = (answer: Answer) => (dataOf(answer)?.calls ?? []) as IDataObject[];
			const found = callsIn(await client.ask(path, { query: { q } }));
			if (found.length === 0) throw new Unseen('no call was found');
			const two = await client.ask(path, { query: { q, [unstated.pageParameter]: 2 } });
			const known = found.map(({ id }) => id);
			const more = callsIn(two).filter(({ id }) => !known.includes(id)).length;
			if (more === 0) return holds(`it has ${found.length} calls, and page 2 has no others`);
			return fails(
				`it has ${found.length} calls, and page 2 has ${more} others`,
				`The operation 'Search' finds the first ${found.length} calls only: use 'Get Many' with its filters.`,
			);
		},
	},
	pages('calls'),
	pages('messages'),
	{
		guess: 'Messages of the company say OUTBOUND, messages of customers do not',
		async ask(client) {
			const all = await messages(client);
			const words = (side: 'companyPhone' | 'customerPhone') => {
				const from = all.filter((one) => one[side] && digits(one.fromPhone) === digits(one[side]));
				return from.map(({ direction }) => direction);
			};
			const [sent, received] = [words('companyPhone'), words('customerPhone')];
			if (received.length === 0) throw new Unseen('no message of a customer was found');
			const seen = `the company: ${inQuotes(sent) || 'no message'}; customers: ${inQuotes(received)}`;
			const isRight = received.every(unstated.isInbound) && !sent.some(unstated.isInbound);
			if (isRight) return holds(seen);
			return fails(
				seen,
				`The trigger takes sent messages for received ones, or the other way round: filter its output by 'fromPhone', and ${tellUs} these words.`,
			);
		},
	},
	{
		guess: 'A delivered message has deliveredAt or the status DELIVERED',
		async ask(client) {
			const all = await messages(client);
			const seen = inQuotes(all.map(({ status }) => status));
			const others = all.filter((message) => !unstated.isDelivered(message));
			const isDoubtful = ({ status }: IDataObject) =>
				/deliver|read|received|complete/i.test(`${status}`);
			if (others.some(isDoubtful)) {
				return fails(
					`messages without deliveredAt say ${inQuotes(others.map(({ status }) => status))}`,
					`If one of these words means delivered, 'Wait for Delivery' waits until its limit: ${tellUs} the word.`,
				);
			}
			if (others.length === all.length) throw new Unseen('no delivered message was found');
			return holds(`the statuses are ${seen}`);
		},
	},
	unknownId('contact', 'contacts', '/api/contacts/{clientId}'),
	unknownId('call', 'calls', '/api/calls/{callId}'),
	unknownId('recording', 'calls', '/api/calls/{callId}/recording'),
	unknownId('conversation', 'conversations', lists.messages[0]),
	{
		guess: 'No ID of a contact looks like an email address or a phone number',
		async ask(client) {
			const ids = (await first(client, 'contacts')).records.map(({ id }) => String(id));
			const { email, phone } = unstated.noId;
			if (!ids.some((id) => email.test(id) || phone.test(id))) return holds('none does');
			return fails('an ID does', `The node takes it for an email or a phone: ${tellUs}.`);
		},
	},
	{
		guess: 'A wrong key is refused with 401 or 403',
		async ask(client) {
			const [prefix = ''] = /^[a-z]{1,8}[_-]/i.exec(client.options.apiKey) ?? [];
			const apiKey = `${prefix}${'0'.repeat(16)}`;
			const answer = await client.ask('/api/contacts', { query: { limit: 1 }, apiKey });
			const seen = inShort(answer);
			if ([401, 403].includes(answer.status)) return holds(seen);
			if (dataOf(answer) !== undefined) {
				return fails(seen, 'Tell whoever runs the service: it gives contacts to anybody.');
			}
			if (!isTakenAsMissing(answer)) return differs(seen, 'Nothing: the error shows these words.');
			return fails(
				seen,
				`With a wrong key the option 'If Not Found' finds nothing instead of failing: test the credential in n8n, and ${tellUs} the answer.`,
			);
		},
	},
	{
		guess: 'A refusal without a permission names it',
		async ask(client) {
			const answer = await client.ask('/api/calls/analytics', { query: {} });
			if (answer.status !== 403) throw new Unseen('the key was refused nothing');
			if (unstated.meansPermission.test(inShort(answer))) return holds(inShort(answer));
			return fails(
				inShort(answer),
				`A tool tells a model that the request is wrong, not that the key lacks a permission: ${tellUs} these words.`,
			);
		},
	},
	{
		guess: 'Every time names its zone',
		async ask(client) {
			const isBare = (value: unknown) =>
				typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value);
			const bare = (await samples(client)).flatMap(([kind, records]) => {
				const fields = records.flatMap((record) =>
					fieldsOf(kind).filter((field) => isBare(record[field])),
				);
				return [...new Set(fields)].map((field) => `${kind}.${field}`);
			});
			if (bare.length === 0) return holds('all do');
			return fails(
				`without a zone: ${bare.join(', ')}`,
				`The node takes these times for UTC: ${askService} whether they are.`,
			);
		},
	},
	{
		guess: 'Each documented field is in some record of its list',
		async ask(client) {
			const lists = await samples(client);
			const lackedBy = (how: 'every' | 'some') =>
				lists.flatMap(([kind, records]) =>
					fieldsOf(kind)
						.filter((field) => {
							const lacking = records.filter((record) => record[field] === undefined);
							return how === 'every' ? lacking.length === records.length : lacking.length > 0;
						})
						.map((field) => `${kind}.${field}`),
				);
			const [missing, rare] = [lackedBy('every'), lackedBy('some')];
			if (missing.length === 0)
				return holds(rare.length === 0 ? 'it is' : `it is; some records lack ${rare.join(', ')}`);
			return fails(
				`no record has ${missing.join(', ')}`,
				"The node takes a field that is missing for unknown: 'Skip Contacts With Tag' reads each contact by itself, and 'Update' leaves the field out. Tell whoever runs the service.",
			);
		},
	},
	{
		guess: 'What comes has the documented form; fields may be missing',
		async ask(client) {
			const [contacts, calls] = [await page(client, 'contacts'), await page(client, 'calls')];
			const [contact] = contacts.records ?? [];
			if (contact) await client.ask('/api/contacts/{clientId}', { id: contact.id });
			const call = calls.records?.find(({ status }) => status === 'ENDED');
			if (call) await client.ask('/api/calls/{callId}', { id: call.id });
			if (call) await client.ask('/api/calls/{callId}/recording', { id: call.id });
			await client.ask('/api/calls/search', { query: { q: nobody } });
			const wrong = [...new Set(client.answers.flatMap(departuresOf))];
			const paths = new Set(client.answers.map(({ path }) => path));
			if (wrong.length === 0) return holds([...paths].join(', '));
			return fails(
				wrong.join('; '),
				'Tell whoever runs the service. In the node, an answer without its record or list is an error; other fields come as they are.',
			);
		},
	},
];
