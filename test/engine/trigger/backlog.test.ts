import { realClock } from '../../../nodes/VoiceSms/api/clock';
import { testClock } from '../../harness/time/clock';
import { Poller, polling } from '../../harness/n8n/poller';
import { countedMore, empty, service } from '../../harness/service/service';
import type { Simulator, SimulatorOptions } from '../../simulator';
import { companyNumbers } from '../../simulator';

const minute = 60_000;
const [own] = companyNumbers;
const customer = (number: number) => `+1555777${String(number).padStart(4, '0')}`;

const receive = ({ store, clock }: Simulator, number: number, sentAt = clock.now()) =>
	store.receiveSms({ from: customer(number), to: own, body: 'hi', sentAt }).id;

/** So many conversations, a second apart, and a trigger of SMS Received that is published. */
async function withConversations(count: number, options: SimulatorOptions = {}) {
	const simulator = await service({ seed: empty, ...options });
	for (let number = 0; number < count; number++) {
		simulator.clock.advance(1_000);
		receive(simulator, number);
	}
	simulator.clock.advance(minute);
	const requestOptions = { maxTries: 1 };
	const poller = new Poller(simulator, { event: 'smsReceived', requestOptions });
	await poller.poll();
	return { simulator, poller };
}

describe('a backlog that the service does not let a poll read at once', () => {
	it.each(['newest-first', 'last-added-first'] as const)(
		'comes out as it is read, in a list %s',
		async (order) => {
			const { simulator, poller } = await withConversations(400, { order });
			const clock = testClock(simulator.clock.now());
			const due: string[] = [];
			// A campaign to all of them, and some answer.
			for (let number = 0; number < 400; number++) {
				simulator.clock.advance(100);
				simulator.store.sendSms({ from: own, to: customer(number), body: 'news' });
				if (number % 20 === 0) due.push(receive(simulator, number));
			}
			const out: unknown[] = [];
			let failed = 0;
			for (let polls = 0; polls < 22; polls++) {
				simulator.clock.advance(minute);
				await clock.sleep(minute);
				simulator.limitRate({ ratePerSecond: 0, burst: 30, retryAfter: false });
				out.push(...(await poller.ids({ clock }).catch(() => (failed++, []))));
				if (polls === 0) expect(out.length).toBeLessThan(due.length);
			}
			expect(failed).toBe(0);
			expect([...out].sort()).toEqual([...due].sort());
		},
	);
});

describe('a conversation that cannot be read for good', () => {
	it('waits alone: the others cost no page more, and its own SMS comes when it can be read', async () => {
		const { simulator, poller } = await withConversations(300);
		simulator.clock.advance(minute);
		const waiting = receive(simulator, 7);
		const path = `/api/sms/${simulator.store.messages.get(waiting)!.conversationId}/messages`;
		simulator.fail({ path }, { kind: 'status', status: 500 }, Infinity);
		for (let number = 100; number < 220; number++) {
			simulator.clock.advance(1_000);
			receive(simulator, number);
		}
		expect(await poller.poll()).toHaveLength(120);
		for (let polls = 0; polls < 8; polls++) {
			simulator.clock.advance(minute);
			const id = receive(simulator, 250);
			expect(await poller.ids()).toEqual([id]);
			const pages = simulator.requests.filter((request) => request.path.endsWith('/api/sms'));
			expect(pages.length).toBeLessThanOrEqual(4);
		}
		simulator.clearFaults();
		expect(await poller.ids()).toEqual([waiting]);
	});
});

describe('an SMS from before publishing', () => {
	it.each([
		['delivered', 5_000],
		['sent', 0],
	])(
		'that was delivered late does not come out, where its conversation has the time at which it was %s',
		async (...row) => {
			const simulator = await service({ seed: empty });
			for (let number = 0; number < 60; number++) {
				simulator.clock.advance(minute);
				simulator.store.addMessage({
					direction: 'INBOUND',
					from: customer(number),
					to: own,
					body: 'hi',
					sentAt: simulator.clock.now(),
					deliveredAt: simulator.clock.now() + 5_000,
				});
				const one = [...simulator.store.conversations.values()].at(-1)!;
				const lastMessageAt = new Date(simulator.clock.now() + row[1]).toISOString();
				simulator.store.conversations.set(one.id, { ...one, lastMessageAt });
			}
			simulator.clock.advance(minute);
			const poller = new Poller(simulator, { event: 'smsReceived' });
			await poller.poll();
			for (const number of [19, 20, 18, 5]) {
				simulator.clock.advance(minute);
				const id = receive(simulator, number);
				expect(await poller.ids()).toEqual([id]);
			}
		},
	);
});

describe('a service that counts a message that it never lists', () => {
	it('costs four readings and a line once', async () => {
		let more = 0;
		const reshape = countedMore(() => more);
		const { simulator, poller } = await withConversations(5, { reshape });
		more = 1;
		for (let times = 0; times < 3; times++) {
			simulator.clock.advance(minute);
			const id = receive(simulator, 2);
			const out: unknown[] = [];
			let requests = 0;
			for (let polls = 0; polls < 5; polls++) {
				out.push(...(await poller.ids()));
				requests += simulator.requests.length;
			}
			expect(out).toEqual([id]);
			// The other conversations changed, too, when the count did.
			if (times > 0) expect(requests).toBe(6);
		}
		expect(new Set(poller.log).size).toBe(5);
		expect(poller.log).toHaveLength(5);
	});
});

describe('publishing while texts are sent', () => {
	it('reads the newest conversations alone, and loses and repeats no SMS', async () => {
		const simulator = await service({ seed: empty });
		for (let number = 0; number < 300; number++) {
			simulator.clock.advance(1_000);
			receive(simulator, number);
		}
		const poller = new Poller(simulator, { event: 'smsReceived' });
		simulator.fail({ path: '/api/sms' }, { kind: 'shift', by: 3 }, Infinity);
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests.length).toBeLessThan(45);
		simulator.clearFaults();
		for (const number of [0, 120, 299]) {
			simulator.clock.advance(minute);
			const id = receive(simulator, number);
			expect(await poller.ids()).toEqual([id]);
		}
		expect(await poller.ids()).toEqual([]);
	});
});

it('publishing loses no SMS where many come at once and two conversations are 20 ms out of order', async () => {
	const simulator = await service({ seed: empty, order: 'last-added-first' });
	const { clock } = simulator;
	for (let number = 0; number < 60; number++) {
		clock.advance(1_000);
		receive(simulator, number, clock.now() - (number === 55 ? 1_020 : 0));
	}
	const poller = new Poller(simulator, { event: 'smsReceived' });
	await poller.poll();
	clock.advance(minute);
	const id = receive(simulator, 100);
	expect(await poller.ids()).toEqual([id]);
});

describe('publishing again', () => {
	it.each([
		[0, false],
		[0, true],
		[45, false],
		[59, true],
	])('brings only what is new of conversation %d, with durable cursors: %p', async (...row) => {
		const [number, isDurable] = row;
		const { simulator, poller } = await withConversations(60);
		poller.durableCursors = isDurable;
		simulator.clock.advance(60 * minute);
		receive(simulator, number);
		receive(simulator, 100);
		await poller.pollIn(poller.context({ activation: 'activate' }));
		const ids = [number, 100, 101].map((one) => {
			simulator.clock.advance(minute);
			return receive(simulator, one);
		});
		expect([await poller.ids(), await poller.ids()]).toEqual([ids, []]);
	});
});

it.each([-3 * 24 * 60 * minute, -minute])(
	"SMS come out once where n8n's clock is wrong by %d ms, and is set right for a poll",
	async (wrong) => {
		const { simulator, poller } = await withConversations(60);
		let by = wrong;
		poller.usualClock = { ...realClock, now: () => simulator.clock.now() + by };
		await poller.pollIn(poller.context({ activation: 'activate' }));
		for (let polls = 0; polls < 5; polls++) {
			by = polls === 3 ? 0 : wrong;
			const ids = [3, 55, 30].map((number) => {
				simulator.clock.advance(minute);
				return receive(simulator, number + polls);
			});
			expect(await poller.ids()).toEqual(ids);
		}
	},
);

describe('an import', () => {
	// 7,000 are more than are remembered, and more than a state may hold.
	it.each([2_000, 7_000])(
		'of %d contacts makes no idle poll cost more than a request',
		async (count) => {
			const { simulator, poller } = await polling({ event: 'contactCreated' }, { seed: empty });
			simulator.store.addContact();
			await poller.poll();
			simulator.clock.advance(minute);
			for (let number = 0; number < count; number++) simulator.store.addContact();
			expect(await poller.poll()).toHaveLength(count);
			for (let polls = 0; polls < 3; polls++) {
				expect(await poller.poll()).toEqual([]);
				expect(simulator.requests).toHaveLength(1);
			}
			simulator.clock.advance(1);
			const { id } = simulator.store.addContact();
			expect(await poller.ids()).toEqual([id]);
		},
	);

	it('from before publishing hides no new contact, in a list that begins with the oldest', async () => {
		const options = { seed: empty, order: 'oldest-first' } as const;
		const { simulator, poller } = await polling({ event: 'contactCreated' }, options);
		for (let number = 0; number < 2_600; number++) simulator.store.addContact();
		await poller.poll();
		for (let number = 0; number < 2; number++) {
			simulator.clock.advance(minute);
			const { id } = simulator.store.addContact();
			expect(await poller.ids()).toEqual([id]);
		}
	});
});

describe('Company Number', () => {
	it.each([
		['+525512345678', '+5215512345678'],
		['+5215512345678', '+52 55 1234 5678'],
		['+15550100001', '1 (555) 010-0001'],
	])('%s is the number that the service writes as %s', async (companyNumber, written) => {
		const filters = { companyNumber };
		const { simulator, poller } = await polling({ event: 'callCreated', filters }, { seed: empty });
		await poller.poll();
		simulator.clock.advance(minute);
		const { id } = simulator.store.addCall({ toNumber: written });
		simulator.store.addCall({ fromNumber: '+15550100008', toNumber: '+15550100009' });
		expect(await poller.ids()).toEqual([id]);
	});
});

it('a call at the very edge of what is remembered comes out', async () => {
	const { simulator, poller } = await polling({ event: 'callCreated' }, { seed: empty });
	const { store, clock } = simulator;
	const day = 24 * 60 * minute;
	store.addCall();
	clock.advance(2 * day);
	const newest = store.addCall();
	await poller.poll();
	const at = (ms: number) => new Date(Date.parse(newest.createdAt!) - ms).toISOString();
	// A day before the newest one is not too late, a millisecond earlier is.
	const { id } = store.addCall({ createdAt: at(day) });
	store.addCall({ createdAt: at(day + 1) });
	clock.advance(minute);
	expect(await poller.ids()).toEqual([id]);
});
