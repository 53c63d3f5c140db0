import { manualClock } from './clock';
import { random } from './random';
import type { Contact } from './resources';
import { companyNumbers, Store } from './store';

/** How many records of each kind a fresh simulator holds. */
export interface SeedSizes {
	contacts: number;
	conversations: number;
	messages: number;
	calls: number;
}

export const defaultSizes: SeedSizes = {
	contacts: 2500,
	conversations: 300,
	messages: 3000,
	calls: 1200,
};

const firstNames = ['Ada', 'Björn', 'Chidi', 'Dolores', 'Élise', 'Farid', 'Grace', 'Hana', 'Ivo'];
const lastNames = ["O'Neill", 'Nakamura', 'Okafor', 'García', 'Smith', 'Weiß', 'de la Cruz'];
const cities = [
	['Austin', 'TX', '78701'],
	['Portland', 'OR', '97201'],
	['Tampa', 'FL', '33601'],
] as const;
const tags = ['lead', 'vip', 'newsletter', 'churned'];
const sources: Array<Contact['source']> = ['MANUAL', 'FACEBOOK', 'CSV', 'API', 'CALL'];
const agents = ['Riley (front desk)', 'Morgan (sales)', 'Sasha (support)'];
const texts = [
	'Thanks!',
	'See you at 10:30.',
	'Is the car ready? 🚗',
	'Yes please',
	'Call me back',
];

/** The phone number of the contact with that index, from 0. */
export const phoneOf = (index: number) => `+1${5552000000 + index}`;
const pick = <T>(items: readonly [T, ...T[]] | readonly T[], index: number): T =>
	items[index % items.length] as T;

/** The last ones that were filled, as most are filled alike. */
const filled = new Map<string, Store>();
const mostFilled = 6;

/**
 * Fills an empty store with the same records every time, oldest first, all before `until` (ms). No
 * call is under way and no message queued: what moves later is what a test has started.
 */
export function seed(store: Store, sizes: SeedSizes, until: number): void {
	const name = JSON.stringify([sizes, until]);
	let source = filled.get(name);
	if (source === undefined) {
		source = new Store(manualClock(until), store.order);
		fill(source, sizes, until);
		source.freeze();
		filled.set(name, source);
		if (filled.size > mostFilled) filled.delete([...filled.keys()][0]);
	}
	store.takeFrom(source);
}

function fill(store: Store, sizes: SeedSizes, until: number): void {
	const draw = random(20260601);
	const time = (index: number, count: number, everyMs: number) => until - (count - index) * everyMs;

	for (let index = 0; index < sizes.contacts; index++) {
		const firstName = pick(firstNames, index);
		const lastName = `${pick(lastNames, index)} ${index}`;
		const [city, state, zipCode] = pick(cities, index);
		store.addContact({
			firstName,
			lastName,
			email: `person${index}@example.com`,
			phone: phoneOf(index),
			source: pick(sources, index),
			tags: tags.filter((_tag, place) => index % (place + 2) === 0),
			status: pick(['active', 'new', 'inactive'], index),
			notes: index % 10 === 0 ? `Note about person ${index}` : '',
			company_name: index % 3 === 0 ? `Company ${index % 50}` : '',
			address: `${index + 1} Main Street`,
			city,
			state,
			zipCode,
			country: 'US',
			customFields: index % 4 === 0 ? { plan: 'gold', visits: index % 20 } : {},
			createdAt: new Date(time(index, sizes.contacts, 61_000)).toISOString(),
		});
	}

	const numbersOf = (index: number) => ({
		customerPhone: phoneOf(index),
		companyPhone: pick(companyNumbers, index),
	});
	for (let index = 0; index < sizes.conversations; index++) {
		store.addConversation({
			...numbersOf(index),
			status: index % 10 === 8 ? 'ARCHIVED' : index % 10 === 9 ? 'CLOSED' : 'ACTIVE',
			lastMessageAt: new Date(
				time(index, sizes.conversations, 1_000) - (sizes.messages + 1) * 97_000,
			).toISOString(),
		});
	}
	for (let index = 0; index < sizes.messages && sizes.conversations > 0; index++) {
		// One for each conversation, then ever more for the first ones, so that some need pages.
		const place =
			index < sizes.conversations ? index : Math.floor(draw() ** 2 * sizes.conversations);
		const { customerPhone, companyPhone } = numbersOf(place);
		const inbound = draw() < 0.4;
		store.addMessage({
			direction: inbound ? 'INBOUND' : 'OUTBOUND',
			from: inbound ? customerPhone : companyPhone,
			to: inbound ? companyPhone : customerPhone,
			body: `${pick(texts, index)} (${index})`,
			sentAt: time(index, sizes.messages, 97_000),
		});
	}

	for (let index = 0; index < sizes.calls; index++) {
		const created = time(index, sizes.calls, 113_000);
		const inbound = index % 3 === 0;
		const [customer, company] = [phoneOf(index), pick(companyNumbers, index)];
		const talkedMs = index % 9 === 4 ? 0 : 5_000 + Math.floor(draw() * 80_000);
		// Inbound: the caller hung up before anybody answered.
		const durationMs = index % 18 === 6 ? 0 : talkedMs;
		store.addCall({
			direction: inbound ? 'INBOUND' : 'OUTBOUND',
			fromNumber: inbound ? customer : company,
			toNumber: inbound ? company : customer,
			status: index % 9 === 4 ? 'ERROR' : 'ENDED',
			startTimestamp: new Date(created + 2_000).toISOString(),
			endTimestamp: new Date(created + 2_000 + durationMs).toISOString(),
			durationMs,
			createdAt: new Date(created).toISOString(),
			agentName: pick(agents, index),
		});
	}
}
