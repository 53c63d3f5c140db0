import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../harness/time/clock';
import { runNode, type NodeRun } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { empty, service } from '../../harness/service/service';
import { serviceTime } from '../../harness/time/serviceTime';
import { companyNumbers, type Simulator, type SimulatorOptions } from '../../simulator';
import { untyped } from '../../harness/n8n/fake';
import { said } from '../../harness/n8n/messages';
import { good } from '../../harness/n8n/parameters';

const to = '+14155550142';
const other = '+14155550143';

const send = (options: IDataObject = {}) => ({
	...good.send,
	to: '={{ $json.to }}',
	body: 'Ready',
	...collections({ skipTag: 'no-sms', ...options }),
});
const call = {
	...good.createCall,
	toNumber: '={{ $json.to }}',
	additionalFields: {},
	...collections({ skipTag: 'no-sms' }),
};
const withContacts = async (
	contacts: Array<{ phone: string; tags?: string[] }>,
	options: SimulatorOptions = {},
) => {
	const simulator = await service({ seed: empty, ...options });
	for (const contact of contacts) {
		// Stored as it is written: the service's own form is one of several.
		const { id } = simulator.store.addContact({ ...contact });
		Object.assign(simulator.store.contacts.get(id) as object, { phone: contact.phone });
	}
	return simulator;
};
const run = async (
	simulator: Simulator,
	receivers: string[],
	parameters: IDataObject = send(),
	more: Partial<NodeRun> = {},
) => {
	const items = receivers.map((receiver) => ({ to: receiver }));
	const given = { parameters, items, credential: simulator, clock: testClock(), ...more };
	const result = await runNode(given);
	const lookUps = simulator.requests.filter(({ path }) => path.endsWith('/contacts'));
	const sent = simulator.ledger.map(({ body }) => {
		const { to: number, toNumber } = body as { to?: string; toNumber?: string };
		return number ?? toNumber;
	});
	return { ...result, json: result.items.map(({ json }) => json), lookUps, sent };
};

/** The line about receivers whom the tag could not keep back. */
const withoutContact = (of: string) =>
	expect.stringContaining(`No contact was found for ${of},`) as string;
const skippedItem = { to, from: companyNumbers[0], body: 'Ready', outcome: 'skipped' };

test('a contact with the tag is skipped, with the reason; the others get the message', async () => {
	const simulator = await withContacts([
		{ phone: to, tags: ['vip', 'no-sms'] },
		{ phone: other, tags: ['vip'] },
	]);
	const { json, sent, hints } = await run(simulator, [to, other, '+14155550144']);
	expect(hints).toStrictEqual([
		expect.stringMatching(/^1 item was skipped, .*: "no-sms" \(\+14155550142 \(item 1\)\)\.$/),
		withoutContact('1 of 3 receivers'),
	]);
	expect(json[0]).toMatchObject({ ...skippedItem, reason: `${said.hasTag} "no-sms"` });
	expect(json.map(({ status }) => status)).toStrictEqual([null, 'queued', 'queued']);
	expect(sent.sort()).toStrictEqual([other, '+14155550144']);
});

test('nobody with the tag is called', async () => {
	const simulator = await withContacts([{ phone: to, tags: ['no-sms'] }]);
	const { json, sent } = await run(simulator, [to], call);
	expect(json).toStrictEqual([
		{
			toNumber: to,
			fromNumber: companyNumbers[0],
			outcome: 'skipped',
			reason: `${said.hasTag} "no-sms"`,
		},
	]);
	expect(sent).toStrictEqual([]);
});

test.each([
	['a tag in other case', [{ phone: to, tags: ['No-SMS '] }]],
	['a tag with the hyphen U+2010', [{ phone: to, tags: ['no\u2010sms'] }]],
	['a tag with the hyphen U+2011 of Word', [{ phone: to, tags: ['no\u2011sms'] }]],
	['a number in national form', [{ phone: '4155550142', tags: ['no-sms'] }]],
	['a contact twice, the second with the tag', [{ phone: to }, { phone: to, tags: ['no-sms'] }]],
	[
		'a contact twice, the one in national form with the tag',
		[{ phone: to }, { phone: '4155550142', tags: ['no-sms'] }],
	],
])('%s is skipped', async (_, contacts) => {
	const { json, sent } = await run(await withContacts(contacts), [to]);
	expect(json).toMatchObject([skippedItem]);
	expect(sent).toStrictEqual([]);
});

test.each(['GB', 'DE', 'US'])(
	'a number without a country code counts, whatever the Default Country (%s)',
	async (defaultCountry) => {
		const simulator = await withContacts([{ phone: '4155550142', tags: ['no-sms'] }]);
		const { sent } = await run(simulator, [to], send({ defaultCountry }));
		expect(sent).toStrictEqual([]);
	},
);

test.each([
	['4155550142', to],
	[to, '4155550142'],
])('a search that knows whole numbers finds %s without and %s with the tag', async (...phones) => {
	const [without, tagged] = phones;
	const simulator = await withContacts([{ phone: without }, { phone: tagged, tags: ['no-sms'] }]);
	simulator.store.matches = (texts, term) => texts.includes(term);
	expect((await run(simulator, [to])).sent).toStrictEqual([]);
});

describe.each([
	['+5215512345678', '+525512345678'],
	['+525512345678', '+5215512345678'],
	['+5491112345678', '+541112345678'],
	['+541112345678', '+5491112345678'],
])('%s and %s are one phone', (phone, sameAs) => {
	const tagged = { phone, tags: ['no-sms'] };
	const searches: Array<[string, Partial<Simulator['store']>]> = [
		['inside numbers', {}],
		['whole numbers', { matches: (texts, term) => texts.includes(term) }],
		[
			'whole numbers with and without the country code',
			{
				matches: (texts, term) =>
					texts.some((one) => [one, one?.replace(/^\+5[24]/, '')].includes(term)),
			},
		],
	];
	test.each(searches)('for a search that knows %s', async (_, search) => {
		const alone = await withContacts([tagged]);
		Object.assign(alone.store, search);
		expect((await run(alone, [sameAs])).sent).toStrictEqual([]);
		for (const to of [phone, sameAs]) {
			const second = await withContacts([{ phone: sameAs }, tagged]);
			Object.assign(second.store, search);
			expect((await run(second, [to])).sent).toStrictEqual([]);
		}
	});

	test('the number goes out as written', async () => {
		const { sent } = await run(await withContacts([{ phone }]), [sameAs]);
		expect(sent).toStrictEqual([sameAs]);
	});
});

test('a list that holds several tags in one text', async () => {
	const simulator = await withContacts([{ phone: to, tags: ['vip, no-sms'] }]);
	expect((await run(simulator, [to])).sent).toStrictEqual([]);
});

test('several tags, and tags as text', async () => {
	const simulator = await withContacts([{ phone: to, tags: untyped('vip, Arre\u0302t') }]);
	const listed = ['={{ ["no-sms", "arrêt"] }}', '={{ ["no-sms, arrêt"] }}'];
	for (const skipTag of ['no-sms, arrêt', '["no-sms","arrêt"]', ...listed]) {
		const { json } = await run(simulator, [to], send({ skipTag }));
		expect(json).toMatchObject([{ ...skippedItem, reason: `${said.hasTag} "arrêt"` }]);
	}
});

describe.each([
	['objects', [{ name: 'no-sms' }]],
	['an object', { name: 'no-sms' }],
	['JSON text of a list that was cut off', '["no-sms'],
	['JSON text of an object', ' {"name": "no-sms"}'],
	['a list with a list', ['vip', ['no-sms']]],
	['a list with nothing', [null]],
	['true or false', true],
	['a list with JSON text', ['vip', '{"name":"no-sms"}']],
])('tags that cannot be read: %s', (_, tags) => {
	const unreadable = { phone: to, tags: untyped(tags) };
	test('fail the item, and nothing is sent', async () => {
		const simulator = await withContacts([unreadable]);
		const settings = { onError: 'continueRegularOutput' as const };
		const { json, sent, hints } = await run(simulator, [to, other], send(), { settings });
		const { message, description } = json[0].error as IDataObject;
		expect(message).toBe(`Not sent: SMS to ${to}`);
		expect(description).toMatch(/^The tags of contact \w+ cannot be read/);
		expect(JSON.stringify(json[0])).toContain('"mayHaveBeenDone":false');
		expect(sent).toStrictEqual([other]);
		// The search works: it found a contact.
		expect(hints).toStrictEqual([
			'Failed: 1 of 2, +14155550142 (item 1).',
			expect.stringContaining('No contact was found for 1 of 2 receivers'),
		]);
	});

	test('do not matter where another contact of the number has the tag', async () => {
		const simulator = await withContacts([unreadable, { phone: to, tags: ['no-sms'] }]);
		expect((await run(simulator, [to])).json).toMatchObject([skippedItem]);
	});
});

test.each([[null], [''], [[]], ['vip, [new]'], [['[VIP]', 7, ' ']]])(
	'tags %j are no reason to skip or to fail',
	async (tags) => {
		const simulator = await withContacts([{ phone: to, tags: untyped(tags) }]);
		expect((await run(simulator, [to])).sent).toStrictEqual([to]);
	},
);

test('an untagged contact is not all, where the service counts more contacts than it gives', async () => {
	const simulator = await withContacts([{ phone: to, tags: [] }]);
	simulator.fail({ path: '*/contacts' }, { kind: 'counts', value: { total: 3 } }, Infinity);
	expect((await run(simulator, [to])).sent).toStrictEqual([]);
});

test.each([
	['', []],
	[', also after a wrong item', ['nobody']],
])(
	'with Send Interval each receiver is looked up right before its message, in order%s',
	async (_name, wrong) => {
		const numbers = [110, 111, 112].map((end) => `+14155550${end}`);
		const simulator = await withContacts(numbers.map((phone) => ({ phone })));
		simulator.fail({ method: 'GET', query: { search: '4155550110' } }, { kind: 'delay', ms: 100 });
		const { sent } = await run(simulator, [...wrong, ...numbers], send({ sendInterval: 1 }), {
			settings: { onError: 'continueRegularOutput' },
		});
		expect(sent).toStrictEqual(numbers);
		const kinds = simulator.requests.map(({ method }) => method);
		// Both spellings of the number are searched for.
		const each = ['GET', 'GET', 'POST'];
		expect(kinds).toStrictEqual([...each, ...each, ...each]);
	},
);

test('another tag, or a part of the tag, skips nobody', async () => {
	const { sent } = await run(await withContacts([{ phone: to, tags: ['no-sms-friday'] }]), [to]);
	expect(sent).toStrictEqual([to]);
});

test('a contact whose number only ends in the same digits is somebody else', async () => {
	const contacts = [{ phone: '+494155550142', tags: ['no-sms'] }];
	expect((await run(await withContacts(contacts), [to])).sent).toStrictEqual([to]);
});

describe('in the wait of Send Interval', () => {
	const { time, clock, watch } = serviceTime();

	test.each([
		['a second message to the same number', [to, to]],
		['the next number', [other, to]],
	])('a person writes STOP: %s is not sent', async (_, receivers) => {
		const began = time.passed();
		const simulator = await withContacts([{ phone: to }], { clock });
		watch(simulator);
		const stop = async () => {
			await time.sleep(300_000);
			Object.assign(simulator.store.contacts.all()[0], { tags: ['no-sms'] });
		};
		const sending = run(simulator, receivers, send({ sendInterval: 600 }), { clock: time });
		const [{ json, sent }] = await time.run(Promise.all([sending, stop()]));
		expect(sent).toStrictEqual(receivers.slice(0, 1));
		expect(json).toMatchObject([{ status: 'queued' }, { ...skippedItem, to }]);
		// The skipped item waits as well, because its look-up does; then the run is over.
		expect(time.passed() - began).toBe(600_000);
	});
});

test.each([{}, { sendInterval: 0.001 }])(
	'every item to a contact with the tag is skipped, also with %j',
	async (options) => {
		const simulator = await withContacts([{ phone: to, tags: ['no-sms'] }]);
		const { json, lookUps } = await run(simulator, [to, to, to], send(options));
		expect(json).toMatchObject([skippedItem, skippedItem, skippedItem]);
		expect(lookUps).toHaveLength(6);
	},
);

test('where the contact cannot be read, the item fails and nothing is sent', async () => {
	const simulator = await withContacts([{ phone: other }]);
	simulator.fail(
		{ method: 'GET', query: { search: '4155550142' } },
		{ kind: 'status', status: 500 },
		10,
	);
	const { json, sent } = await run(simulator, [to, other], send(), {
		settings: { onError: 'continueRegularOutput' },
	});
	expect(json[0].error).toMatchObject({
		message: `Not sent: SMS to ${to}`,
		description: expect.stringContaining('needs its contact') as string,
	});
	expect(JSON.stringify(json[0])).toContain('"mayHaveBeenDone":false');
	expect(sent).toStrictEqual([other]);
});

test('a service that gives fewer contacts than it counts leaves it open: nothing is sent', async () => {
	const simulator = await withContacts([{ phone: other }]);
	simulator.fail({ path: '*/contacts' }, { kind: 'counts', value: { total: 3 } }, Infinity);
	const { error, sent } = await run(simulator, [to]);
	expect(error?.message).toBe(`Not sent: SMS to ${to}`);
	expect(error?.description).toContain('counts 3 more contacts than it returns');
	expect(sent).toStrictEqual([]);
});

test('a line says how many receivers have no contact, and claims nothing about the search', async () => {
	const simulator = await withContacts([{ phone: to }]);
	const none = await run(simulator, [other, '+14155550144', other]);
	expect(none.hints).toStrictEqual([
		expect.stringMatching(/^Several rows go to one number/),
		withoutContact('2 of 2 receivers'),
	]);
	expect((await run(simulator, [other, to])).hints).toStrictEqual([
		withoutContact('1 of 2 receivers'),
	]);
	expect((await run(simulator, [to])).hints).toStrictEqual([]);
	expect((await run(simulator, [other])).hints).toStrictEqual([withoutContact('1 of 1 receiver')]);
});

test('a service that knows the search by another name gives all contacts: found all the same', async () => {
	const contacts = [{ phone: other }, { phone: to, tags: ['no-sms'] }];
	const simulator = await withContacts(contacts, { names: { search: 'query' }, strict: false });
	const { sent } = await run(simulator, [to]);
	expect(sent).toStrictEqual([]);
});

const noTags = [
	'',
	' ',
	' , ',
	'[]',
	'={{ $json.tag }}',
	'={{ $json.tag }},{{ $json.tag }}',
	'={{ [] }}',
];

test.each(noTags)('a tag that is %j sends nothing', async (skipTag) => {
	const simulator = await withContacts([]);
	const { error } = await run(simulator, [to], send({ skipTag }));
	expect(error?.message).toContain('Skip Contacts With Tag');
	expect(simulator.requests).toStrictEqual([]);
});

test('a tag in the option with the hyphen of Word', async () => {
	const simulator = await withContacts([{ phone: to, tags: ['no-sms'] }]);
	const { sent } = await run(simulator, [to], send({ skipTag: 'no\u2011sms' }));
	expect(sent).toStrictEqual([]);
});

test('a skipped contact takes no Send Once Key and is looked up again by the next try', async () => {
	const simulator = await withContacts([{ phone: to, tags: ['no-sms'] }]);
	const { json } = await run(simulator, [to], send({ onceKey: 'a', dryRun: true }));
	expect(json).toMatchObject([skippedItem]);
});

test('a model is told that the person does not want the message, and to try no other way', async () => {
	const simulator = await withContacts([{ phone: to, tags: ['no-sms'] }]);
	const { error, json, sent } = await run(simulator, [to], send(), { asTool: true });
	expect(error).toBeUndefined();
	expect(json).toStrictEqual([
		{
			outcome: 'skipped',
			message: `${said.nothingSent}: this person does not want this. ${said.notAnotherWay}`,
		},
	]);
	expect(JSON.stringify(json)).not.toContain('no-sms');
	expect(sent).toStrictEqual([]);
});
