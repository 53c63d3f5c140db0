import type { IDataObject } from 'n8n-workflow';

import { Poller, polling } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import type { Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';
import { said } from '../../harness/n8n/messages';

const minute = 60_000;
const hour = 60 * minute;
const [own, other] = companyNumbers;
const seed = { contacts: 120, conversations: 60, messages: 200, calls: 120 };
const customer = (number: number) => `+1555777${String(number).padStart(4, '0')}`;

const receive = ({ store }: Simulator, number: number, to: string = own) =>
	store.receiveSms({ from: customer(number), to, body: 'hi' });
const answer = ({ store }: Simulator, number: number) =>
	store.sendSms({ from: own, to: customer(number), body: 'yes' });

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

	it('shows a contact that passes it in the editor', async () => {
		const simulator = await service({ seed: { ...empty, contacts: 400 } });
		const old = simulator.store.contacts.get('contact_000007');
		simulator.store.updateContact(String(old?.id), { tags: ['rare'] });
		const poller = new Poller(simulator, { event: 'contactCreated', filters: { tags: 'rare' } });
		expect(await poller.ids({ mode: 'manual' })).toEqual(['contact_000007']);
	});
});

describe('Contact Updated with a filter', () => {
	const filters = { source: 'CSV', tags: 'vip' };

	it('gives out only contacts that match where the service ignores the filter', async () => {
		const simulator = await service({ seed: { ...empty, contacts: 120 } });
		const { store, clock } = simulator;
		const ignored = jest
			.spyOn(store.contacts, 'where')
			.mockImplementation(() => store.contacts.all());
		const poller = new Poller(simulator, { event: 'contactUpdated', filters });
		await poller.poll();
		clock.advance(minute);
		const [first, second, third] = store.contacts.all().map(({ id }) => id);
		store.updateContact(first, { source: 'CSV', tags: ['lead'] });
		store.updateContact(second, { source: 'CSV', tags: ['VIP', 'lead'] });
		store.updateContact(third, { source: 'API', tags: ['vip'] });
		expect(await poller.ids()).toEqual([second]);
		clock.advance(minute);
		store.updateContact(first, { source: 'CSV', tags: ['vip'] });
		expect(await poller.ids()).toEqual([first]);
		ignored.mockRestore();
	});

	/** Contacts as a list gives them that lacks the fields of the filters. */
	const withoutFields = async () =>
		await service({
			seed: { ...empty, contacts: 120 },
			reshape: (outcome, operationId) => {
				if (operationId !== 'listContacts' || !('data' in outcome)) return outcome;
				const { clients, ...rest } = outcome.data as { clients: IDataObject[] };
				const bare = clients.map((client) => ({ ...client, tags: undefined, source: undefined }));
				return { ...outcome, data: { ...rest, clients: bare } };
			},
		});

	it('shows in the preview of Contact Created no contact that the trigger would not give out', async () => {
		const simulator = await withoutFields();
		simulator.store.addContact({ source: 'CSV', tags: ['vip'] });
		const poller = new Poller(simulator, { event: 'contactCreated', filters });
		await expect(poller.poll({ mode: 'manual' })).rejects.toThrow(
			'None of the newest records matches',
		);
	});
});

describe('a filter', () => {
	it('of SMS Received can be one company number, and then reads no other conversation', async () => {
		const simulator = await service({ seed });
		const poller = new Poller(simulator, {
			event: 'smsReceived',
			simple: false,
			filters: { companyNumber: ' +1 (555) 010-0002 ' },
		});
		await poller.poll();
		simulator.clock.advance(minute);
		receive(simulator, 1);
		simulator.store.receiveSms({ from: customer(1), to: other, body: 'for two' });
		const [item, ...others] = await poller.poll();
		expect(item.json).toMatchObject({
			body: 'for two',
			conversation: { customerPhone: customer(1) },
		});
		expect(others).toEqual([]);
		expect(simulator.requests.filter(({ path }) => path.endsWith('messages'))).toHaveLength(1);
	});

	it('of Call Ended can be a direction, number and outcome', async () => {
		const simulator = await service({ seed });
		const poller = new Poller(simulator, {
			event: 'callEnded',
			filters: { direction: 'OUTBOUND', companyNumber: other, outcome: 'ERROR' },
		});
		await poller.poll();
		const calls = [
			{ fromNumber: other, status: 'ERROR' },
			{ fromNumber: other, status: 'ENDED' },
			{ fromNumber: own, status: 'ERROR' },
			{ direction: 'INBOUND', toNumber: other, status: 'ERROR' },
		] as const;
		const [wanted] = calls.map((call) => simulator.store.addCall(call));
		expect(await poller.ids()).toEqual([wanted.id]);
	});
});

describe('fields that come from expressions', () => {
	it.each([
		['true', true],
		['false', false],
	])('%s as text counts', async (simple, simplified) => {
		const { poller } = await polling({ event: 'callCreated', simple }, { seed });
		const [{ json }] = await poller.poll({ mode: 'manual' });
		expect('companyId' in json).toBe(!simplified);
	});

	it.each<[string, IDataObject, string]>([
		['an unknown event', { event: 'nonsense' }, 'no event "nonsense"'],
		['another word for true', { simple: 'yes' }, `'Simplify' ${said.notABoolean}`],
		['an unknown direction', { filters: { direction: 'SIDEWAYS' } }, "'Direction' cannot be"],
		[
			'an unknown source',
			{ event: 'contactCreated', filters: { source: 'x' } },
			"'Source' cannot be",
		],
		['a filter that is no text', { filters: { companyNumber: ['1'] } }, "'Company Number' is not"],
		['a number without digits', { filters: { companyNumber: 'main' } }, "'Company Number' is no"],
		[
			'a count that is none',
			{ requestOptions: { maxTries: 'many' } },
			`'Max Tries' ${said.notAWholeNumber}, not "many"`,
		],
		[
			'no tries at all',
			{ requestOptions: { maxTries: 0 } },
			`'Max Tries' ${said.notAWholeNumber}, not 0`,
		],
	])('refuses %s', async (_, parameters, message) => {
		const { poller } = await polling({ event: 'callCreated', ...parameters }, { seed: empty });
		for (const mode of ['trigger', 'manual'] as const) {
			await expect(poller.poll({ mode })).rejects.toThrow(message);
		}
		expect(JSON.stringify(poller.staticData)).not.toContain('state');
	});
});

describe('Fetch Test Event', () => {
	it.each(['newest-first', 'oldest-first', 'shuffled'] as const)(
		'shows the newest record that passes the filters, of a list %s',
		async (order) => {
			const simulator = await service({ seed: empty, order });
			const { store, clock } = simulator;
			const samples: Record<string, string> = {};
			const add = (event: string, id: string) => (samples[event] = id);
			for (let number = 0; number < 4; number++) {
				clock.advance(minute);
				add('callCreated', store.addCall({ direction: 'INBOUND' }).id);
				add('contactCreated', store.addContact({ source: 'CSV' }).id);
				add('smsReceived', receive(simulator, number).id);
			}
			clock.advance(minute);
			add('contactUpdated', store.updateContact('contact_000002', { notes: 'new' }).id);
			// Newer ones, of which none passes.
			clock.advance(minute);
			store.addCall({ direction: 'OUTBOUND' });
			const another = store.addContact({ source: 'API' });
			clock.advance(minute);
			store.updateContact(another.id, { notes: 'new' });
			receive(simulator, 1, other);
			answer(simulator, 3);
			const filters: Record<string, object> = {
				callCreated: { direction: 'INBOUND' },
				contactCreated: { source: 'CSV' },
				contactUpdated: { source: 'CSV' },
				smsReceived: { companyNumber: own },
			};
			for (const [event, id] of Object.entries(samples)) {
				const poller = new Poller(simulator, { event, filters: { ...filters[event] } });
				expect([event, await poller.ids({ mode: 'manual' })]).toEqual([event, [id]]);
			}
		},
	);

	it('shows a contact that was created where none was ever updated', async () => {
		const simulator = await service({ seed: empty });
		simulator.store.addContact();
		simulator.clock.advance(minute);
		const { id } = simulator.store.addContact();
		const poller = new Poller(simulator, { event: 'contactUpdated' });
		expect(await poller.ids({ mode: 'manual' })).toEqual([id]);
	});
});

describe('Fetch Test Event of Call Ended', () => {
	it.each<[string, IDataObject, number]>([
		['no filter', {}, 4],
		['a company number', { companyNumber: ' +1 (555) 010-0002 ' }, 1],
		['an inbound direction', { direction: 'INBOUND' }, 2],
		['an outbound direction', { direction: 'OUTBOUND' }, 4],
		['an outcome', { outcome: 'ERROR' }, 3],
		['all of them', { companyNumber: own, direction: 'INBOUND', outcome: 'ENDED' }, 0],
	])('with %s gives the call that ended last of those', async (_, filters, expected) => {
		const simulator = await service({ seed: empty, order: 'shuffled' });
		const { store, clock } = simulator;
		const at = (ms: number) => new Date(clock.now() + ms).toISOString();
		const ids = [
			store.addCall({ direction: 'INBOUND', toNumber: own, status: 'ENDED', endTimestamp: at(10) }),
			store.addCall({ fromNumber: other, status: 'ENDED', endTimestamp: at(20) }),
			store.addCall({ direction: 'INBOUND', toNumber: own, status: 'ERROR', endTimestamp: at(30) }),
			store.addCall({ fromNumber: own, status: 'ERROR', endTimestamp: at(40) }),
			// Began last and first of all, but ended last.
			store.addCall({ createdAt: at(-hour), status: 'ENDED', endTimestamp: at(50) }),
			store.addCall({ createdAt: at(minute), endless: true }),
			store.addCall({ createdAt: at(-minute), status: 'ENDED', endTimestamp: at(-minute) }),
		].map(({ id }) => id);
		const poller = new Poller(simulator, { event: 'callEnded', filters });
		const [item, ...others] = await poller.poll({ mode: 'manual' });
		expect(others).toEqual([]);
		expect(item.json.id).toBe(ids[expected]);
	});

	it('says so when no call that ended passes the filters', async () => {
		const simulator = await service({ seed: empty });
		simulator.store.addCall({ status: 'ENDED' });
		simulator.store.addCall({ direction: 'INBOUND', endless: true });
		const filters = { direction: 'INBOUND' };
		const poller = new Poller(simulator, { event: 'callEnded', filters });
		await expect(poller.poll({ mode: 'manual' })).rejects.toThrow(
			'None of the newest records matches',
		);
	});
});

describe('Call Missed', () => {
	const talk = { direction: 'INBOUND', status: 'ENDED', durationMs: 9_000 } as const;
	const missed = { direction: 'INBOUND', status: 'ENDED', durationMs: 0 } as const;

	it('gives out inbound calls that failed or lasted no time, with its filters', async () => {
		const simulator = await service({ seed });
		const { store } = simulator;
		const pollers = [{}, { outcome: 'ENDED' }, { outcome: 'ERROR', companyNumber: other }].map(
			(filters) => new Poller(simulator, { event: 'callMissed', filters }),
		);
		for (const poller of pollers) expect(await poller.poll()).toEqual([]);
		store.addCall(talk);
		const short = store.addCall({ ...missed, toNumber: own });
		const failed = store.addCall({ ...talk, status: 'ERROR', toNumber: own });
		const failedThere = store.addCall({ ...missed, status: 'ERROR', toNumber: other });
		store.addCall({ direction: 'OUTBOUND', status: 'ERROR', fromNumber: other });
		const all = [short, failed, failedThere].map(({ id }) => id);
		const expected = [all, [short.id], [failedThere.id]];
		for (const [index, poller] of pollers.entries()) {
			expect((await poller.ids()).sort()).toEqual(expected[index]);
			expect(await poller.poll()).toEqual([]);
			expect(poller.log).toEqual([]);
		}
	});

	it('gives out inbound calls when they end, also behind page 1 and after a restart', async () => {
		const simulator = await service({ seed: empty });
		const { store, clock } = simulator;
		const add = () => ({
			missed: store.addCall({ direction: 'INBOUND', status: 'REGISTERED', endless: true }).id,
			talk: store.addCall({ direction: 'INBOUND', status: 'ONGOING', endless: true }).id,
			made: store.addCall({ direction: 'OUTBOUND', endless: true }).id,
		});
		const poller = new Poller(simulator, { event: 'callMissed' });
		const before = add();
		await poller.poll();
		clock.advance(minute);
		const after = add();
		for (let number = 0; number < 60; number++) {
			clock.advance(10);
			store.addCall(talk);
		}
		expect(await poller.poll()).toEqual([]);
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests).toHaveLength(2);
		poller.staticData = JSON.parse(JSON.stringify(poller.staticData)) as IDataObject;
		for (const { missed: one, talk: two, made } of [before, after]) {
			[one, two, made].forEach((id) => store.endCall(id, 'ENDED'));
		}
		expect((await poller.ids()).sort()).toEqual([before.missed, after.missed].sort());
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
	});

	it('asks for no recording, also with fields that Call Ended left in the node', async () => {
		const { simulator, poller } = await polling(
			{ event: 'callMissed', downloadRecording: true },
			{ seed: empty },
		);
		await poller.poll();
		const { id } = simulator.store.addCall(missed);
		expect(await poller.ids()).toEqual([id]);
		expect(simulator.requests).toHaveLength(1);
	});

	it('starts from the present after Call Ended, and the other way round', async () => {
		const { simulator, poller } = await polling({ event: 'callEnded' }, { seed: empty });
		await poller.poll();
		simulator.store.addCall(missed);
		poller.parameters = { event: 'callMissed' };
		expect(await poller.ids()).toEqual([]);
		simulator.store.addCall(talk);
		poller.parameters = { event: 'callEnded' };
		expect(await poller.ids()).toEqual([]);
	});
});
