import type { IDataObject } from 'n8n-workflow';

import { untyped } from '../../harness/n8n/fake';
import { Poller } from '../../harness/n8n/poller';
import { happenings } from '../../harness/service/happenings';
import { empty, few, service } from '../../harness/service/service';
import type { Simulator } from '../../simulator';
import { Store, companyNumbers } from '../../simulator';

const minute = 60_000;
const anew = expect.stringMatching(/starts again from now: .* remembered/) as string;

/** Fills an account; the IDs of its records begin with this number. */
function fill({ store, clock }: Simulator, count: number, from: number) {
	const began = clock.now();
	store.clear();
	untyped<{ counters: object }>(store).counters = {
		contact: from,
		conversation: from,
		message: from,
		call: from,
	};
	for (let number = 0; number < count; number++) {
		clock.set(began - (count - number) * minute);
		store.addCall({ direction: 'INBOUND', status: 'ENDED' });
		store.addContact();
		store.receiveSms({ from: `+1555777${1_000 + number}`, to: companyNumbers[0], body: 'hi' });
	}
	clock.set(began);
}

async function account(count: number, from: number, pageLimit?: number) {
	const simulator = await service({ seed: empty, pageLimit });
	fill(simulator, count, from);
	return simulator;
}

describe.each(Object.entries(happenings))('%s', (event, happen) => {
	it.each([
		['an account with records', 5],
		['an empty account', 0],
	])(
		'starts from the present when the credential leads from %s to another one',
		async (_, count) => {
			const test = await account(count, 0);
			const poller = new Poller(test, { event });
			await poller.poll();
			const real = await account(120, 1_000);
			// The real account was at work all the time, also after the test account was.
			real.clock.advance(60 * minute);
			happen(real);
			poller.credential = { baseUrl: real.baseUrl, apiKey: real.apiKey };
			for (let polls = 0; polls < 3; polls++) expect(await poller.poll()).toEqual([]);
			expect(poller.log).toEqual([anew]);
			real.clock.advance(minute);
			const id = happen(real);
			expect(await poller.ids()).toEqual([id]);
		},
	);

	it('is as before when a key of an empty account was there for one poll', async () => {
		const simulator = await account(5, 0);
		const poller = new Poller(simulator, { event });
		await poller.poll();
		const { credential } = poller;
		const other = await account(0, 0);
		poller.credential = { baseUrl: other.baseUrl, apiKey: other.apiKey };
		expect(await poller.poll()).toEqual([]);
		poller.credential = credential;
		expect(await poller.poll()).toEqual([]);
		simulator.clock.advance(minute);
		const id = happen(simulator);
		expect([await poller.ids(), await poller.ids()]).toEqual([[id], []]);
	});

	it('starts from the present again after a poll with a key of another account', async () => {
		const simulator = await account(120, 0);
		const { store, clock } = simulator;
		const poller = new Poller(simulator, { event });
		await poller.poll();
		const { credential } = poller;
		const first = new Store(clock, store.order);
		first.takeFrom(store);
		fill(simulator, 120, 1_000);
		clock.advance(minute);
		happen(simulator);
		poller.credential = { ...credential, apiKey: simulator.restrictedKey };
		expect(await poller.poll()).toEqual([]);
		store.clear();
		store.takeFrom(first);
		poller.credential = credential;
		// docs/rules.md#late-records: it is not given out.
		happen(simulator, 1);
		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([anew, anew]);
		clock.advance(minute);
		const id = happen(simulator, 2);
		expect([await poller.ids(), await poller.ids()]).toEqual([[id], []]);
	});

	it('goes on without a gap with another key or another credential of the same company', async () => {
		const simulator = await account(120, 0);
		const poller = new Poller(simulator, { event });
		await poller.poll();
		simulator.clock.advance(minute);
		const first = happen(simulator);
		poller.credential = { baseUrl: simulator.baseUrl, apiKey: simulator.restrictedKey };
		expect(await poller.ids()).toEqual([first]);
		poller.credentialId = '2';
		simulator.clock.advance(minute);
		const second = happen(simulator);
		expect(await poller.ids()).toEqual([second]);
		expect(poller.log).toEqual([]);
	});

	it('goes on without a gap with another key also when more than a page of news has come', async () => {
		const simulator = await account(12, 0, 3);
		const poller = new Poller(simulator, { event });
		await poller.poll();
		simulator.clock.advance(2 * minute);
		const ids = Array.from({ length: 8 }, (_, number) => {
			simulator.clock.advance(1_000);
			return happen(simulator, number + 1);
		});
		poller.credential = { baseUrl: simulator.baseUrl, apiKey: simulator.restrictedKey };
		expect(await poller.ids()).toEqual(ids);
		expect(poller.log).toEqual([]);
	});
});

it.each<[string, (state: IDataObject) => void]>([
	['has no account', (state) => delete state.account],
	['has another form', (state) => (state.version = 1)],
	['lacks a part', (state) => delete (state.progress as IDataObject).records],
])('a state that %s brings out nothing old', async (_, change) => {
	const simulator = await service({ seed: few });
	const poller = new Poller(simulator, { event: 'callCreated' });
	await poller.poll();
	change((poller.staticData['node:Voice and SMS Trigger'] as IDataObject).state as IDataObject);
	expect(await poller.poll()).toEqual([]);
});
