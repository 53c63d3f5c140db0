import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { NotAsked } from '../api/flow/notAsked';
import { hasTag } from '../fields/forms/contact';
import { contactsWith, someNotGiven } from '../operations/find/contactsWith';
import type { Surroundings } from '../operations/operation';

/**
 * *Skip Contacts With Tag*: the contacts of the receivers of one run. Each number is looked up once,
 * because items with the same number share a lane and run one after the other.
 */
export class Receivers {
	private readonly contacts = new Map<string, IDataObject[]>();

	/**
	 * The first tag that a contact with that number has.
	 *
	 * @param phone in E.164 form
	 * @throws UserError when the contacts cannot be read, or when some contacts are missing and the others
	 * have none of the tags; NotAsked
	 */
	async tagOf(phone: string, tags: string[], surroundings: Surroundings) {
		const tagIn = (contacts: IDataObject[]) =>
			tags.find((tag) => contacts.some((contact) => hasTag(contact, tag)));
		const known = this.contacts.get(phone);
		if (known !== undefined) return tagIn(known);
		const { contacts, missing } = await contactsWith(surroundings, phone).catch(
			async (error: Error) => await Promise.reject(notLookedUp(phone, error)),
		);
		const tag = tagIn(contacts);
		if (tag === undefined && missing > 0) throw someNotGiven(phone, missing);
		this.contacts.set(phone, contacts);
		return tag;
	}

	/** A line for a run without a single match, because the search may not work; undefined otherwise. */
	get noneFound(): string | undefined {
		const found = [...this.contacts.values()];
		if (found.length === 0 || found.some((contacts) => contacts.length > 0)) return undefined;
		const searched = found.length === 1 ? 'the receiver' : `any of the ${found.length} receivers`;
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
