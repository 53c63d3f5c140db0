import type { IDataObject } from 'n8n-workflow';

import { smsReceived } from '../../../../nodes/VoiceSms/trigger/events/smsReceived';
import { ChosenFilters, companyNumber } from '../../../../nodes/VoiceSms/trigger/filters';
import { iso, list, minute, pathOf, Phone, start } from '../../../harness/service/conversations';
import { pollOf } from '../../../harness/service/lists';

const answer = { direction: 'OUTBOUND' };
const idsOf = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.id).sort();

/** A service with so many conversations of one message each, a minute apart, the last the newest. */
function phoneOf(count: number) {
	const phone = new Phone();
	for (let at = 0; at < count; at++) phone.add(`c${at}`, at);
	return phone;
}

/** A trigger with its baseline, and what the next poll gives out. */
async function triggerAt(phone: Phone, filters: Record<string, string> = {}) {
	const current = pollOf({ api: phone.api, filters: new ChosenFilters([companyNumber], filters) });
	let cursor = await smsReceived.start(current);
	let turn = 0;
	const poll = async (changed: Partial<typeof current> = {}) => {
		phone.asked.length = 0;
		// As n8n keeps it.
		const saved = JSON.parse(JSON.stringify(smsReceived.saveCursor(cursor))) as IDataObject;
		const polled = (await smsReceived.poll(
			{ ...current, turn: turn++, ...changed },
			smsReceived.readCursor(saved)!,
		))!;
		({ cursor } = polled);
		return idsOf(polled.items);
	};
	return { current, poll, state: () => smsReceived.saveCursor(cursor) };
}

describe('SMS Received at its baseline', () => {
	it.each([
		['all conversations, when they are 40', 40, 40],
		['the newest 40 of more', 41, 40],
	])('looks into %s', async (_, count, looks) => {
		const phone = phoneOf(count);
		await triggerAt(phone);
		const looked = phone.asked.filter((what) => what.includes('/messages'));
		expect(looked).toHaveLength(looks);
		expect(looked).not.toContain(`${pathOf(`c${count - 41}`)} 1`);
	});

	it.each([40, 41, 60])('knows all messages of %d conversations', async (count) => {
		const phone = phoneOf(count);
		const { poll, current } = await triggerAt(phone);
		const ids: string[] = [];
		for (let index = 0; index < count; index++) ids.push(phone.add(`c${index}`, 100 + index));
		expect(await poll()).toEqual(ids.sort());
		expect(await poll()).toEqual([]);
		expect(phone.asked).toEqual(
			[1, 2].slice(0, Math.ceil(count / 50)).map((page) => `${list} ${page}`),
		);
		expect(current.log).toEqual([]);
	});

	it('reads a conversation no further than to those that it does not look into', async () => {
		const phone = phoneOf(41);
		phone.records[pathOf('c40')] = [];
		for (let at = -60; at < 60; at++) phone.add('c40', at);
		await triggerAt(phone);
		const pages = phone.asked.filter((what) => what.startsWith(pathOf('c40')));
		expect(pages).toEqual([1, 2].map((page) => `${pathOf('c40')} ${page}`));
	});

	it('takes up one without a time that fails, from the newest of all on', async () => {
		const phone = phoneOf(3);
		phone.add('x', 1);
		phone.records[list][0].lastMessageAt = null;
		phone.failing.set('x', 404);
		const { poll } = await triggerAt(phone);
		phone.failing.clear();
		phone.add('x', 1.5);
		phone.add('x', 10);
		expect(await poll()).toEqual(['x 10']);
	});
});

describe('a poll of SMS Received', () => {
	it('finds a message that moved nothing but the count of its conversation', async () => {
		const phone = phoneOf(3);
		const { poll } = await triggerAt(phone);
		phone.add('c1', 1.5);
		phone.records[list][0].lastMessageAt = iso(1);
		phone.records[list].reverse();
		expect(await poll()).toEqual(['c1 1.5']);
	});

	it('says that messages may be left out when more came than the memory holds', async () => {
		const phone = phoneOf(2);
		const { poll, current } = await triggerAt(phone);
		for (let index = 0; index < 2_600; index++) phone.add('c0', 10 + index / 60);
		phone.add('c1', 100);
		expect(await poll()).toHaveLength(2_601);
		expect(current.log).toEqual([]);
		for (let index = 0; index < 2_600; index++) phone.add('c0', 110 + index / 60);
		phone.add('c1', 200);
		phone.records[list].reverse();
		expect(await poll({ bound: 1, mayStart: () => false })).toHaveLength(2_600);
		expect(current.log).toEqual([expect.stringMatching(/^More SMS came than the memory holds/)]);
	});

	it('looks for a conversation that could not be read as far down as it stands, and no further', async () => {
		const phone = phoneOf(120);
		const { poll, current } = await triggerAt(phone);
		const held = phone.add('c1', 200);
		phone.failing.set('c1', 404);
		expect(await poll()).toEqual([]);
		// One after the other, until it stands on page 2, with a list that lost another one meanwhile.
		for (let index = 20; index < 90; index++) {
			const id = phone.add(`c${index}`, 200 + index);
			expect(await poll()).toEqual([id]);
		}
		phone.records[list].pop();
		await poll({ turn: 0 });
		expect(phone.asked).toEqual([1, 2].map((page) => `${list} ${page}`));
		phone.failing.clear();
		expect(await poll()).toEqual([held]);
		expect(await poll()).toEqual([]);
		expect(phone.asked).toHaveLength(2);
		expect(new Set(current.log).size).toBe(1);
	});

	it.each([
		['messages came', {}],
		['messages went out', answer],
	])(
		'says that messages may be left out of one that cannot be read, when 2,500 %s',
		async (...row) => {
			const [, other] = row;
			const phone = phoneOf(3);
			const { poll, current } = await triggerAt(phone);
			phone.add('c1', 10);
			phone.failing.set('c1', 404);
			expect(await poll()).toEqual([]);
			const passed = expect.stringMatching(/^More SMS came than the memory holds/) as unknown;
			// Each poll sees a conversation once, however many messages it has.
			for (let index = 0; index < 2_600; index++) phone.add(`d${index}`, 20 + index / 60, other);
			const lastPoll = await poll();
			expect(lastPoll).toHaveLength('direction' in other ? 0 : 2_600);
			expect(current.log).toContainEqual(passed);
			const lines = current.log.length;
			phone.failing.clear();
			const later = phone.add('c1', 100);
			expect(await poll()).toContain(later);
			expect(await poll()).toEqual([]);
			expect(current.log).toHaveLength(lines);
		},
	);

	it('gives out no message of another company number that could not be read at the baseline', async () => {
		const phone = phoneOf(3);
		phone.failing.set('c1', 404).set('c2', 404);
		const { poll } = await triggerAt(phone, { companyNumber: '+2' });
		phone.add('c1', 10);
		phone.add('c2', 11);
		phone.records[list][0].companyPhone = '+2';
		phone.failing.clear();
		expect(await poll()).toEqual(['c2 11']);
	});
});

describe('the cursor of SMS Received', () => {
	it.each(['records', 'messages', 'messagesUntil', 'published', 'unexplained'])(
		'is not read without its %s',
		async (name) => {
			const { state } = await triggerAt(phoneOf(3));
			const saved = JSON.parse(JSON.stringify(state())) as IDataObject;
			delete saved[name];
			expect(smsReceived.readCursor(saved)).toBeUndefined();
		},
	);
});

describe('the sample of SMS Received', () => {
	it('is the newest inbound message of the newest conversation that has one', async () => {
		const phone = phoneOf(20);
		phone.add('c5', 30);
		phone.add('c5', 31, answer);
		phone.add('a', 40, answer);
		const older = Array.from({ length: 60 }, (_, at) => ({ ...answer, id: at, sentAt: iso(-at) }));
		phone.records[pathOf('a')].push(...older);
		phone.records[list].reverse();
		const item = await smsReceived.sample(pollOf({ api: phone.api }));
		expect(item).toMatchObject({ json: { id: 'c5 30' }, time: start + 30 * minute });
		expect(phone.asked).toEqual([`${list} whole`, `${pathOf('a')} 1`, `${pathOf('c5')} 1`]);
	});

	it('is looked for in those of the newest fifty conversations that pass the filters', async () => {
		const phone = new Phone();
		for (let at = 0; at < 60; at++) phone.add(`c${at}`, at, answer);
		phone.records[list][0].companyPhone = '+2';
		const filters = new ChosenFilters([companyNumber], { companyNumber: '+1' });
		const current = pollOf({ api: phone.api, filters });
		expect(await smsReceived.sample(current)).toBeUndefined();
		const newest = Array.from({ length: 49 }, (_, before) => 58 - before);
		const looked = newest.map((at) => `${pathOf(`c${at}`)} 1`);
		expect(phone.asked).toEqual([`${list} whole`, ...looked]);
	});
});
