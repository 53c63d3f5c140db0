import { Poller } from '../../harness/poller';
import { empty, service } from '../../harness/service';
import type { ListOrder, Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';

const minute = 60_000;

describe('records without a time', () => {
	function addOld({ store, clock }: Simulator, dated: number, undated: number) {
		for (let number = 0; number < dated; number++) {
			clock.advance(1_000);
			store.addContact({ firstName: 'Dated' });
		}
		for (let number = 0; number < undated; number++) {
			store.addContact({ firstName: 'Undated', createdAt: null });
		}
	}

	it.each<ListOrder>(['newest-first', 'undated-first', 'oldest-first', 'shuffled'])(
		'do not come out as new when others are deleted, in a list %s',
		async (order) => {
			const simulator = await service({ seed: empty, order });
			addOld(simulator, 60, 490);
			const poller = new Poller(simulator, { event: 'contactCreated' });
			expect(await poller.poll()).toEqual([]);
			simulator.store.removeContact('contact_000060');
			expect(await poller.ids()).toEqual([]);
			simulator.store.removeContact('contact_000003');
			simulator.clock.advance(minute);
			const { id } = simulator.store.addContact();
			expect(await poller.ids()).toEqual([id]);
		},
	);

	it('are given out when they are new and the memory holds all', async () => {
		const simulator = await service({ seed: empty, order: 'undated-first' });
		addOld(simulator, 10, 10);
		const poller = new Poller(simulator, { event: 'contactCreated' });
		await poller.poll();
		const { id } = simulator.store.addContact({ createdAt: null });
		expect(await poller.ids()).toEqual([id]);
		expect(await poller.ids()).toEqual([]);
	});

	it('are old where the memory cannot hold all', async () => {
		const simulator = await service({ seed: empty, order: 'undated-first' });
		addOld(simulator, 2_400, 200);
		const poller = new Poller(simulator, { event: 'contactCreated' });
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.addContact({ createdAt: null });
		const { id } = simulator.store.addContact();
		expect(await poller.ids()).toEqual([id]);
		expect(await poller.ids()).toEqual([]);
		expect(poller.log).toEqual([expect.stringMatching(/^1 contacts appeared with no time, or/)]);
	});

	it('are updates only where the service says when', async () => {
		const simulator = await service({ seed: empty });
		addOld(simulator, 3, 3);
		const poller = new Poller(simulator, { event: 'contactUpdated' });
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.updateContact('contact_000004', { updatedAt: null });
		simulator.store.updateContact('contact_000005', {});
		expect(await poller.ids()).toEqual(['contact_000005']);
	});
});

describe('Contact Created with a filter', () => {
	it.each([
		['tag', { tags: 'vip' }, { tags: ['vip', 'lead'] }],
		['source', { source: 'CSV' }, { source: 'CSV' as const }],
	])('gives out no old contact that comes to have the %s', async (_, filters, match) => {
		const simulator = await service({ seed: { ...empty, contacts: 250 } });
		const { store, clock } = simulator;
		const poller = new Poller(simulator, { event: 'contactCreated', filters });
		const before = store.addContact();
		await poller.poll();
		clock.advance(minute);
		const between = store.addContact();
		expect(await poller.ids()).toEqual([]);
		clock.advance(minute);
		store.updateContact(before.id, match);
		store.updateContact(between.id, match);
		expect(await poller.ids()).toEqual([]);
		clock.advance(minute);
		const { id } = store.addContact(match);
		expect(await poller.ids()).toEqual([id]);
		expect(poller.log).toEqual([]);
	});

	it('takes a tag however it is written', async () => {
		const simulator = await service({ seed: empty });
		const poller = new Poller(simulator, { event: 'contactCreated', filters: { tags: ' VIP ' } });
		await poller.poll();
		const { id } = simulator.store.addContact({ tags: ['lead', 'vip'] });
		simulator.store.addContact({ tags: ['vipers'] });
		expect(await poller.ids()).toEqual([id]);
	});

	it('shows a contact that passes it in the editor', async () => {
		const simulator = await service({ seed: { ...empty, contacts: 400 } });
		const old = simulator.store.contacts.get('contact_000007');
		simulator.store.updateContact(String(old?.id), { tags: ['rare'] });
		const poller = new Poller(simulator, { event: 'contactCreated', filters: { tags: 'rare' } });
		expect(await poller.ids({ mode: 'manual' })).toEqual(['contact_000007']);
	});
});

describe('query parameters of the user', () => {
	const requestOptions = { queryParameters: { parameter: [{ name: 'mine', value: '1' }] } };
	const lenient = { strict: false, seed: { contacts: 3, conversations: 3, messages: 9, calls: 3 } };

	it.each(['/api/sms', '/api/calls'])('go to the list of the event only: %s', async (path) => {
		const simulator = await service(lenient);
		const event = path === '/api/sms' ? 'smsReceived' : 'callEnded';
		const poller = new Poller(simulator, { event, requestOptions, downloadRecording: true });
		const others = () => {
			const all = simulator.requests.filter((request) => !request.path.endsWith(path));
			return all.map(({ query }) => query.mine);
		};
		const early = simulator.store.addCall();
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.receiveSms({ from: '+15557770001', to: companyNumbers[0], body: 'hi' });
		for (let number = 0; number < 60; number++) simulator.store.addCall();
		simulator.store.endCall(early.id, 'ENDED');
		const paths: unknown[] = [];
		for (let polls = 0; polls < 3; polls++) {
			await poller.poll();
			expect(simulator.requests[0].query).toMatchObject({ mine: '1' });
			paths.push(...others());
		}
		expect(paths.length).toBeGreaterThan(0);
		expect(paths.filter((mine) => mine !== undefined)).toEqual([]);
	});
});
