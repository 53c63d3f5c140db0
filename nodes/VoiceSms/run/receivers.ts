import { UserError } from 'n8n-workflow';

import { NotAsked } from '../api/flow/notAsked';
import { hasTag } from '../fields/forms/contact';
import { contactsWith, someNotGiven } from '../operations/find/contactsWith';
import type { Surroundings } from '../operations/operation';

/** *Skip Contacts With Tag*: looks up the contacts of the receivers, each right before its message. */
export class Receivers {
	private readonly lookedUp = new Set<string>();
	private anyFound = false;

	/**
	 * The first tag that a contact with that number has.
	 *
	 * @param phone in E.164 form
	 * @throws UserError when the contacts cannot be read, or when some contacts are missing and the others
	 * have none of the tags; NotAsked
	 */
	async tagOf(phone: string, tags: string[], surroundings: Surroundings) {
		const { contacts, missing } = await contactsWith(surroundings, phone).catch(
			async (error: Error) => await Promise.reject(notLookedUp(phone, error)),
		);
		const tag = tags.find((one) => contacts.some((contact) => hasTag(contact, one)));
		if (tag === undefined && missing > 0) throw someNotGiven(phone, missing);
		this.lookedUp.add(phone);
		this.anyFound ||= contacts.length > 0;
		return tag;
	}

	/** A line for a run without a single match, because the search may not work; undefined otherwise. */
	get noneFound(): string | undefined {
		const { size } = this.lookedUp;
		if (size === 0 || this.anyFound) return undefined;
		const searched = size === 1 ? 'the receiver' : `any of the ${size} receivers`;
		return `No contact was found for ${searched}, so 'Skip Contacts With Tag' skipped nobody. This is fine for people who are not in your contacts. If they are, the service may use another parameter name for the search. Set the name in the credential, under 'Service Uses Other Names'.`;
	}
}

function notLookedUp(phone: string, error: Error & { description?: string | null }): Error {
	if (error instanceof NotAsked) return error;
	return new UserError(`Not sent: the contact of ${phone} could not be looked up`, {
		description:
			`'Skip Contacts With Tag' needs the contact: ${error.message}. ${error.description ?? ''}`.trim(),
	});
}
