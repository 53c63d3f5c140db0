import type { IDataObject } from 'n8n-workflow';

import { runAt, type NodeRun } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { empty, withSimulator } from '../../harness/service/service';
import { inRefusal, said } from '../../harness/n8n/messages';
import { good } from '../../harness/n8n/parameters';
import { passes, runWorkflow, sender } from '../../harness/n8n/workflow';

const simulator = withSimulator({ seed: empty });

const text = '=Hello {{ $json.name }}, see you at {{ $json["time"] }}';
const send = (options: IDataObject = {}, body = text) => ({
	...good.send,
	to: '={{ $json.to }}',
	body,
	...collections(options),
});
const people = (...rows: IDataObject[]) =>
	rows.map((row, index) => ({ to: `+1555020000${index}`, ...row }));
const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });
const sent = () =>
	simulator.requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as IDataObject).body);
const line = (texts: string, which: string, where: string) =>
	expect.stringContaining(`${texts} with a gap: ${which} (${where}).`) as string;

const wordLine = (texts: string, which: string, where: string) =>
	`${texts} ${said.failedWord}: ${which} (${where}). Check the data.`;

/** The items of `people`, as a line names them. */
const who = {
	1: '+15550200000 (item 1)',
	2: '+15550200001 (item 2)',
	'1-2': 'items 1-2 (+15550200000 to +15550200001)',
	'2-4': 'items 2-4 (+15550200001 to +15550200003)',
};

const rows = people(
	{ name: 'Ada', time: '9:00' },
	{ name: '', time: 9 },
	{ name: '  ' },
	{ name: null, time: false },
);

test('a line above the output counts the empty blanks, and the messages go out as n8n writes them', async () => {
	const { hints, error, items } = await run(send(), rows);
	expect(error).toBeUndefined();
	expect(sent()).toStrictEqual([
		'Hello Ada, see you at 9:00',
		'Hello , see you at 9',
		'Hello   , see you at ',
		'Hello , see you at false',
	]);
	expect(hints).toStrictEqual([line('3 texts', '$json.name (3), $json["time"]', who['2-4'])]);
	expect(items.map(({ json }) => 'emptyIn' in json)).toStrictEqual([false, false, false, false]);
});

test('no line without an empty blank, and none for a text without blanks', async () => {
	const full = people({ name: 'Ada', time: '9:00' });
	expect((await run(send(), full)).hints).toStrictEqual([]);
	expect((await run(send({}, 'Hello {{ $json.name }}'), people({}))).hints).toStrictEqual([]);
});

test('a blank beside an expression that only n8n can read counts, too', async () => {
	const mixed = '=Hello {{ $json.name }}{{ $json.name }}, {{ $json.time ?? "soon" }}{{ 1 + 1 }}';
	const { hints } = await run(send({}, mixed), people({}, { name: 'Ada' }));
	expect(sent()).toStrictEqual(['Hello , soon2', 'Hello AdaAda, soon2']);
	expect(hints).toStrictEqual([line('1 text', '$json.name', who[1])]);
});

test('the option refuses an item with an empty blank before anything is sent', async () => {
	const { error } = await run(send({ refuseEmptyBlanks: true }), rows);
	expect(error?.message).toContain("'Message' has an empty blank: name");
	expect(error?.description).toContain("'Refuse Empty Blanks'");
	expect(simulator.requests).toStrictEqual([]);
});

test('where the node continues on errors, the option refuses these items alone, and no line counts them', async () => {
	const settings = { onError: 'continueRegularOutput' as const };
	const { items, hints } = await run(send({ refuseEmptyBlanks: true }), rows, { settings });
	expect(sent()).toStrictEqual(['Hello Ada, see you at 9:00']);
	expect(items.map(({ json }) => (json.error as IDataObject | undefined)?.message)).toStrictEqual([
		undefined,
		"'Message' has an empty blank: name",
		"'Message' has an empty blank: name, time",
		"'Message' has an empty blank: name",
	]);
	expect(hints).toStrictEqual([`Failed: 3 of 4, ${who['2-4']}.`]);
});

test('the option is read for each item; switched off, it refuses nothing', async () => {
	const options = { refuseEmptyBlanks: '={{ $json.strict }}' };
	const some = people({ time: 1, strict: 'false' }, { name: 'Ada', time: 1, strict: 'true' });
	const { hints, error } = await run(send(options), some);
	expect(error).toBeUndefined();
	expect(sent()).toHaveLength(2);
	expect(hints).toStrictEqual([line('1 text', '$json.name', who[1])]);
	const wrong = await run(send(options), people({ name: 'Ada', time: 1, strict: 'maybe' }));
	expect(wrong.error?.message).toContain(`'Refuse Empty Blanks' ${said.notABoolean}`);
});

describe('in a dry run', () => {
	test('each row names its empty blanks, and the line counts them', async () => {
		const { items, hints } = await run(send({ dryRun: true }), rows);
		expect(simulator.requests).toStrictEqual([]);
		expect(items.map(({ json }) => json.emptyIn)).toStrictEqual([
			null,
			'$json.name',
			'$json.name, $json["time"]',
			'$json.name',
		]);
		expect(hints).toContainEqual(line('3 texts', '$json.name (3), $json["time"]', who['2-4']));
	});

	test('a row that fails for another reason names them, too', async () => {
		const { items } = await run(send({ dryRun: true }), [{ to: 'nobody', time: 1 }]);
		expect(items[0].json).toMatchObject({ outcome: 'failed', emptyIn: '$json.name' });
	});

	test('a row whose contact cannot be looked up names them, too', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 });
		const options = { dryRun: true, skipTag: 'no-sms' };
		const { items } = await run(send(options), people({ time: 1 }));
		expect(items[0].json).toMatchObject({ outcome: 'failed', emptyIn: '$json.name' });
	});

	test('a row with an object that n8n cannot write names it', async () => {
		const body = '=Hello {{ $json.name }}, see you at {{ $json.time }}';
		const some = people({ name: { toString: 1 }, time: '9:00' }, { name: 'Ada', time: '9:00' });
		const { items } = await run(send({ dryRun: true }, body), some);
		expect(items.map(({ json }) => [json.outcome, json.emptyIn])).toStrictEqual([
			['wouldSend', '$json.name'],
			['wouldSend', null],
		]);
	});

	test('a text without blanks has no such column', async () => {
		const { items } = await run(send({ dryRun: true }, '={{ $json.name }}'), people({ name: 'A' }));
		expect(items.map(({ json }) => 'emptyIn' in json)).toStrictEqual([false]);
	});

	test('the option refuses a row, and the others are checked all the same', async () => {
		const { items } = await run(send({ dryRun: true, refuseEmptyBlanks: true }), rows.slice(0, 2));
		expect(items.map(({ json }) => json.outcome)).toStrictEqual(['wouldSend', 'failed']);
		expect(items[1].json.reason).toContain("'Message' has an empty blank: name.");
		expect(items.map(({ json }) => json.emptyIn)).toStrictEqual([null, '$json.name']);
		// A failed row has the columns of its list, too.
		const [fine, failed] = items.map(({ json }) => Object.keys(json));
		expect(failed.filter((name) => !fine.includes(name)).sort()).toStrictEqual(['name', 'time']);
	});
});

test('a skipped item is not counted, because nothing goes out', async () => {
	const { id } = simulator.store.addContact({ tags: ['no-sms'] });
	Object.assign(simulator.store.contacts.get(id) as object, { phone: '+15550200000' });
	const { hints } = await run(
		send({ skipTag: 'no-sms' }),
		people({ time: 1, name: '' }, { time: 2, name: '' }),
	);
	expect(sent()).toHaveLength(1);
	expect(hints).toContainEqual(line('1 text', '$json.name', who[2]));
});

test('items that an earlier try sent count, too', async () => {
	simulator.fail({ method: 'POST', path: '/sms/send' }, { kind: 'status', status: 400 }, 1);
	const { hints } = await run(send(), people({ time: 1, name: '' }, { time: 2, name: '' }), {
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(hints).toStrictEqual([line('2 texts', '$json.name (2)', who['1-2'])]);
});

test('a question that waits for its reply is looked at in the same way', async () => {
	const ask = {
		...send({ dryRun: true }),
		operation: 'sendAndWait',
		message: text,
		responseType: 'smsReply',
	};
	const { items, hints } = await run(ask, people({ time: 1 }));
	expect(items[0].json.emptyIn).toBe('$json.name');
	expect(hints).toContainEqual(line('1 text', '$json.name', who[1]));
	const refusing = { ...ask, ...collections({ refuseEmptyBlanks: true }) };
	const { error } = await run(refusing, people({ time: 1 }));
	expect(error?.message).toContain("'Message' has an empty blank: name");
});

test('as a tool, the model reads the line, and the refusal says who can correct it', async () => {
	const { items } = await run({ ...send(), to: '+15550200001' }, [{ time: 1 }], { asTool: true });
	expect(items[1].json.message).toEqual(line('1 text', '$json.name', '+15550200001 (item 1)'));
	const refusing = { ...send({ refuseEmptyBlanks: true }), to: '+15550200001' };
	const refused = await run(refusing, [{ time: 1 }], { asTool: true });
	expect(JSON.stringify(refused.items[0]?.json ?? refused.error)).toContain('empty blank: name');
});

describe('an expression that is more than a path into the item', () => {
	type Row = [expression: string, shown: string, data?: IDataObject];
	const gap = (expression: string, data?: IDataObject): Row => [expression, expression, data];
	// Each with the data of the item, beside its number.
	const empty: Row[] = [
		gap('$input.item.json.name'),
		gap("$input.first().json['name']"),
		gap('$input.all()[0].json.name'),
		gap('$data.name'),
		gap('$json.a?.b'),
		gap('$json.a && $json.a.b'),
		gap('$input.item.json.none', { none: '' }),
		gap('$input.item.json.none', { none: '  ' }),
		gap('$input.item.json.none', { none: [] }),
		gap("DateTime.fromFormat('tomorrow', 'd.M.yyyy').toFormat('t')"),
		gap("new Date('tomorrow')"),
		gap("'9' * 'x'"),
		gap("String(Number('x'))"),
		gap('1 / 0'),
		["'at ' + $json.time", '$json.time'],
		["'at ' + $json.time + ' sharp'", '$json.time'],
		['`at ${$json.time} sharp`', '$json.time'],
		["'Dear ' + $json.title + ' ' + $json.none", '$json.title, $json.none', { title: null }],
		["'Dear ' + $json.title", '$json.title', { title: '' }],
		['`Hello ${$json.title}, we got it`', '$json.title', { title: ' ' }],
		["`it's ${$json.title}`", '$json.title'],
		["'Dear ' + $input.item.json.title.trim()", '$input.item.json.title', { title: '' }],
		["'Dear ' + $json.person", '$json.person', { person: { a: 1 } }],
		gap("'costs ' + (2 * $json.price) + ' euros'"),
		gap("'costs ' + Number('x') + ' euros'"),
		gap('$json.note.trim()', { note: ' undefined ' }),
		gap('$json.tags.filter(Boolean)', { tags: [] }),
		gap('$json.tags.filter(Boolean)', { tags: ['', null] }),
		gap('new Map()'),
		gap('$json.to.trim'),
		gap('$input.item.json.to.trim'),
		gap('$json.date', { date: 'Invalid DateTime' }),
		gap('$json.value', { value: 'NaN' }),
		gap('$json.value', { value: Infinity }),
	];

	test.each(empty)('%s leaves an empty blank', async (expression, shown, data = {}) => {
		const body = `=Hello {{ ${expression} }}!`;
		const told = await run(send({}, body), people(data));
		expect(told.error).toBeUndefined();
		expect(told.hints).toStrictEqual([line('1 text', shown, who[1])]);
		const dry = await run(send({ dryRun: true }, body), people(data));
		expect(dry.items[0].json).toMatchObject({ outcome: 'wouldSend', emptyIn: shown });
		const posts = sent().length;
		const { error } = await run(send({ refuseEmptyBlanks: true }, body), people(data));
		const named = shown.startsWith('$json') ? shown.split(', ').map(inRefusal).join(', ') : shown;
		expect(error?.message).toContain(`'Message' has an empty blank: ${named}`);
		expect(sent()).toHaveLength(posts);
	});

	const meant: Array<[string, IDataObject?]> = [
		["$json.title ? $json.title + ' ' : ''"],
		["$json.title ?? ''"],
		["'Hi ' + ($json.title ?? '') + $json.to"],
		["'Hi ' + ($json.title || 'you')"],
		["'Hi' + ($json.title && ' ' + $json.title)", { title: '' }],
		["$json.list.map((one) => one.a + ': ' + one.b).join(', ')", { list: [{ a: 1, b: '' }] }],
		["'Sum: ' + ($json.a + $json.b)", { a: 1, b: 2 }],
		["$input.item.json.title ?? ''"],
		["$json.to.replace(/.*/, '')"],
		['$json.flag', { flag: false }],
		['$json.flag && "x"', { flag: false }],
		['$json.count', { count: 0 }],
		['$json.film', { film: 'To Infinity' }],
		['$json.note', { note: 'NaN bread' }],
		// A person's own text may end in such a word.
		...['The result is undefined', 'worth NaN', 'Title: "undefined"'].flatMap(
			(note): Array<[string, IDataObject]> => [
				['$json.note', { note }],
				['$json.note.trim()', { note }],
				['$input.item.json.note', { note }],
				['$input.first().json.note.slice(0, 99)', { note }],
			],
		),
		['$json.tags.filter(Boolean)', { tags: ['vip'] }],
		["$json.tags.filter(Boolean).join(', ')", { tags: [] }],
		['$json.note', { note: 'Undefined' }],
		['$json.name', { name: 'Nan' }],
		["$now.toFormat('yyyy')"],
		["DateTime.fromISO('2026-01-31').toISODate()"],
		['new Date(0).toISOString()'],
		['$json.list', { list: [1, 2] }],
		['$json.note', { note: 'undefined behaviour' }],
		['$json.note.trim()', { note: 'Hotel Infinity' }],
		['$json.pool.trim()', { pool: 'Infinity Pool' }],
		['/* first */ $json.name', { name: 'Ada' }],
		['\n\t$json.name\n', { name: 'Ada' }],
		['$json.name }}{{$json.name', { name: 'Ada' }],
		['$now'],
	];

	test.each(meant)('%s is meant', async (expression, data = {}) => {
		const body = `=Hello {{ ${expression} }}!`;
		const { error, hints } = await run(send({ refuseEmptyBlanks: true }, body), people(data));
		expect(error).toBeUndefined();
		expect(hints).toStrictEqual([]);
	});
});

test.each(['undefined', 'The result is undefined', 'NaN', 'Invalid Date'])(
	"a model's text is data: %s",
	async (name) => {
		const piece = "{{ $fromAI('name', 'name', 'string') }}";
		const parameters = send({ refuseEmptyBlanks: true }, `=Hello ${piece}`);
		const { error, hints } = await run(parameters, people({ name }), { asTool: true });
		expect(error).toBeUndefined();
		expect(hints).toStrictEqual([]);
		expect(sent()).toStrictEqual([`Hello ${name}`]);
	},
);

describe('a text that is one expression', () => {
	test.each([
		['Your visit: Invalid DateTime. See you!', 'Invalid DateTime'],
		['Hello undefined', 'undefined'],
		['You owe NaN euros', 'NaN'],
		['Hi function trim() { [native code] }', '{ [native code] }'],
	])('%s: a line names the word', async (text, word) => {
		const { hints } = await run(send({}, '={{ $json.text }}'), people({ text }));
		expect(hints).toStrictEqual([wordLine('1 text', `${word} in $json.text`, who[1])]);
		const made = await run(send({}, '={{ $json.text + "" }}'), people({ text }));
		expect(made.hints).toStrictEqual([wordLine('1 text', `${word} in $json.text + ""`, who[1])]);
		const dry = await run(send({ dryRun: true }, '={{ $json.text }}'), people({ text }));
		expect(dry.items[0].json).toMatchObject({
			outcome: 'wouldSend',
			emptyIn: `${word} in $json.text`,
		});
		expect(dry.hints).toContain(wordLine('1 text', `${word} in $json.text`, who[1]));
	});

	test('the option does not refuse it: the text may be meant', async () => {
		const some = people({ text: 'Hello undefined' }, { text: 'Hello Ada' });
		const { error, hints } = await run(
			send({ refuseEmptyBlanks: true }, '={{ $json.text }}'),
			some,
		);
		expect(error).toBeUndefined();
		expect(sent()).toStrictEqual(['Hello undefined', 'Hello Ada']);
		expect(hints).toStrictEqual([wordLine('1 text', 'undefined in $json.text', who[1])]);
	});

	test('the line counts what an earlier try sent', async () => {
		simulator.fail({ method: 'POST', path: '/sms/send' }, { kind: 'status', status: 400 }, 1);
		const texts = people({ text: 'It is NaN' }, { text: 'It is NaN' });
		const { hints } = await run(send({}, '={{ $json.text }}'), texts, {
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(hints).toStrictEqual([wordLine('2 texts', 'NaN in $json.text (2)', who['1-2'])]);
	});

	test.each(['To Infinity and beyond', 'Undefined, said Nan', 'undefinedly'])(
		'%s is a text like any other',
		async (text) => {
			const { hints } = await run(send({}, '={{ $json.text }}'), people({ text }));
			expect(hints).toStrictEqual([]);
		},
	);
});

test('a field of another node that is missing is an empty blank', async () => {
	const named = [
		"$('Form').item.json.name",
		"$('Form').first().json.name",
		'$node["Form"].json["name"]',
		"$('Form').item.json.name.trim",
		"$('Form').item.json?.name",
	];
	for (const expression of named) {
		const parameters = send({}, `=Hello {{ ${expression} }}, your {{ $('Form').item.json.order }}`);
		const { data } = await runWorkflow({
			others: { Form: passes() },
			connections: [`Form > ${sender}`],
			first: 'Form',
			items: people({ order: 'A-1' }),
			credential: simulator,
			parameters,
		});
		const [task] = data.resultData.runData[sender];
		const isFunction = expression.endsWith('trim');
		expect(task.hints?.map(({ message }) => message) ?? [task.error]).toStrictEqual(
			isFunction ? [expect.anything()] : [line('1 text', expression, who[1])],
		);
	}
});

describe('a field that no row has', () => {
	const slip = "No row has 'Name'. Fields: to, name, visits. Correct it, or write";
	const two = people({ name: 'Ada', visits: [] }, { name: 'Bo' });

	test.each([
		['Hello {{ $json.Name }}', two],
		['Hello {{ $json["Name"] }}, {{ $json.name }}', two],
		['Hello {{ $json.Name.first }}', two],
		['Hello {{ $json.Name }}', two.slice(0, 1)],
	])('%s sends nothing', async (body, items) => {
		const { error } = await run(send({}, `=${body}`), items);
		expect(error?.message).toMatch(/'Message' has an empty blank: \$json[.[]"?Name/);
		expect(error?.description).toContain(slip);
		expect(error?.description).not.toContain('valid ones');
		expect(sent()).toStrictEqual([]);
		const dry = await run(send({ dryRun: true }, `=${body}`), items);
		expect(dry.items.map(({ json }) => json.outcome)).toStrictEqual(items.map(() => 'failed'));
	});

	test('each row says so where the node goes on', async () => {
		const { items } = await run(send({}, '=Hello {{ $json.Name }}'), two, {
			settings: { onError: 'continueRegularOutput' },
		});
		const reason = expect.stringContaining('has an empty blank: $json.Name') as string;
		expect(items.map(({ json }) => json.reason)).toStrictEqual([reason, reason]);
		expect(sent()).toStrictEqual([]);
	});

	test.each([
		['one row, which may lack a field by right', 'Hello {{ $json.title }}', people({})],
		['a field that one row has', 'Hello {{ $json.name }}', people({ name: 'Ada' }, {})],
		['a field that is there and empty', 'Hello {{ $json.name }}', people({ name: null }, {})],
		['a field of a field', 'Hello {{ $json.visits[3] }}', two],
		['an expression that is more', 'Hello {{ $json.Name ?? "you" }}', two],
	])('%s: they are sent', async (_name, body, items) => {
		const { error } = await run(send({}, `=${body}`), items);
		expect(error).toBeUndefined();
		expect(sent()).toHaveLength(items.length);
	});
});
