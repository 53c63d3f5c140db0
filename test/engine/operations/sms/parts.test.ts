import type { IDataObject } from 'n8n-workflow';

import { runAt } from '../../../harness/n8n/engine';
import { collections } from '../../../harness/n8n/options';
import { empty, service } from '../../../harness/service/service';
import { said } from '../../../harness/n8n/messages';
import { good } from '../../../harness/n8n/parameters';

async function send(bodies: string[], options: IDataObject = {}) {
	const simulator = await service({ seed: empty });
	const result = await runAt(
		simulator,
		{ ...good.send, to: '={{ $json.to }}', body: '={{ $json.body }}', ...collections(options) },
		{ items: bodies.map((body, index) => ({ to: `+1415555014${index}`, body })) },
	);
	const sent = simulator.ledger.map(({ body }) => (body as { body: string }).body);
	return { ...result, json: result.items.map(({ json }) => json), sent };
}

test('the output tells how many parts a message takes, and in which encoding', async () => {
	const { json, hints } = await send(['Ready', 'a'.repeat(161), '“Ready”', '🎉'.repeat(36)]);
	expect(json.map(({ segments, encoding }) => [segments, encoding])).toStrictEqual([
		[1, 'GSM-7'],
		[2, 'GSM-7'],
		[1, 'UCS-2'],
		[2, 'UCS-2'],
	]);
	expect(hints).toStrictEqual([
		expect.stringContaining('2 messages need more than one SMS part, 4 parts in total.'),
	]);
});

test.each([
	[
		'messages that were sent',
		[false, true, false],
		'1 message needs more than one SMS part, 2 parts',
	],
	[
		'messages that would be, in a dry run',
		[true, true, true],
		'2 messages need more than one SMS part, 5',
	],
])('the line about parts counts %s', async (_what, dry, line) => {
	const dryRun = `={{ ${JSON.stringify(dry)}[$itemIndex] }}`;
	const { hints } = await send(['a'.repeat(161), 'a'.repeat(400), 'Go'], { dryRun });
	expect(hints.filter((hint) => hint.includes('part'))).toStrictEqual([
		expect.stringContaining(line),
	]);
});

test('no line where each message takes one part', async () => {
	expect((await send(['Ready', 'Go'])).hints).toStrictEqual([]);
});

test('a longer text than allowed is refused before anything is sent, with what makes it long', async () => {
	const text = `“${'a'.repeat(69)}”`;
	const { error, sent } = await send(['Ready', text], { maxSegments: 1 });
	expect(error?.message).toContain("'Message' needs 2 SMS parts, but 'Max Parts' allows 1");
	expect(error?.description).toContain("'Use Plain Characters' replaces “, ”.");
	expect(sent).toStrictEqual([]);
});

test('Plain Characters are no advice for letters that they do not replace', async () => {
	const { error } = await send(['ж'.repeat(71)], { maxSegments: 1 });
	expect(error?.description).toContain('Parts hold less text because of ж.');
	expect(error?.description).not.toContain('Use Plain Characters');
});

test.each<[string, string[], IDataObject, RegExp]>([
	[
		'a blank of Word and a bullet, which nothing replaces',
		[`One\u00a0•${'a'.repeat(100)}`],
		{},
		/2 parts in total.*because of U\+00A0, •\. Shorten the text\.$/,
	],
	[
		'curly quotes, where the option helps',
		[`“${'a'.repeat(100)}”`, 'ж'.repeat(71)],
		{},
		/4 parts in total.* because of “, ”, ж\..*'Use Plain Characters': then 4 parts become 3\.$/,
	],
	[
		'only what stays, where the option is on',
		[`“${'a'.repeat(100)}” 😀`],
		{ plainCharacters: true },
		/because of 😀\. Shorten the text\.$/,
	],
	[
		'curly quotes, beside a long text without any',
		[`“${'a'.repeat(200)}”`, 'a'.repeat(161)],
		{},
		/6 parts in total.* because of “, ”\..*'Use Plain Characters': then 6 parts become 4\.$/,
	],
	[
		'nothing, where all characters are plain',
		['a'.repeat(161)],
		{},
		/2 parts in total\.(?!.*because).*Shorten the text\.$/,
	],
	[
		'no option, where it saves nothing',
		['…'.repeat(100)],
		{},
		/because of …\. Shorten the text\.$/,
	],
])('the line about parts names the characters: %s', async (_what, texts, options, line) => {
	const { hints } = await send(texts, options);
	expect(hints).toHaveLength(1);
	expect(hints[0]).toMatch(line);
});

test('as many parts as allowed are sent', async () => {
	const { sent } = await send(['a'.repeat(306)], { maxSegments: '2' });
	expect(sent).toHaveLength(1);
});

test.each([0, 1.5, 'few', '', '={{ $json.none }}'])(
	'the most parts cannot be %j: nothing is sent',
	async (maxSegments) => {
		const { error, sent } = await send(['Ready'], { maxSegments });
		expect(error?.message).toContain(`'Max Parts' ${said.notAWholeNumber}`);
		expect(sent).toStrictEqual([]);
	},
);

describe('with plain characters', () => {
	test('curly quotes and dashes go out as plain ones, as the output shows', async () => {
		const text = `“${'a'.repeat(100)}” – …`;
		const { json, sent } = await send([text, 'Ready'], { plainCharacters: true });
		expect(sent).toStrictEqual([`"${'a'.repeat(100)}" - ...`, 'Ready']);
		expect(json[0]).toMatchObject({
			body: sent[0],
			segments: 1,
			encoding: 'GSM-7',
		});
	});

	test('letters and emoji stay, and so does everything beside them', async () => {
		const texts = ['“Łódź”', 'Yes 🎉 – really', 'שלום “עולם”'];
		const { sent, json } = await send(texts, { plainCharacters: 'true' });
		expect(sent).toStrictEqual(texts);
		expect(json.map(({ encoding }) => encoding)).toStrictEqual(['UCS-2', 'UCS-2', 'UCS-2']);
	});

	test('the error about too many parts names only the characters that stay', async () => {
		const { error } = await send([`“${'a'.repeat(100)}” 😀`], {
			plainCharacters: true,
			maxSegments: 1,
		});
		expect(error?.description).toContain('Parts hold less text because of 😀.');
		expect(error?.description).not.toContain('“');
	});

	test('the parts that count are those of the plain text', async () => {
		const { sent } = await send([`“${'a'.repeat(100)}”`], {
			plainCharacters: true,
			maxSegments: 1,
		});
		expect(sent).toHaveLength(1);
	});
});

test.each([
	['as it is', {}, '', 1],
	['with plain characters', { plainCharacters: true }, ' – “ok”', 0],
	['within Max Parts', { maxSegments: 1 }, '', 1],
])('accents apart from their letters cost no second part: %s', async (_what, options, more, at) => {
	// As macOS and PDFs write it: 100 characters of GSM-7, and 120 of UCS-2.
	const composed = `${'é'.repeat(10)}${'ü'.repeat(10)}${'a'.repeat(80)}`;
	const { json, sent } = await send([`${composed.normalize('NFD')}${more}`], options);
	expect(sent).toStrictEqual([`${composed}${at === 1 ? '' : ' - "ok"'}`]);
	expect(json).toMatchObject([{ body: sent[0], segments: 1, encoding: 'GSM-7' }]);
});

test.each([
	['a lone surrogate', `a\uD800${'b'.repeat(69)}`],
	['10,000 characters', 'ß'.repeat(10_000)],
	['text from right to left', 'שלום '.repeat(40)],
	['emoji joined to one', '👩‍👩‍👧‍👦'.repeat(20)],
])('%s arrives as it was given', async (_, text) => {
	const { sent, json } = await send([text]);
	expect(sent).toStrictEqual([text]);
	expect(json[0].segments).toBeGreaterThan(1);
});

test.each([
	['an accent apart from its letter', 'e\u0301'.repeat(70), 'é'.repeat(70)],
	['Korean in parts', '\u1112\u1161\u11AB'.repeat(40), '\uD55C'.repeat(40)],
	['letters that NFC takes apart', '\u09DF'.repeat(70), '\u09DF'.repeat(70)],
	['letters of Hebrew', '\uFB31'.repeat(70), '\uFB31'.repeat(70)],
])('%s: a text goes out in the shorter writing', async (_what, body, written) => {
	const { sent, error } = await send([body], { maxSegments: 1 });
	expect(error).toBeUndefined();
	expect(sent).toStrictEqual([written]);
});
