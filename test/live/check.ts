import type { ClientOptions } from './client';
import type { Finding } from './finding';
import { answers } from './guesses/answers';
import { dates } from './guesses/dates';
import { contentTypes, limits } from './guesses/limits';
import { messages } from './guesses/messages';
import { order } from './guesses/order';
import { paged, pages, type Pages } from './guesses/pages';
import { notWritten, type Numbers, writes } from './guesses/writes';
import { unknownIds, wrongKey } from './guesses/refusals';
import { search, searchables, searchCalls } from './guesses/search';
import { inShort, isGiven, type Reply } from './reply';
import { Session, type ListReply } from './session';
import { isObject } from '../../nodes/VoiceSms/util/isObject';

export interface Report {
	findings: Finding[];
	/** What was seen beside the guesses. */
	facts: ReadonlyMap<string, string>;
	requests: number;
	/** Milliseconds that it took. */
	tookMs: number;
}

/** Nothing can be found out about the service; the message says why and what to do. */
export class CannotRun extends Error {}

/**
 * Asks a service which of our guesses hold. Reads only, but for `write`.
 *
 * @param write the numbers that one SMS is sent from and to; a contact is made then, too
 * @throws CannotRun when nothing answers, or something else than the service, or the key is refused
 */
export async function check(options: ClientOptions, write?: Numbers): Promise<Report> {
	const session = new Session(options);
	const contacts = await session.list('listContacts', 'clients');
	refuseStranger(contacts.reply);
	const conversations = await session.list('listConversations', 'conversations');
	const calls = await session.list('listCalls', 'calls');
	const lists = [contacts, conversations, calls];
	if (lists.every(({ reply }) => !isGiven(reply))) {
		throw new CannotRun(`The service gives none of its lists: ${inShort(contacts.reply)}.`);
	}

	const findings: Finding[] = [];
	const ofContacts = await search(session, searchables.contacts, contacts);
	const ofConversations = await search(
		session,
		searchables.conversations,
		conversations,
		ofContacts.name,
	);
	findings.push(...ofContacts.findings, ...ofConversations.findings);
	findings.push(await searchCalls(session, calls), ...(await dates(session)));
	const read: Array<[id: string, Pages]> = [];
	for (const [id, list] of Object.entries(paged)) {
		const first = { contacts, conversations, calls }[id] as ListReply;
		read.push([id, await pages(session, list, first)]);
	}
	findings.push(...read.flatMap(([, { findings: ofPages }]) => ofPages));
	findings.push(...read.map(([id, { records }]) => order(id, records)));
	const seen = read.find(([id]) => id === 'conversations')?.[1].records ?? [];
	findings.push(...(await messages(session, seen)));

	const idIn = ({ records }: ListReply) => records?.[0]?.id;
	await readOne(session, idIn(contacts), calls);
	const known = {
		contacts: idIn(contacts),
		calls: idIn(calls),
		conversations: idIn(conversations),
	};
	findings.push(...(await unknownIds(session, known)));
	findings.push(await wrongKey(session, options.apiKey));
	findings.push(...(write === undefined ? notWritten() : await writes(session, write)));
	findings.push(...answers(session, write !== undefined), contentTypes(session));
	findings.push(...limits(session, options.clock.now()));
	const { requests, passed: tookMs } = session.client;
	return { findings, facts: session.facts, requests, tookMs };
}

/** One contact, one call and one recording, for their answers to be compared. */
async function readOne(session: Session, clientId: unknown, calls: ListReply): Promise<void> {
	if (typeof clientId === 'string') await session.ask('getContact', { clientId });
	const ended = calls.records?.find(({ status }) => status === 'ENDED') ?? calls.records?.[0];
	if (typeof ended?.id !== 'string') return;
	await session.ask('getCall', { callId: ended.id });
	if (ended.status === 'ENDED') await session.ask('getRecording', { callId: ended.id });
}

/** Ends the check where the first answer is not one of the service to this key. */
function refuseStranger(reply: Reply): void {
	if (reply.kind === 'none') throw new CannotRun(reply.why);
	const { status, headers, body } = reply;
	const checkUrl = 'Check the Base URL: it ends in /api/v1.';
	if (status >= 300 && status < 400) {
		const to = headers.location ?? 'nowhere';
		throw new CannotRun(
			`The Base URL redirects to ${to} (HTTP ${status}), and the key is not carried there. Enter the address that answers by itself.`,
		);
	}
	if (status === 401) {
		throw new CannotRun(`The service refuses the API key: ${inShort(reply)}. Check the key.`);
	}
	if (!isObject(body)) {
		const what = /^\s*</.test(String(body)) ? 'with a web page (HTML)' : 'with something else';
		throw new CannotRun(
			`What is at the Base URL answers ${what} instead of JSON (HTTP ${status}). ${checkUrl}`,
		);
	}
	if (status === 404) {
		throw new CannotRun(`There are no contacts at the Base URL: ${inShort(reply)}. ${checkUrl}`);
	}
	if (status >= 500) {
		throw new CannotRun(`The service cannot answer: ${inShort(reply)}. Try again later.`);
	}
	if (typeof body.success !== 'boolean') {
		throw new CannotRun(
			`What answers at the Base URL is not the service: its JSON lacks "success" (HTTP ${status}). ${checkUrl}`,
		);
	}
}
