import type { IDataObject } from 'n8n-workflow';

import { Poller, polling } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import type { Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';
import { said } from '../../harness/n8n/messages';

const minute = 60_000;
const [own, other] = companyNumbers;
const customer = (number: number) => `+1555777${String(number).padStart(4, '0')}`;

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
			['STOP ALL', 'Please stop'],
			['stop by', 'quit'],
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
		const { simulator, poller } = await polling(
			{ event: 'smsReceived', filters: { contains: 'a, É' } },
			{ seed: empty },
		);
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
		const { poller } = await polling(
			{ event: 'smsReceived', filters: { contains } },
			{ seed: empty },
		);
		await expect(poller.poll()).rejects.toThrow(`'Message Contains' ${said.empty}`);
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
			[
				'STOP',
				'Stop!',
				' stop. ',
				'»STOP«',
				'stop 🙏',
				'arrêt',
				'Alto',
				'No. STOP',
				'STOP STOP',
				'Baja',
			],
			['Stopping by at 5', 'Stop by 8?', 'Cancel my reservation', 'End of May?', 'START', ''],
		],
		['words for yes', { words: 'yes' }, ['Ja!', 'ok', 'SÍ', 'oui 👍'], ['Yes?', 'no', 'yes, but']],
		['words for no', { words: 'no' }, ['Nein', 'não', 'nee'], ['yes', 'no problem']],
		['both', { words: 'yesOrNo' }, ['Sim', 'non'], ['why', 'yes no']],
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

	it('lets any message through, and says what it means', async () => {
		const { simulator, poller } = await withWords({ words: 'any' });
		const meanings = [
			['Stop!', 'optOut'],
			['Bitte abmelden', 'optOut'],
			['START', 'optIn'],
			['Ja', 'yes'],
			['nee', 'no'],
			['Stop by 8?', 'other'],
			['no problem', 'other'],
			['', 'other'],
		];
		send(simulator, ...meanings.map(([body]) => body));
		const found = (await poller.poll()).map(({ json }) => [json.body, json.meaning]);
		expect(found).toStrictEqual(meanings);
		expect((await poller.poll()).length).toBe(0);
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
		const { poller } = await polling(
			{ event: 'smsReceived', filters: { words: {} } },
			{ seed: empty },
		);
		await expect(poller.poll()).rejects.toThrow(`'Words' ${said.empty}`);
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
		['without own words', { words: 'own' }, `'Own Words' ${said.empty}`],
		[
			'with own words that are marks alone',
			{ words: 'own', ownWords: ' , .' },
			`'Own Words' ${said.empty}`,
		],
		['with an expression that gives nothing', { words: '={{ null }}' }, `'Words' ${said.empty}`],
		['without a word of the menu', { words: '' }, `'Words' ${said.empty}`],
		['with an empty list', { words: '={{ [] }}' }, `'Words' ${said.empty}`],
	])('is refused %s, as every message would pass', async (_, filters, message) => {
		const { poller } = await polling(
			{ event: 'smsReceived', filters: withGroup(filters) },
			{ seed: empty },
		);
		await expect(poller.poll()).rejects.toThrow(message);
	});
});
