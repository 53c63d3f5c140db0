import type { IDataObject } from 'n8n-workflow';

import { said } from '../../harness/n8n/messages';
import { Poller } from '../../harness/n8n/poller';
import { happenings } from '../../harness/service/happenings';
import { countedMore, empty, service as startService } from '../../harness/service/service';
import { serviceTime } from '../../harness/time/serviceTime';
import type { Simulator, SimulatorOptions } from '../../simulator';
import { companyNumbers, manualClock } from '../../simulator';

const { time: clock, watch } = serviceTime();
const minute = 60_000;
const small = { contacts: 120, conversations: 60, messages: 200, calls: 120 };
const service = async (options: SimulatorOptions = {}) =>
	await startService({ seed: small, ...options });

const kinds = Object.keys(happenings);

/** An SMS of one of many customers. */
const receive = ({ store }: Simulator, customer: number) =>
	store.receiveSms({
		from: `+1555666${String(customer).padStart(4, '0')}`,
		to: companyNumbers[0],
		body: `news ${customer}`,
	});

describe.each(kinds)('%s', (event) => {
	const happen = happenings[event];

	it('takes the present as its baseline, and then gives out what is new', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event });
		expect(await poller.poll()).toEqual([]);
		expect(await poller.poll()).toEqual([]);
		simulator.clock.advance(minute);
		const id = happen(simulator, 1);
		expect(await poller.ids()).toEqual([id]);
		expect(await poller.poll()).toEqual([]);
	});

	it.each(['newest-first', 'oldest-first', 'shuffled'] as const)(
		'gives out 150 over many polls exactly once, oldest first, of lists %s',
		async (order) => {
			const simulator = await service({ order });
			const poller = new Poller(simulator, { event, requestOptions: { maxTries: 1 } });
			await poller.poll();
			const happened: string[] = [];
			const givenOut: unknown[] = [];
			for (let number = 0; number < 150; number++) {
				simulator.clock.advance(number % 7 === 0 ? 0 : 700);
				happened.push(happen(simulator, number));
				// Every poll is a restart; some fail first.
				if (number % 23 === 22) {
					if (number % 3 === 0) {
						simulator.fail({ method: 'GET' }, { kind: 'status', status: 500 });
						const before = JSON.stringify(poller.staticData);
						await expect(poller.poll()).rejects.toThrow(said.couldNotAnswer);
						expect(JSON.stringify(poller.staticData)).toBe(before);
					}
					givenOut.push(...(await poller.ids()));
				}
			}
			givenOut.push(...(await poller.ids()));
			// Several changes of one record between two polls are one.
			expect([...new Set(givenOut)].sort()).toEqual([...new Set(happened)].sort());
			expect(givenOut.length).toBeLessThanOrEqual(happened.length);
			expect(await poller.poll()).toEqual([]);
		},
	);

	it.each<[string, Parameters<Simulator['fail']>[1], string]>([
		['a 500', { kind: 'status', status: 500 }, said.couldNotAnswer],
		['a wrong key', { kind: 'status', status: 401 }, 'refused the API Key (HTTP 401)'],
		['a broken page', { kind: 'halfBody' }, said.unreadable],
		['another page', { kind: 'wrongPage' }, said.unreadable],
		['no pagination', { kind: 'pagination', value: {} }, said.unreadable],
		['a refusal', { kind: 'successFalse' }, 'refused the request'],
		['a lost connection', { kind: 'reset' }, said.lost],
	])('fails on %s, and the next poll catches up', async (_, fault, message) => {
		const simulator = await service();
		const poller = new Poller(simulator, { event, requestOptions: { maxTries: 1 } });
		await poller.poll();
		simulator.clock.advance(minute);
		const id = happen(simulator, 1);
		const before = JSON.stringify(poller.staticData);
		simulator.fail({ method: 'GET' }, fault);
		await expect(poller.poll()).rejects.toThrow(message);
		expect(JSON.stringify(poller.staticData)).toBe(before);
		expect(await poller.ids()).toEqual([id]);
	});

	it('gives a real record in the manual test, and leaves the state alone', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event });
		const [item, ...others] = await poller.poll({ mode: 'manual' });
		expect(others).toEqual([]);
		expect(item.json.id).toMatch(/^[a-z]+_\d+$/);
		expect(JSON.stringify(poller.staticData)).not.toContain('state');
		await poller.poll();
		const before = JSON.stringify(poller.staticData);
		await poller.poll({ mode: 'manual' });
		expect(JSON.stringify(poller.staticData)).toBe(before);
	});

	it('says so in the manual test when there is nothing yet', async () => {
		const simulator = await service({ seed: empty });
		await expect(new Poller(simulator, { event }).poll({ mode: 'manual' })).rejects.toThrow(
			'None of the newest records matches',
		);
	});

	it('starts in an empty account, and gives out the first event', async () => {
		const simulator = await service({
			seed: {
				contacts: event === 'contactUpdated' ? 120 : 0,
				conversations: 0,
				messages: 0,
				calls: 0,
			},
		});
		const poller = new Poller(simulator, { event });
		await poller.poll();
		simulator.clock.advance(minute);
		const id = happen(simulator, 1);
		expect(await poller.ids()).toEqual([id]);
	});
});

describe('requests of a poll', () => {
	const news: Record<string, [without: number, withOne: number]> = {
		smsReceived: [2, 3],
		callCreated: [1, 1],
		callEnded: [1, 1],
		callMissed: [1, 1],
		contactCreated: [1, 1],
		// Of a list whose last page is full, one page more is tried.
		contactUpdated: [26, 26],
	};

	it.each(Object.entries(news))('%s: %j without and with one event', async (event, expected) => {
		const simulator = await service({ seed: {} });
		const poller = new Poller(simulator, { event });
		await poller.poll();
		const activation = simulator.requests.length;
		await poller.poll();
		const without = simulator.requests.length;
		simulator.clock.advance(15 * minute);
		happenings[event](simulator, 1);
		await poller.poll();
		expect([without, simulator.requests.length]).toEqual(expected);
		expect(activation).toBeLessThan(60);
	});

	it('reads many conversations with news side by side', async () => {
		const simulator = await service({ clock: { ...manualClock(), pace: clock } });
		watch(simulator);
		const poller = new Poller(simulator, { event: 'smsReceived' });
		await poller.poll();
		simulator.clock.advance(minute);
		for (let number = 0; number < 120; number++) {
			receive(simulator, number);
		}
		simulator.latencyMs = 50;
		expect(await clock.run(poller.poll({ clock }))).toHaveLength(120);
		expect(simulator.mostInFlight).toBeGreaterThan(16);
		expect(simulator.requests.length).toBeLessThan(130);
	});

	it('is one, plus one for the calls under way that are not on the first page', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded' });
		const early = simulator.store.addCall();
		await poller.poll();
		simulator.clock.advance(1_000);
		for (let number = 0; number < 60; number++) {
			simulator.clock.advance(10);
			simulator.store.addCall({ status: 'ERROR' });
		}
		expect(await poller.poll()).toHaveLength(60);
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests.map(({ query }) => query.page)).toEqual([undefined, '2']);
		simulator.clock.advance(minute);
		expect(await poller.ids()).toEqual([early.id]);
	});
});

describe('requests', () => {
	it.each([
		['callCreated', 1],
		['callEnded', 16],
		['callMissed', 16],
		['contactCreated', 1],
		['contactUpdated', 26],
		['smsReceived', 47],
	])('at activation are few for %s: %d', async (event, most) => {
		const simulator = await startService();
		await new Poller(simulator, { event }).poll();
		expect(simulator.requests.length).toBeLessThanOrEqual(most);
	});
});

describe('the state at its fullest', () => {
	it.each<[string, (simulator: Simulator, number: number) => void]>([
		[
			'callEnded',
			({ store }, number) => {
				const id = `${String(number).padStart(8, '0')}-0000-0000-0000-000000000000`;
				store.addCall({ id, status: number < 2_600 ? 'ENDED' : 'ONGOING', endless: true });
			},
		],
		[
			'callMissed',
			({ store }, number) => {
				const id = `${String(number).padStart(8, '0')}-0000-0000-0000-000000000000`;
				const status = number < 2_600 ? 'ENDED' : 'ONGOING';
				store.addCall({ id, status, direction: 'INBOUND', endless: true });
			},
		],
		['callCreated', ({ store }) => void store.addCall({ status: 'ENDED' })],
		['contactCreated', ({ store }) => void store.addContact()],
		[
			'contactUpdated',
			({ store }, number) => {
				if (number < 2_600) store.updateContact(store.addContact().id, { notes: 'new' });
			},
		],
	])('of %s stays below 92 kB, and so within the limit that docs state', async (event, add) => {
		const simulator = await startService({ seed: { ...empty, conversations: 2_600 } });
		const poller = new Poller(simulator, { event });
		await poller.poll();
		for (let number = 0; number < 3_700; number++) {
			simulator.clock.advance(1);
			add(simulator, number);
		}
		await poller.poll();
		const size = JSON.stringify(poller.staticData).length;
		expect(size).toBeGreaterThan(38_000);
		expect(size).toBeLessThan(92_000);
		expect(await poller.poll()).toEqual([]);
	});
});

it('the state of SMS Received with as much of everything as it keeps is within the limit of the docs', async () => {
	let more = 0;
	const simulator = await startService({
		seed: empty,
		reshape: countedMore(() => more),
	});
	const to = companyNumbers[0];
	const filters = { companyNumber: to };
	const poller = new Poller(simulator, { event: 'smsReceived', filters });
	await poller.poll();
	const { store, clock } = simulator;
	const news = (number: number, to: string) => {
		clock.advance(1);
		store.receiveSms({ from: `+1555${7_000_000 + number}`, to, body: 'hi' });
	};
	// Conversations of another number are remembered and not read.
	for (let number = 0; number < 2_100; number++) news(1_000 + number, companyNumbers[1]);
	for (let number = 0; number < 2_600; number++) news(number % 500, to);
	// Once the service has counted one too many for four polls, that is known; two too many are waited for.
	for (more of [1, 1, 1, 1, 2]) await poller.poll();
	const { state } = Object.values(poller.staticData)[0] as { state: { progress: IDataObject } };
	const { surplus, unexplained } = state.progress;
	for (const counts of [surplus, unexplained])
		expect(Object.keys(counts as object)).toHaveLength(500);
	expect(JSON.stringify(poller.staticData).length).toBeGreaterThan(100_000);
});

it('a poll tells n8n the cause of a failure that the answer proves', async () => {
	const simulator = await service();
	const wrong = { baseUrl: simulator.baseUrl, apiKey: 'wrong' };
	const poller = new Poller(simulator, { event: 'callCreated' }, wrong);
	await expect(poller.poll()).rejects.toMatchObject({
		httpCode: '401',
		failure: { cause: 'credential-invalid' },
	});
});
