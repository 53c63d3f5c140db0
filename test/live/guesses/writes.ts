import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../nodes/VoiceSms/util/isObject';
import { Guess, type Finding } from '../finding';
import { dataOf, inShort, isGiven, type Reply } from '../reply';
import type { Session } from '../session';

export interface Numbers {
	from: string;
	to: string;
}

export const smsText =
	'Test message of the live check of n8n-nodes-voice-sms. Nothing needs to be done.';

const contact = {
	firstName: 'Live',
	lastName: 'Check',
	email: 'live-check@example.com',
	tags: ['live-check'],
	notes: 'Made by the live check of n8n-nodes-voice-sms. May be deleted.',
	customFields: { madeBy: 'live-check' },
};

/** What is said before anything is written. */
export function warning({ from, to }: Numbers): string {
	return `Writing: one SMS from ${from} to ${to}, and one contact "${contact.firstName} ${contact.lastName}" (${contact.email}), which is then updated. The interface has no way to delete a contact: it stays until you delete it at the service.`;
}

const ofSend = new Guess('sms.send', 'An SMS is accepted with the status "queued"');
const ofPut = new Guess('contacts.put', 'An update clears the fields that are left out');

/** The rows of what only a write shows. */
export function notWritten(): Finding[] {
	return [ofSend, ofPut].map((guess) => guess.unseen('only --write shows it'));
}

/** Sends one SMS; makes a contact and updates one of its fields. */
export async function writes(session: Session, { from, to }: Numbers): Promise<Finding[]> {
	const sent = await session.ask('sendSms', {}, { body: { to, from, body: smsText } });
	return [judgeSent(sent), await put(session)];
}

function judgeSent(reply: Reply): Finding {
	const guess = ofSend;
	const data = dataOf(reply);
	if (reply.kind === 'none') {
		return guess.unseen(reply.why, 'It may have been sent all the same: look at the phone.');
	}
	const lookUp = 'Check the number, and the permission sms:send of the key.';
	if (!isGiven(reply)) return guess.fails(inShort(reply), lookUp);
	if (data?.status === 'queued') return guess.holds('queued');
	const status = typeof data?.status === 'string' ? `"${data.status}"` : 'none';
	return guess.differs(`the status is ${status}`, 'Nothing: it comes as it is.');
}

const keeps = "Nothing; 'Keep Other Fields' of Update may be switched off, which saves a request.";
const clears = "Leave 'Keep Other Fields' of Update on, as it is by default.";

async function put(session: Session): Promise<Finding> {
	const guess = ofPut;
	const made = await session.ask('createContact', {}, { body: contact });
	const before = clientOf(made);
	if (before === undefined || typeof before.id !== 'string') {
		return guess.unseen(`no contact was made: ${inShort(made)}`);
	}
	const ids = { clientId: before.id };
	const changed = await session.ask('updateContact', ids, { body: { notes: 'Updated.' } });
	if (!isGiven(changed)) return guess.unseen(`the update failed: ${inShort(changed)}`);
	// Read anew: what an update answers with need not be what was stored.
	const after = clientOf(await session.ask('getContact', ids));
	if (after === undefined) return guess.unseen('the contact could not be read again');
	const fields = Object.keys(contact).filter(
		(field) => field !== 'notes' && !isEmpty(before[field]),
	);
	const kept = fields.filter((field) => isDeepStrictEqual(after[field], before[field]));
	const cleared = fields.filter((field) => !kept.includes(field));
	if (fields.length === 0) return guess.unseen('the new contact has none of its fields');
	if (cleared.length === 0) return guess.differs('all are kept', keeps);
	if (kept.length === 0) return guess.holds('all are cleared', clears);
	return guess.holds(`cleared: ${cleared.join(', ')}; kept: ${kept.join(', ')}`, clears);
}

function clientOf(reply: Reply): IDataObject | undefined {
	const client = dataOf(reply)?.client;
	return isObject(client) ? client : undefined;
}

const isEmpty = (value: unknown) =>
	value === undefined || value === null || value === '' || Object.keys(Object(value)).length === 0;
