import type { IDataObject } from 'n8n-workflow';

import { hasTag } from '../fields/forms/contact';
import { contactsWith } from '../operations/find/contactsWith';
import type { Surroundings } from '../operations/operation';

/** Whom not to send to: a phone number in E.164 form, and the tag of its contact. */
export interface Receiver {
	phone: string;
	tag: string;
	/** Country of stored phone numbers without a country code, in two letters; '' for none. */
	country: string;
}

/**
 * *Skip Contacts With Tag*: the contacts of the receivers of one run. Each number is looked up once; items
 * with the same number share a lane, so the second one finds the answer of the first.
 */
export class Receivers {
	private readonly contacts = new Map<string, IDataObject[]>();

	/**
	 * Whether one of the contacts with that number has the tag, in upper or lower case.
	 *
	 * @throws NodeApiError where the contacts cannot be read; UserError where some of them were not given
	 */
	async have({ phone, tag, country }: Receiver, surroundings: Surroundings): Promise<boolean> {
		let contacts = this.contacts.get(phone);
		if (contacts === undefined) {
			contacts = await contactsWith(surroundings, { by: 'phone', value: phone, country });
			this.contacts.set(phone, contacts);
		}
		return contacts.some((contact) => hasTag(contact, tag));
	}

	/** A line where not one receiver was found, as the search may not work; undefined otherwise. */
	get noneFound(): string | undefined {
		const found = [...this.contacts.values()];
		if (found.length === 0 || found.some((contacts) => contacts.length > 0)) return undefined;
		const whose = found.length === 1 ? 'the receiver' : `any of the ${found.length} receivers`;
		return `No contact was found for ${whose}, so 'Skip Contacts With Tag' skipped nobody. If there are contacts with these numbers, the service's search may have another name than the one in the credential, under 'Service Uses Other Names'.`;
	}
}
