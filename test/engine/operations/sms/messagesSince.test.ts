import type { IDataObject } from 'n8n-workflow';

import { locator, runAt } from '../../../harness/n8n/engine';
import { empty, service } from '../../../harness/service/service';
import type { ListOrder, Simulator } from '../../../simulator';
import { companyNumbers } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';

const minute = 60_000;
const noon = Date.parse('2026-06-01T12:00:00Z');
const iso = (time: number) => new Date(time).toISOString();
const [own] = companyNumbers;
const customer = '+15557654321';

interface Times {
	sentAt: number | null;
	deliveredAt?: number;
}

function add(simulator: Simulator, { sentAt, deliveredAt }: Times, inbound = true) {
	return simulator.store.addMessage({
		direction: inbound ? 'INBOUND' : 'OUTBOUND',
		from: inbound ? customer : own,
		to: inbound ? own : customer,
		body: 'Hello',
		sentAt,
		deliveredAt,
	});
}

/** A conversation of so many messages, one every five minutes, the last one five minutes before noon. */
async function conversation(count: number, order: ListOrder = 'newest-first') {
	const simulator = await service({ seed: empty, order });
	for (let ago = count; ago > 0; ago--) {
		add(simulator, { sentAt: noon - 5 * ago * minute }, ago % 3 === 0);
	}
	return simulator;
}

async function since(simulator: Simulator, time: string, more: IDataObject = {}) {
	const [{ id }] = simulator.store.conversations.all();
	const result = await runAt(simulator, {
		resource: 'sms',
		operation: 'getMessages',
		conversationId: locator(id),
		returnAll: true,
		filters: { since: time },
		options: {},
		...more,
	});
	const pages = simulator.requests.map(({ path, query }) => {
		expect(path).toBe(`/api/v1/api/sms/${id}/messages`);
		expect(Object.keys(query).filter((name) => name !== 'page')).toStrictEqual([]);
		return Number(query.page ?? 1);
	});
	return { result, pages, ids: result.items.map(({ json }) => json.id) };
}

const pagesOf = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it.each<ListOrder>(['newest-first', 'oldest-first', 'shuffled'])(
	'messages that stand %s are read whole',
	async (order) => {
		const simulator = await conversation(400, order);
		const { ids, pages, result } = await since(simulator, iso(noon - 100 * minute));
		expect(result).toMatchObject({ error: undefined, hints: [] });
		const expected = simulator.store.messages
			.all()
			.filter(({ sentAt }) => String(sentAt) >= iso(noon - 100 * minute));
		expect(expected).toHaveLength(20);
		expect(ids).toStrictEqual(expected.map(({ id }) => id));
		expect(pages.sort((a, b) => a - b)).toStrictEqual(pagesOf(9));
	},
);

it('a message that was sent long ago and delivered just now is found', async () => {
	const simulator = await conversation(400);
	const old = simulator.store.messages.all()[300];
	old.deliveredAt = iso(noon - minute);
	const { ids, result } = await since(simulator, iso(noon - 100 * minute));
	expect(ids).toHaveLength(21);
	expect(ids).toContain(old.id);
	expect(result.hints).toStrictEqual([]);
});

it('a Limit counts what passes', async () => {
	const simulator = await conversation(400);
	const time = iso(noon - 400 * minute);
	const { ids, pages } = await since(simulator, time, { returnAll: false, limit: 60 });
	const expected = simulator.store.messages.all().slice(0, 60);
	expect(ids).toStrictEqual(expected.map(({ id }) => id));
	expect(pages).toStrictEqual([1, 2]);
});

it('a message counts by the later of its times, and by the one it has', async () => {
	const simulator = await conversation(2);
	const before = noon - 60 * minute;
	const after = noon + minute;
	const late = add(simulator, { sentAt: before, deliveredAt: after });
	const undatedOnce = add(simulator, { sentAt: null, deliveredAt: after });
	add(simulator, { sentAt: null, deliveredAt: before });
	add(simulator, { sentAt: before });
	simulator.clock.advance(2 * minute);
	const { ids, result } = await since(simulator, iso(noon));
	expect(ids.sort()).toStrictEqual([late.id, undatedOnce.id].sort());
	expect(result.hints).toStrictEqual([]);
});

it('a message without any time is left out, and a hint says so', async () => {
	const simulator = await conversation(120);
	add(simulator, { sentAt: null });
	const { ids, pages, result } = await since(simulator, iso(noon - 100 * minute));
	expect(ids).toHaveLength(20);
	expect(new Set(pages).size).toBe(3);
	expect(result.hints).toStrictEqual(['Left out: 1 record without a readable time.']);
});

it.each(['', null])('%j is no filter', async (time) => {
	const simulator = await conversation(120);
	const { ids } = await since(simulator, `={{ ${JSON.stringify(time)} }}`);
	expect(ids).toHaveLength(120);
});

it('what is no date is refused before any request', async () => {
	const simulator = await conversation(3);
	const { result } = await since(simulator, '={{ "yesterday" }}');
	expect(result.error?.message).toBe(`'Since' ${said.notADate}`);
	expect(simulator.requests).toStrictEqual([]);
});
