/** The shapes of workflows that people build with SMS, calls and contacts. Names and numbers are invented. */
import type { IDataObject, IRun } from 'n8n-workflow';

import { runAt, type NodeRun } from '../harness/n8n/engine';
import { inRefusal, said } from '../harness/n8n/messages';
import { good } from '../harness/n8n/parameters';
import { Poller } from '../harness/n8n/poller';
import { loopOverItems, passes, runWorkflow, sender } from '../harness/n8n/workflow';
import { empty, withSimulator } from '../harness/service/service';

const simulator = withSimulator({ seed: empty });

const [first, second] = ['+15550100042', '+15550100043'];
const bodies = () => simulator.ledger.map(({ body }) => body as IDataObject);
const texts = () => bodies().map(({ body }) => body);
const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });
const send = (body: string, options: IDataObject = {}): IDataObject => ({
	...good.send,
	to: '={{ $json.to }}',
	body: `=${body}`,
	options,
});

interface Shape {
	does: string;
	field: string;
	data: IDataObject;
	/** The text that goes out without the option. */
	text: string;
	/** The blank that a line names, that the option refuses; without one, the text goes out in both cases. */
	blank?: string;
}

const ofForm = "$('Form').item.json.name";
const ofOrder = '$node["Order"].json["city"]';
const ofList = '$node["List"].json["fields"]["Name"]';
const ofQueue = '$json["message"]["temp"]';
const receipt = `Thank you, {{ ${ofForm} }}. It goes to {{ ${ofOrder} }}.`;
const greeting = "Hello {{ $json.title ? $json.title + ' ' : '' }}{{ $json.name }}";
const visit = "DateTime.fromFormat($json.date, 'd.M.yyyy').toFormat('dd.MM.')";

const shapes: Shape[] = [
	{
		does: 'order receipt',
		field: receipt,
		data: { name: 'Ada', city: 'Bern' },
		text: 'Thank you, Ada. It goes to Bern.',
	},
	{
		does: 'order receipt without a name',
		field: receipt,
		data: { city: 'Bern' },
		text: 'Thank you, . It goes to Bern.',
		blank: ofForm,
	},
	{
		does: 'order receipt without a city',
		field: receipt,
		data: { name: 'Ada', city: '' },
		text: 'Thank you, Ada. It goes to .',
		blank: ofOrder,
	},
	{
		does: 'table of customers',
		field: `Hello {{ ${ofList} }}`,
		data: { fields: { Name: 'Ada' } },
		text: 'Hello Ada',
	},
	{
		does: 'table of customers without a name',
		field: `Hello {{ ${ofList} }}`,
		data: { fields: {} },
		text: 'Hello ',
		blank: ofList,
	},
	{
		does: 'queue message',
		field: `It is {{ ${ofQueue} }} degrees`,
		data: { message: { temp: 21.5 } },
		text: 'It is 21.5 degrees',
	},
	{
		does: 'queue message that is text',
		field: `It is {{ ${ofQueue} }} degrees`,
		data: { message: '{"temp": 21.5}' },
		text: 'It is  degrees',
		blank: ofQueue,
	},
	{
		does: 'reading of a sensor: zero',
		field: 'The value is {{ $json.value }}.',
		data: { value: 0 },
		text: 'The value is 0.',
	},
	{
		does: 'reading of a sensor: null',
		field: 'The value is {{ $json.value }}.',
		data: { value: null },
		text: 'The value is .',
		blank: '$json.value',
	},
	{
		does: 'reading of a sensor: missing',
		field: 'The value is {{ $json.value }}.',
		data: {},
		text: 'The value is .',
		blank: '$json.value',
	},
	{
		does: 'greeting with a title',
		field: greeting,
		data: { title: 'Dr.', name: 'Ada' },
		text: 'Hello Dr. Ada',
	},
	{
		does: 'greeting without a title',
		field: greeting,
		data: { name: 'Ada' },
		text: 'Hello Ada',
	},
	{
		does: 'appointment',
		field: `Your visit: {{ ${visit} }}`,
		data: { date: '5.12.2026' },
		text: 'Your visit: 05.12.',
	},
	{
		does: 'appointment "tomorrow"',
		field: `Your visit: {{ ${visit} }}`,
		data: { date: 'tomorrow' },
		text: 'Your visit: Invalid DateTime',
		blank: visit,
	},
	{
		does: 'follow-up of an AI chain',
		field: '{{ $json.text }}\nReply STOP to end this.',
		data: { text: 'We miss you!' },
		text: 'We miss you!\nReply STOP to end this.',
	},
	{
		does: 'follow-up of an AI chain without its text',
		field: '{{ $json.text }}\nReply STOP to end this.',
		data: {},
		text: '\nReply STOP to end this.',
		blank: '$json.text',
	},
];

describe.each(shapes)('$does', ({ field, data, text, blank }) => {
	const workflow = async (options: IDataObject) => {
		const { data: execution } = await runWorkflow({
			others: { Form: passes(), Order: passes(), List: passes() },
			connections: ['Form > Order', 'Order > List', `List > ${sender}`],
			first: 'Form',
			items: [{ to: first, ...data }],
			credential: simulator,
			parameters: send(field, options),
		});
		const { error } = execution.resultData;
		const hints = execution.resultData.runData[sender]?.[0].hints ?? [];
		return { error, hints: hints.map(({ message }) => message) };
	};

	it('goes out, and a line names the blank', async () => {
		const { error, hints } = await workflow({});
		expect(error).toBeUndefined();
		expect(texts()).toStrictEqual([text]);
		const line = `1 text with a gap: ${String(blank).slice(0, 50)}`;
		expect(hints).toStrictEqual(
			blank === undefined ? [] : [expect.stringContaining(line) as string],
		);
	});

	it('is refused by Refuse Empty Blanks where it has one', async () => {
		const { error } = await workflow({ refuseEmptyBlanks: true });
		const why = `'Message' has an empty blank: ${inRefusal(String(blank)).slice(0, 50)}`;
		expect(error?.message).toEqual(blank && expect.stringContaining(why));
		expect(texts()).toStrictEqual(blank === undefined ? [text] : []);
	});
});

it('a field that is not switched on: no row is sent', async () => {
	const parameters = { ...send(''), body: 'Hello {{ $json.name }}' };
	const { error } = await run(parameters, [{ to: first, name: 'Ada' }, { to: second }]);
	expect(error?.message).toContain("'Message' has an expression that is not switched on");
	expect(simulator.requests).toStrictEqual([]);
});

describe('a phone number', () => {
	it.each<[string, string, unknown, string]>([
		['+ before a number of a form with +', '=+{{ $json.phone }}', first, said.notAPhone],
		['+ before a national number', '=+{{ $json.phone }}', '01511234567', said.unknownCode],
		['of another channel', '={{ $json.phone }}', `whatsapp:${first}`, said.notAPhone],
		['several in a field', '={{ $json.phone }}', '15550100042,15550100043', said.twoNumbers],
		[
			'a number that is cleaned as text',
			"={{ $json.phone.replace(/^00/, '+') }}",
			15550100042,
			said.empty,
		],
	])('%s: refused, with its field and its item', async (_what, to, phone, why) => {
		const { error } = await run({ ...send('Hi'), to }, [{ phone } as IDataObject]);
		expect(error?.message).toContain("'To Number' ");
		expect(error?.message).toContain(why);
		expect(simulator.requests).toStrictEqual([]);
	});

	it('+ before a number of a form without +: read', async () => {
		await run({ ...send('Hi'), to: '=+{{ $json.phone }}' }, [{ phone: 15550100042 }]);
		expect(bodies()).toMatchObject([{ to: first }]);
	});

	it('the advice names the way out', async () => {
		const adviceOf = async (to: string, phone: unknown) => {
			const { error } = await run({ ...send('Hi'), to }, [{ phone } as IDataObject]);
			return error?.description;
		};
		expect(await adviceOf('={{ $json.phone }}', '15550100042,15550100043')).toContain('Split Out');
		expect(await adviceOf("={{ $json.phone.replace(/^00/, '+') }}", 1)).toContain(
			'String($json.phone)',
		);
	});
});

it('a lookup column gives a list of one: refused, with [0]', async () => {
	const parameters = { ...good.createContact, email: '={{ $json.email }}' };
	const { error } = await run(parameters, [{ email: ['ada@example.com'] }]);
	expect(error?.message).toContain(`'Email' ${said.notText}`);
	expect(error?.description).toContain('[0]');
	expect(simulator.requests).toStrictEqual([]);
});

it('call with metadata: the note goes out as written, and the ID stays', async () => {
	const metadata = '={"note": "{{ $json.note }}", "id": "{{ $json.id }}"}';
	const parameters = {
		...good.createCall,
		toNumber: '={{ $json.to }}',
		additionalFields: { metadata },
	};
	const notes = ['She said "now"', 'one\ntwo', 'x", "id": "9'];
	const items = notes.map((note, index) => ({ note, id: index, to: `+1555010004${index}` }));
	const { error } = await run(parameters, items);
	expect(error).toBeUndefined();
	expect(bodies().map((one) => one.metadata)).toStrictEqual(
		notes.map((note, index) => ({ note, id: String(index) })),
	);
});

it('import of a sheet: an empty cell keeps the stored note', async () => {
	const { id } = simulator.store.addContact({ phone: first, notes: 'Likes tea' });
	const parameters = {
		...good.upsertContact,
		phone: '={{ $json.phone }}',
		firstName: '={{ $json.name }}',
		additionalFields: { notes: '={{ $json.notes }}' },
	};
	const rows = [
		{ phone: first, name: 'Ada', notes: '' },
		{ phone: second, name: 'Bo', notes: 'Night calls' },
	];
	const { error } = await run(parameters, rows);
	expect(error).toBeUndefined();
	expect(simulator.store.contacts.get(id)).toMatchObject({ firstName: 'Ada', notes: 'Likes tea' });
	const [added] = simulator.store.contacts.all().filter((contact) => contact.id !== id);
	expect(added).toMatchObject({ firstName: 'Bo', notes: 'Night calls' });
});

it('tags with a semicolon are two tags', async () => {
	const parameters = {
		...good.createContact,
		additionalFields: { tags: '={{ $json.tags }}' },
	};
	await run(parameters, [{ tags: 'no-sms; vip' }]);
	expect(simulator.store.contacts.all()[0].tags).toStrictEqual(['no-sms', 'vip']);
});

it('a workflow on "updated" that updates ends by itself', async () => {
	const { id } = simulator.store.addContact({ phone: first });
	const poller = new Poller(simulator, { event: 'contactUpdated' });
	await poller.poll();
	simulator.clock.advance(60_000);
	simulator.store.updateContact(id, { notes: 'new' });
	const rounds: number[] = [];
	for (let poll = 0; poll < 5; poll += 1) {
		const items = (await poller.poll()).map(({ json }) => json);
		rounds.push(items.length);
		if (items.length === 0) continue;
		await run({ ...send('Hi'), to: '={{ $json.phone }}', options: {} }, items);
		const update = { contactId: '={{ $json.id }}', updateFields: { tags: 'told' } };
		await run({ ...good.updateContact, ...update }, items);
		simulator.clock.advance(60_000);
	}
	expect(rounds).toStrictEqual([1, 1, 0, 0, 0]);
	expect(simulator.store.contacts.get(id)?.tags).toStrictEqual(['told']);
});

it('SMS assistant: two people in one poll are two items, each with the number that memory is kept by', async () => {
	const poller = new Poller(simulator, { event: 'smsReceived' });
	await poller.poll();
	simulator.clock.advance(60_000);
	for (const from of [first, second]) {
		simulator.store.receiveSms({ from, to: '+15550100001', body: `I am ${from}` });
	}
	const items = (await poller.poll()).map(({ json }) => json);
	expect(items.map(({ fromPhone }) => fromPhone).sort()).toStrictEqual([first, second]);
	await run({ ...send('You said: {{ $json.body }}'), to: '={{ $json.fromPhone }}' }, items);
	const answers = bodies().map(({ to, body }) => [to, body]);
	expect(answers.sort()).toStrictEqual([first, second].map((to) => [to, `You said: I am ${to}`]));
});

/** What reached each number, in the order of sending. */
const reached = () => bodies().map(({ to }) => to);
const rowsOf = (execution: IRun, output: number) =>
	(execution.data.resultData.runData[sender] ?? []).flatMap(
		({ data }) => data?.main[output]?.map(({ json }) => json) ?? [],
	);

it('a loop of one with the same text goes on behind a refused row, and sends each row once', async () => {
	const people = [1, 2, 3, 4].map((last) => ({ to: `+1555020000${last}` }));
	simulator.fail({ body: { to: people[1].to } }, { kind: 'status', status: 400 });
	const execution = await runWorkflow({
		others: { Loop: loopOverItems(1) },
		connections: [`Loop 1 > ${sender}`, `${sender} 0 > Loop`, `${sender} 1 > Loop`],
		first: 'Loop',
		items: people,
		credential: simulator,
		parameters: send('Hi'),
		settings: { onError: 'continueErrorOutput' },
	});
	expect(execution.data.resultData.error).toBeUndefined();
	expect(reached()).toStrictEqual([0, 2, 3].map((row) => people[row].to));
	expect(rowsOf(execution, 1)).toMatchObject([
		{ ...people[1], error: { message: expect.stringContaining(people[1].to) as string } },
	]);
});

it('a mobile number "n/a" in a list: the others go out, and the row is told by name', async () => {
	const people = [
		{ name: 'Ada', mobile: first },
		{ name: 'Bo', mobile: 'n/a' },
		{ name: 'Cy', mobile: second },
	];
	const execution = await runWorkflow({
		others: { List: passes(), Refused: passes() },
		connections: [`List > ${sender}`, `${sender} 1 > Refused`],
		first: 'List',
		items: people,
		credential: simulator,
		parameters: { ...send('Hi', { includeInput: true }), to: '={{ $json.mobile }}' },
		settings: { onError: 'continueErrorOutput' },
	});
	expect(reached().sort()).toStrictEqual([first, second]);
	expect(rowsOf(execution, 1)).toMatchObject([
		{ ...people[1], error: { message: expect.stringContaining('"n/a"') as string } },
	]);
});
