import type { Contact, Simulator } from '../../simulator';
import { empty, withSimulator } from './service';

/** A contact with a value in each field that an update writes. */
export const wholeContact = {
	firstName: 'Ada',
	lastName: 'Smith',
	email: 'ada@example.com',
	phone: '+15557654321',
	notes: 'Likes tea',
	status: 'lead',
	tags: ['vip', 'newsletter'],
	customFields: { plan: 'gold' },
};

/** A contact whose fields stand there as they were written; its ID. */
export function stored(given: Partial<Contact>, { store }: Simulator): string {
	const { id } = store.addContact(given);
	store.updateContact(id, given);
	return id;
}

/** The next search gives these contacts. */
export function searchGives(clients: Contact[], simulator: Simulator) {
	const pagination = { total: clients.length, page: 1, limit: 100, totalPages: 1 };
	simulator.fail(
		{ method: 'GET', path: '/api/contacts' },
		{ kind: 'moreData', value: { clients, pagination } },
	);
}

/** For the tests of a file: a service that knows the search by another name, and gives everything for the usual one. */
export function withDeafService() {
	const deaf = withSimulator({ seed: { ...empty, contacts: 250 }, strict: false });
	const credentialOfDeaf = () => ({
		baseUrl: deaf.baseUrl,
		apiKey: deaf.apiKey,
		otherNames: true,
		searchParameter: 'q',
	});
	return { deaf, credentialOfDeaf };
}
