import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { NotAsked } from '../api/flow/notAsked';
import { hasTag, tagsOf } from '../fields/forms/contact';
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
	 * @throws UserError when the contacts cannot be read, or when no contact has one of the tags, but a
	 * contact is missing or has tags that cannot be read; NotAsked
	 */
	async tagOf(phone: string, tags: string[], surroundings: Surroundings) {
		const { contacts, missing } = await contactsWith(surroundings, phone).catch(
			async (error: Error) => await Promise.reject(notLookedUp(phone, error)),
		);
		this.anyFound ||= contacts.length > 0;
		const tag = tags.find((one) => contacts.some((contact) => hasTag(contact, one)));
		const unreadable = contacts.find((contact) => tagsOf(contact) === undefined);
		if (tag === undefined && missing > 0) throw someNotGiven(phone, missing);
		if (tag === undefined && unreadable !== undefined) throw tagsUnreadable(unreadable);
		this.lookedUp.add(phone);
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

function tagsUnreadable({ id }: IDataObject): UserError {
	return new UserError(`Not sent: the tags of contact ${String(id)} cannot be read`, {
		description:
			"'Skip Contacts With Tag' needs a list of texts. Change the tags at the service, then run the item again.",
	});
}
