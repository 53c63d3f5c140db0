import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { path } from '../../../nodes/VoiceSms/api/paths';
import { asSeen } from '../../../nodes/VoiceSms/util/asSeen';
import { isNothing } from '../../../nodes/VoiceSms/fields/read/values';
import { lostNumber } from '../../../nodes/VoiceSms/util/values';
import { locator, runNode } from '../../harness/n8n/engine';
import { companyNumbers } from '../../simulator';
import { withSimulator } from '../../harness/service/service';
import { good } from '../../harness/n8n/parameters';

const simulator = withSimulator({ seed: { contacts: 1, conversations: 1, messages: 1, calls: 1 } });

const seed = 42;
const isId = (text: string) => !['', '.', '..'].includes(text.trim());
const anyText = fc.oneof(
	fc.string({ unit: 'grapheme', minLength: 1 }),
	fc.string({ unit: 'binary', minLength: 1 }),
	fc.constantFrom('👋🏽 Привет', '%2F..', 'a/../b', '?x=1#y', '{{ $json }}', '=1+1', '\u202Eabc'),
);

test('an id comes out of the path as it went in, and never leaves its segment', () => {
	fc.assert(
		fc.property(anyText.filter(isId), (id) => {
			const encoded = path`/api/calls/${id}`;
			expect(encoded.split('/')).toHaveLength(4);
			const { pathname, search, hash } = new URL(`http://host${encoded}`);
			expect([search, hash]).toEqual(['', '']);
			expect(decodeURIComponent(pathname.split('/')[3])).toBe(Buffer.from(id).toString());
		}),
		{ seed },
	);
});

test('an id that would change the path is refused', () => {
	fc.assert(
		fc.property(fc.constantFrom('', '.', '..', ' ', ' .. ', '\t.'), (id) => {
			expect(() => path`/api/calls/${id}`).toThrow('is not a valid ID');
		}),
		{ seed },
	);
});

/** One run of the node with an item for each sample. */
async function send(parameters: IDataObject, items: IDataObject[]) {
	const { error, items: output } = await runNode({ parameters, items, credential: simulator });
	expect(error).toBeUndefined();
	expect(output).toHaveLength(items.length);
	return simulator.requests.map(({ body }) => body as IDataObject);
}

/** Controls that Office leaves in texts do not go out. */
const withoutControls = (text: string) =>
	text.replace(/[\v\x85]/g, '\n').replace(/(?![\t\n\f\r])\p{Cc}/gu, '');

test('any message arrives as it was written, with its accents in their letters', async () => {
	const bodies = fc.sample(
		anyText.filter((text) => asSeen(withoutControls(text)) !== ''),
		{ numRuns: 80, seed },
	);
	const sent = await send(
		{ ...good.send, to: '+15550200001', body: '={{ $json.body }}', options: {} },
		bodies.map((body) => ({ body })),
	);
	const arrived = sent.map(({ body }) => String(body).normalize('NFC'));
	expect(arrived).toEqual(bodies.map((body) => withoutControls(body).normalize('NFC')));
});

/** Objects with the keys that break careless code. */
/** Whole numbers past 2^53 are refused, as JSON may have changed them. */
const anyObject = fc
	.dictionary(
		fc.oneof(fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', ''), anyText),
		fc.jsonValue({ maxDepth: 2 }),
		{ maxKeys: 5 },
	)
	.filter((value) => lostNumber(value) === undefined)
	// An empty text from an expression, and a field without a name, are not given.
	.filter((value) => !('' in value))
	.filter((value) => Object.values(value).every((one) => !isNothing(one)));

test.each([
	['metadata', { resource: 'call', operation: 'create', fromNumber: locator(companyNumbers[0]) }],
	['customFields', { resource: 'contact', operation: 'create', phone: '' }],
])('any object in %s arrives as it was written, and pollutes nothing', async (name, fixed) => {
	// Text, as a field of the editor holds it: an object literal cannot have the key __proto__.
	const texts = fc.sample(anyObject, { numRuns: 80, seed }).map((object) => JSON.stringify(object));
	const sent = await send(
		{
			...fixed,
			toNumber: '+15550200001',
			firstName: 'Nathan',
			lastName: '',
			email: '',
			additionalFields: { [name]: '={{ $json.text }}' },
			options: {},
		},
		texts.map((text) => ({ text })),
	);
	const arrived = new Map(sent.map((body) => [JSON.stringify(body[name]), true]));
	const lost = texts.filter((text) => !arrived.has(JSON.stringify(JSON.parse(text))));
	expect(lost).toEqual([]);
	expect(({} as IDataObject).polluted).toBeUndefined();
	expect(Object.keys(Object.prototype)).toEqual([]);
});
