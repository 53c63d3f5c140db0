import { realClock } from '../../../nodes/VoiceSms/api/clock';
import { polling } from '../../harness/n8n/poller';
import { empty } from '../../harness/service/service';
import type { ListOrder, Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';

const minute = 60_000;
const day = 24 * 60 * minute;
const [own] = companyNumbers;
const customer = (number: number) => `+1555777${String(number).padStart(4, '0')}`;
const receive = ({ store, clock }: Simulator, number: number, sentAt = clock.now()) =>
	store.receiveSms({ from: customer(number), to: own, body: 'STOP', sentAt }).id;

async function withConversations(count: number, order?: ListOrder) {
	const { simulator, poller } = await polling(
		{ event: 'smsReceived', requestOptions: { maxTries: 1 } },
		{ seed: empty, pageLimit: 20, order },
	);
	// In each run of a test, the turns begin with the same page.
	poller.usualClock = { ...realClock, now: () => simulator.clock.now(), random: () => 2e-9 };
	for (let number = 0; number < count; number++) {
		simulator.clock.advance(minute);
		receive(simulator, number);
	}
	await poller.poll();
	/** What so many polls give out; none of them without news takes more than two requests. */
	const polls = async (most: number) => {
		const givenOut: unknown[] = [];
		for (let number = 0; number < most; number++) {
			const ids = await poller.ids();
			if (ids.length === 0) expect(simulator.requests.length).toBeLessThanOrEqual(2);
			givenOut.push(...ids);
		}
		return givenOut;
	};
	return { simulator, poller, polls };
}

describe('SMS of more than a day ago that are not on page 1', () => {
	it.each<ListOrder>(['last-added-first', 'oldest-first', 'shuffled', 'newest-first'])(
		'come out after n8n was off for three days, in a list %s',
		async (order) => {
			const { simulator, poller } = await withConversations(120, order);
			poller.restart();
			simulator.clock.advance(day);
			const ids = [5, 30, 50, 70, 90, 110].map((number) => receive(simulator, number));
			simulator.clock.advance(2 * day);
			ids.push(receive(simulator, 119), receive(simulator, 0));
			const out: unknown[] = [];
			for (let number = 0; number < 20; number++) out.push(...(await poller.ids()));
			expect([...out].sort()).toEqual([...ids].sort());
			expect(poller.log).toEqual([]);
		},
	);

	it('come out where a conversation is deleted while the pages are read in turn', async () => {
		for (const deletedAfter of [1, 2, 3, 4, 5]) {
			const { simulator, poller } = await withConversations(120, 'last-added-first');
			// Each was the first of its page, and moves up to the page before.
			const ids = [19, 39, 59, 79].map((number) => receive(simulator, number));
			simulator.clock.advance(2 * day);
			ids.push(receive(simulator, 119));
			const out: unknown[] = [];
			for (let polls = 0; polls < 14; polls++) {
				if (polls === deletedAfter) simulator.store.removeConversation('conversation_000119');
				out.push(...(await poller.ids()));
			}
			expect([...out].sort()).toEqual(ids);
		}
	});

	it('come out where a poll is made each hour, and the list has 40 pages', async () => {
		const { simulator, poller } = await withConversations(800, 'last-added-first');
		const [due, out]: [string[], unknown[]] = [[], []];
		for (let hour = 0; hour < 90; hour++) {
			simulator.clock.advance(60 * minute);
			if (hour < 40) due.push(receive(simulator, (hour * 37) % 700));
			due.push(receive(simulator, 799));
			out.push(...(await poller.ids()));
		}
		expect([...out].sort()).toEqual([...due].sort());
	});
});

it('SMS of more than a day ago come out where each seventh poll fails', async () => {
	const { simulator, poller } = await withConversations(600, 'oldest-first');
	const [due, out]: [string[], unknown[]] = [[], []];
	for (let hour = 0; hour < 240; hour++) {
		simulator.clock.advance(60 * minute);
		if (hour < 100) due.push(receive(simulator, (hour * 37) % 500));
		if (hour < 150) due.push(receive(simulator, 599));
		if (hour % 7 === 3) {
			simulator.fail({ path: '/api/sms' }, { kind: 'status', status: 500 });
			await expect(poller.poll()).rejects.toThrow('500');
		} else out.push(...(await poller.ids()));
	}
	expect([...out].sort()).toEqual([...due].sort());
});

describe('an SMS in a conversation that is not on page 1', () => {
	it.each<ListOrder>(['last-added-first', 'oldest-first', 'shuffled', 'by-status', 'newest-first'])(
		'is found within as many polls as there are pages, in a list %s',
		async (order) => {
			const { simulator, polls } = await withConversations(120, order);
			for (const number of [0, 39, 80, 119]) {
				simulator.clock.advance(minute);
				const id = receive(simulator, number);
				expect(await polls(6)).toEqual([id]);
			}
		},
	);

	it('is found although another page cannot be read for good', async () => {
		const { simulator, poller } = await withConversations(120, 'last-added-first');
		simulator.fail(
			{ path: '/api/sms', query: { page: '4' } },
			{ kind: 'status', status: 500 },
			Infinity,
		);
		const [due, out]: [string[], unknown[]] = [[], []];
		// Each page has its turn twice: beside news of page 1, and without news. Conversation 30 is on page 5.
		for (const number of [...Array<number>(5).fill(119), 30, ...Array<undefined>(5)]) {
			simulator.clock.advance(minute);
			if (number !== undefined) due.push(receive(simulator, number));
			out.push(...(await poller.ids().catch(() => [])));
		}
		expect(out).toEqual(due);
	});

	it.each([
		['the clock of the service was put back by two hours', 120 * minute],
		['the message came an hour late', 60 * minute],
	])('is found when %s', async (_, back) => {
		const { simulator, polls } = await withConversations(120);
		simulator.clock.advance(180 * minute);
		const news = Array.from({ length: 50 }, (_, number) => receive(simulator, 10 + number));
		expect((await polls(1)).sort()).toEqual(news);
		const id = receive(simulator, 70, simulator.clock.now() - back);
		expect(await polls(6)).toEqual([id]);
	});
});

it.each([
	[1, 15],
	[2, 21],
	[2, 300],
])('a poll without news takes %d requests with %d conversations', async (requests, count) => {
	const { simulator, poller } = await withConversations(count);
	for (let polls = 0; polls < 4; polls++) {
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests).toHaveLength(requests);
	}
});

describe.each<[string, requests: number]>([
	['callCreated', 1],
	['callEnded', 1],
	['callMissed', 1],
	['contactCreated', 1],
	['contactUpdated', 4],
	['smsReceived', 2],
])('%s, of 390 records', (event, requests) => {
	const onPages = { seed: empty, pageLimit: 100 };
	const customers = 390;

	async function withRecords() {
		const { simulator, poller } = await polling({ event }, onPages);
		for (let number = 0; number < customers; number++) {
			simulator.clock.advance(minute);
			receive(simulator, number);
			simulator.store.endCall(simulator.store.addCall({ direction: 'INBOUND' }).id, 'ENDED');
			simulator.store.addContact({});
		}
		await poller.poll();
		return { simulator, poller };
	}

	it(`takes ${requests} requests for a poll without news, also after a restart`, async () => {
		const { simulator, poller } = await withRecords();
		for (let polls = 0; polls < 3; polls++) {
			expect(await poller.poll()).toEqual([]);
			expect(simulator.requests).toHaveLength(requests);
			poller.restart();
		}
	});

	it('takes one request more for each call under way that it follows', async () => {
		const { simulator, poller } = await withRecords();
		const isFollowed = event === 'callEnded' || event === 'callMissed';
		simulator.store.addCall({ direction: 'INBOUND', endless: true });
		// Among the newest calls, its page shows whether it is over.
		for (let number = 0; number < 120; number++) {
			simulator.clock.advance(1);
			simulator.store.endCall(simulator.store.addCall({ direction: 'OUTBOUND' }).id, 'ENDED');
		}
		await poller.poll();
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests).toHaveLength(requests + (isFollowed ? 1 : 0));
	});
});

describe('a list with two neighbors 20 ms out of order', () => {
	it.each(['callCreated', 'callEnded', 'callMissed', 'contactCreated'])(
		'of %s takes one request where nothing is new',
		async (event) => {
			const { simulator, poller } = await polling(
				{ event },
				{ seed: empty, order: 'last-added-first' },
			);
			for (let number = 0; number < 400; number++) {
				simulator.clock.advance(minute);
				const createdAt = new Date(
					simulator.clock.now() - (number === 398 ? 0 : 60_020),
				).toISOString();
				simulator.store.addCall({ status: 'ENDED', createdAt });
				simulator.store.addContact({ createdAt });
			}
			await poller.poll();
			expect(await poller.poll()).toEqual([]);
			expect(simulator.requests).toHaveLength(1);
		},
	);
});

it('a poll without events fails where the service refuses the page in turn for another reason than 429', async () => {
	const { simulator, poller } = await withConversations(60);
	const refuse = (status: number) => {
		simulator.clearFaults();
		for (const page of ['2', '3']) {
			const match = { path: '/api/sms', query: { page } };
			simulator.fail(match, { kind: 'status', status }, Infinity);
		}
	};
	for (const status of [401, 500]) {
		refuse(status);
		await expect(poller.poll()).rejects.toThrow(/Authorization|not answer|500|401/);
	}
	refuse(429);
	expect(await poller.ids()).toEqual([]);
});
