import type { IDataObject } from 'n8n-workflow';

import { Poller } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import type { Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';

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
		expect(simulator.requests).toHaveLength(2);
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

	it('of Contact Created can be a source and tag', async () => {
		const simulator = await service({ seed });
		const filters = { source: 'CSV', tags: 'vip' };
		const poller = new Poller(simulator, { event: 'contactCreated', filters });
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.addContact({ source: 'API', tags: ['vip'] });
		const { id } = simulator.store.addContact({ source: 'CSV', tags: ['vip'] });
		expect(await poller.ids()).toEqual([id]);
	});
});

it('a Company Number with the international prefix 00 is the same number', async () => {
	const simulator = await service({ seed });
	const filters = { companyNumber: '0015550100001' };
	const poller = new Poller(simulator, { event: 'callCreated', filters });
	await poller.poll();
	const { id } = simulator.store.addCall({ toNumber: '+15550100001' });
	expect(await poller.ids()).toEqual([id]);
});

describe('fields that come from expressions', () => {
	it.each([
		['true', true],
		['false', false],
	])('%s as text counts', async (simple, simplified) => {
		const simulator = await service({ seed });
		const poller = new Poller(simulator, { event: 'callCreated', simple });
		const [{ json }] = await poller.poll({ mode: 'manual' });
		expect('companyId' in json).toBe(!simplified);
	});

	it.each<[string, IDataObject, string]>([
		['an unknown event', { event: 'nonsense' }, 'no event "nonsense"'],
		['another word for true', { simple: 'yes' }, "'Simplify' must be true or false"],
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
			'\'Max Tries\' must be a whole number of 1 or more, not "many"',
		],
		[
			'no tries at all',
			{ requestOptions: { maxTries: 0 } },
			"'Max Tries' must be a whole number of 1 or more, not 0",
		],
	])('refuses %s', async (_, parameters, message) => {
		const simulator = await service({ seed: empty });
		const poller = new Poller(simulator, { event: 'callCreated', ...parameters });
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

	it('follows inbound calls to their end, over restarts, and asks for no outbound call', async () => {
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
		const asked = simulator.requests.map(({ path }) => path.split('/').at(-1)).sort();
		const followed = [before, after].flatMap(({ missed: one, talk: two }) => [one, two]);
		expect(asked).toEqual([...followed, 'calls'].sort());
		poller.staticData = JSON.parse(JSON.stringify(poller.staticData)) as IDataObject;
		for (const { missed: one, talk: two, made } of [before, after]) {
			[one, two, made].forEach((id) => store.endCall(id, 'ENDED'));
		}
		expect((await poller.ids()).sort()).toEqual([before.missed, after.missed].sort());
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
	});

	it('asks for no recording, also with fields that Call Ended left in the node', async () => {
		const simulator = await service({ seed: empty });
		const poller = new Poller(simulator, { event: 'callMissed', downloadRecording: true });
		await poller.poll();
		const { id } = simulator.store.addCall(missed);
		expect(await poller.ids()).toEqual([id]);
		expect(simulator.requests).toHaveLength(1);
	});

	it('starts from the present after Call Ended, and the other way round', async () => {
		const simulator = await service({ seed: empty });
		const poller = new Poller(simulator, { event: 'callEnded' });
		await poller.poll();
		simulator.store.addCall(missed);
		poller.parameters = { event: 'callMissed' };
		expect(await poller.ids()).toEqual([]);
		simulator.store.addCall(talk);
		poller.parameters = { event: 'callEnded' };
		expect(await poller.ids()).toEqual([]);
	});
});

describe('SMS Received with the filter Message Contains', () => {
	const send = ({ store, clock }: Simulator, ...bodies: string[]) =>
		bodies.forEach((body, number) => {
			clock.advance(1_000);
			store.receiveSms({ from: customer(number), to: own, body });
		});
	const bodiesOf = async (poller: Poller) => (await poller.poll()).map(({ json }) => json.body);

	it.each<[string, IDataObject, string[], string[]]>([
		[
			'a text',
			{ contains: 'Cancel' },
			['cancel', 'Please CANCEL it', 'uncancelled?', 'I must can‑cel'],
			['can I come?', ''],
		],
		[
			'one of several texts',
			{ contains: ' move , réserver,' },
			['Can we MOVE it', 'reserver svp', 'RE\u0301SERVER'],
			['cancel'],
		],
		['words with a space', { contains: 'my  appointment' }, ['about My\nappointment'], ['my']],
		['a text with a comma', { contains: '={{ ["yes, please"] }}' }, ['Yes, please!'], ['yes']],
		['a number', { contains: '={{ 12 }}' }, ['at 12:30'], ['at 1']],
		['an emoji', { contains: '👍' }, ['ok 👍🏽'], ['👎']],
		['a mark', { contains: '?' }, ['when?'], ['when']],
		[
			'another filter, too',
			{ contains: 'stop', words: { values: { list: 'optOut' } } },
			['STOP ALL'],
			['please stop', 'quit'],
		],
		['a company number, too', { contains: 'stop', companyNumber: other }, [], ['stop']],
	])('starts on %s', async (_, filters, wanted, unwanted) => {
		const simulator = await service({ seed: empty });
		send(simulator, ...wanted);
		const poller = new Poller(simulator, { event: 'smsReceived', filters });
		await poller.poll();
		simulator.clock.advance(minute);
		send(simulator, ...unwanted, ...wanted);
		expect(await bodiesOf(poller)).toStrictEqual(wanted);
		expect(await bodiesOf(poller)).toStrictEqual([]);
		poller.parameters = { event: 'smsReceived' };
		expect(await bodiesOf(poller)).toStrictEqual([]);
	});

	const text = 'Your appointment is at 9. Reply CANCEL to cancel.';
	it.each([
		['a reaction', `Liked “${text}”`, false],
		['a reaction in another language', `„${text}“ mit 👍 markiert`, false],
		['a cut reaction', '👍 to “Your appointment is at 9. Reply CANCEL to…”', false],
		['words beside the quotation', `“${text}” ok, cancel`, true],
		['a quotation of another text', 'Liked “Shall I cancel?”', true],
	])('does not look into a quotation of a message that was sent: %s', async (_, body, starts) => {
		const simulator = await service({ seed: empty });
		const { store, clock } = simulator;
		const filters = { contains: 'cancel' };
		const poller = new Poller(simulator, { event: 'smsReceived', filters });
		await poller.poll();
		store.sendSms({ from: own, to: customer(0), body: text });
		clock.advance(minute);
		send(simulator, body);
		const sample = await poller.ids({ mode: 'manual' }).catch(() => []);
		expect(sample).toHaveLength(starts ? 1 : 0);
		expect(await bodiesOf(poller)).toStrictEqual(starts ? [body] : []);
	});

	it('is the same filter in another order and spelling', async () => {
		const simulator = await service({ seed: empty });
		const poller = new Poller(simulator, { event: 'smsReceived', filters: { contains: 'a, É' } });
		await poller.poll();
		send(simulator, 'CAFÉ');
		poller.parameters = { event: 'smsReceived', filters: { contains: ' e , A, a' } };
		expect(await bodiesOf(poller)).toStrictEqual(['CAFÉ']);
		expect(poller.log).toEqual([]);
	});

	it.each<[string, unknown]>([
		['nothing', ''],
		['commas', ' , '],
		['signs that do not count', '-'],
		['an expression that gives nothing', '={{ null }}'],
		['an empty list', '={{ [] }}'],
	])('is refused with %s, as every message would pass', async (_, contains) => {
		const simulator = await service({ seed: empty });
		const poller = new Poller(simulator, { event: 'smsReceived', filters: { contains } });
		await expect(poller.poll()).rejects.toThrow("'Message Contains' is empty");
	});
});

describe('SMS Received with the filter Message Is One Of', () => {
	const send = (simulator: Simulator, ...bodies: string[]) =>
		bodies.map((body, number) => {
			simulator.clock.advance(1_000);
			return simulator.store.receiveSms({ from: customer(number), to: own, body });
		});
	const bodiesOf = async (poller: Poller) => (await poller.poll()).map(({ json }) => json.body);

	/** The fields of the filter as n8n saves them. */
	const withGroup = ({ words: list, ownWords, ...filters }: IDataObject) =>
		list === undefined ? filters : { ...filters, words: { values: { list, ownWords } } };

	/** A trigger that has its baseline. */
	async function withWords(filters: IDataObject) {
		const simulator = await service({ seed: empty });
		send(simulator, 'STOP', 'START');
		const poller = new Poller(simulator, { event: 'smsReceived', filters: withGroup(filters) });
		await poller.poll();
		simulator.clock.advance(minute);
		return { simulator, poller };
	}

	it.each<[string, IDataObject, string[], string[]]>([
		[
			'opt-out words',
			{ words: 'optOut' },
			['STOP', 'Stop!', ' stop. ', '»STOP«', 'stop 🙏', 'arrêt', 'Alto'],
			['please stop', 'Stopping by at 5', 'START', 'hello', ''],
		],
		['opt-in words', { words: 'optIn' }, ['Start', 'UNSTOP.'], ['STOP', 'restart']],
		[
			'own words',
			{ words: 'own', ownWords: 'Yes please, BASTA' },
			['basta!', 'yes  PLEASE'],
			['STOP', 'yes'],
		],
		[
			'a list of own words of an expression',
			{ words: 'own', ownWords: '={{ ["Halt", "Ja, bitte"] }}' },
			['HALT', 'ja, bitte!'],
			['ja', 'STOP'],
		],
		['own words that are left over', { words: 'optIn', ownWords: 'hi' }, ['START'], ['hi']],
		['words of an expression', { words: '={{ "STOP, END" }}' }, ['Stop', 'end'], ['quit']],
		['a list of an expression', { words: '={{ ["Halt", "Ende"] }}' }, ['HALT'], ['STOP']],
		['a company number, too', { words: 'optOut', companyNumber: other }, [], ['STOP']],
	])('starts on %s and nothing else', async (_, filters, wanted, unwanted) => {
		const { simulator, poller } = await withWords(filters);
		send(simulator, ...unwanted, ...wanted);
		expect(await bodiesOf(poller)).toStrictEqual(wanted);
		expect(await bodiesOf(poller)).toStrictEqual([]);
		poller.staticData = JSON.parse(JSON.stringify(poller.staticData)) as IDataObject;
		const [next] = send(simulator, 'hello', wanted[0] ?? 'STOP');
		expect(await bodiesOf(poller)).toStrictEqual(wanted.slice(0, 1));
		expect(next.body).toBe('hello');
	});

	it.each([
		['👍 “Cancel?”', []],
		['“CANCEL?” ❤️', []],
		['Liked “Cancel?”', []],
		['“Cancel?” Cancel!', ['CANCEL']],
		['Cancel', ['CANCEL']],
	])('takes no quotation of a message that was sent for a word: %s', async (body, words) => {
		const { simulator, poller } = await withWords({ words: 'optOut' });
		simulator.store.sendSms({ from: own, to: customer(0), body: 'Cancel?' });
		send(simulator, body);
		const found = await poller.poll();
		expect(found.map(({ json }) => json.matchedWord)).toStrictEqual(words);
	});

	it.each<[string, IDataObject, Array<[body: string, word: string]>]>([
		[
			'opt-out words',
			{ words: 'optOut' },
			[
				['stop 🙏', 'STOP'],
				['opt‑out', 'OPT-OUT'],
				['arret', 'ARRÊT'],
			],
		],
		[
			'own words',
			{ words: 'own', ownWords: 'Stop, Stopp!, START, UNSTOP, optOut' },
			[
				['UN-STOP', 'UNSTOP'],
				['_START_', 'START'],
				['ＳＴＡＲＴ', 'START'],
				['STOP', 'Stop'],
				['stopp', 'Stopp!'],
				['opt out', ''],
				['optout', 'optOut'],
			],
		],
		[
			'a list of an expression',
			{ words: '={{ ["Ja", "JA", "Nein; Nö"] }}' },
			[
				['ja.', 'Ja'],
				['NÖ', 'Nö'],
			],
		],
	])('says which of %s a message is, in the spelling of the list', async (_, filters, messages) => {
		const { simulator, poller } = await withWords(filters);
		const expected = messages.filter(([, word]) => word !== '');
		for (const simple of [true, false]) {
			poller.parameters = { ...poller.parameters, simple };
			send(simulator, ...messages.map(([body]) => body));
			const items = await poller.poll();
			expect(items.map(({ json }) => [json.body, json.matchedWord])).toStrictEqual(expected);
			expect(items.every(({ json }) => 'conversation' in json)).toBe(!simple);
			simulator.clock.advance(minute);
		}
		const [sample] = await poller.poll({ mode: 'manual' });
		expect(sample.json.matchedWord).toBe(expected.at(-1)?.[1]);
	});

	it('is the opt-out words where n8n leaves out the default', async () => {
		const simulator = await service({ seed: empty });
		const filters = { words: { values: {} } };
		const poller = new Poller(simulator, { event: 'smsReceived', filters });
		await poller.poll();
		send(simulator, 'STOP', 'START');
		expect(await bodiesOf(poller)).toStrictEqual(['STOP']);
	});

	it('is refused when its words were taken away, as every message would pass', async () => {
		const simulator = await service({ seed: empty });
		const poller = new Poller(simulator, { event: 'smsReceived', filters: { words: {} } });
		await expect(poller.poll()).rejects.toThrow("'Words' is empty");
	});

	it('adds no word without the filter', async () => {
		const { simulator, poller } = await withWords({});
		send(simulator, 'STOP');
		const [{ json }] = await poller.poll();
		expect(json).not.toHaveProperty('matchedWord');
	});

	it('brings back no old message when it is changed or taken away', async () => {
		const { simulator, poller } = await withWords({ words: 'optOut' });
		send(simulator, 'hello', 'START');
		expect(await bodiesOf(poller)).toStrictEqual([]);
		for (const filters of [withGroup({ words: 'optIn' }), {}]) {
			poller.parameters = { event: 'smsReceived', filters };
			expect(await bodiesOf(poller)).toStrictEqual([]);
		}
		send(simulator, 'hello again');
		expect(await bodiesOf(poller)).toStrictEqual(['hello again']);
	});

	it('shows the newest message that is one of them in the editor', async () => {
		const { simulator, poller } = await withWords({ words: 'optOut' });
		send(simulator, 'hello', 'hello');
		const [item] = await poller.poll({ mode: 'manual' });
		expect(item.json.body).toBe('STOP');
		poller.parameters = {
			event: 'smsReceived',
			filters: withGroup({ words: '={{ "nobody wrote this" }}' }),
		};
		await expect(poller.poll({ mode: 'manual' })).rejects.toThrow(
			'None of the newest records matches',
		);
	});

	it.each<[string, IDataObject, string]>([
		['without own words', { words: 'own' }, "'Own Words' is empty"],
		[
			'with own words that are marks alone',
			{ words: 'own', ownWords: ' , .' },
			"'Own Words' is empty",
		],
		['with an expression that gives nothing', { words: '={{ null }}' }, "'Words' is empty"],
		['without a word of the menu', { words: '' }, "'Words' is empty"],
		['with an empty list', { words: '={{ [] }}' }, "'Words' is empty"],
	])('is refused %s, as every message would pass', async (_, filters, message) => {
		const simulator = await service({ seed: empty });
		const poller = new Poller(simulator, { event: 'smsReceived', filters: withGroup(filters) });
		await expect(poller.poll()).rejects.toThrow(message);
	});
});
