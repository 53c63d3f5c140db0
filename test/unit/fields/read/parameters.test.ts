import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { Parameters } from '../../../../nodes/VoiceSms/fields/read/parameters';

const items = [
	{ to: '+1', age: 1 },
	{ to: '+2', age: 'two' },
	{ to: '+3', age: 3 },
	{ to: null, age: 4 },
];

/** Reads a parameter of all items; `n8n` gives what n8n would, and says how often it was asked. */
function readAll(saved: unknown, n8n: (index: number) => unknown, fallback?: unknown) {
	let asked = 0;
	const context: Pick<IExecuteFunctions, 'getNode' | 'getInputData' | 'getNodeParameter'> = {
		getNode: () => ({ parameters: saved === undefined ? {} : { field: saved } }) as INode,
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter: ((name: string, index: number, given: unknown) => {
			expect([name, given]).toEqual(['field', fallback]);
			asked++;
			return n8n(index);
		}) as IExecuteFunctions['getNodeParameter'],
	};
	const filledIn = { asTool: false, defaultCountry: '', skipTag: '' };
	const parameters = new Parameters(context as IExecuteFunctions, [], filledIn);
	const values = items.map((_, index) => {
		try {
			return parameters.read('field', index, fallback);
		} catch (error) {
			return String(error);
		}
	});
	return { values, asked };
}

test('a parameter without any expression is read once for all items', () => {
	const value = { list: ['a', { b: 1 }], mode: 'x', nothing: null };
	expect(readAll(value, () => value)).toEqual({ values: items.map(() => value), asked: 1 });
	expect(readAll('plain', () => 'plain').asked).toBe(1);
	expect(readAll(undefined, () => 5, 5)).toEqual({ values: [5, 5, 5, 5], asked: 1 });
});

test('a parameter that cannot be read is asked for with each item', () => {
	const refuse = () => {
		throw new Error('no');
	};
	const refused = items.map((_, index) => {
		return `NodeOperationError: 'field' cannot be read: no [item ${index}]`;
	});
	expect(readAll('plain', refuse)).toEqual({ values: refused, asked: 4 });
	expect(readAll('={{ $json.to }}', refuse)).toEqual({ values: refused, asked: 4 });
});

test('a path is followed in the item, when n8n once gave the same for its kind of value', () => {
	const { values, asked } = readAll('={{ $json.age }}', (index) => items[index].age);
	expect(values).toEqual([1, 'two', 3, 4]);
	expect(asked).toBe(2);
});

test('what is no text, number or boolean comes from n8n', () => {
	const { values, asked } = readAll('={{ $json.to }}', (index) => items[index].to ?? 'by n8n');
	expect(values).toEqual(['+1', '+2', '+3', 'by n8n']);
	expect(asked).toBe(2);
});

test('within a resource locator and a collection the same holds', () => {
	const saved = {
		__rl: true,
		mode: 'id',
		value: '={{ $json.to }}',
		more: [{ a: '={{ $json.age }}' }],
	};
	const filled = (index: number) => ({
		__rl: true,
		mode: 'id',
		value: items[index].to,
		more: [{ a: items[index].age }],
	});
	const { values, asked } = readAll(saved, filled);
	expect(values).toEqual(items.map((_, index) => filled(index)));
	expect(asked).toBe(3);
});

test.each<[string, unknown]>([
	['an expression', '={{ $json.to.trim() }}'],
	['one of several', ['={{ $json.to }}', { a: '={{ $now }}' }]],
])('%s that is more than a path is left to n8n', (_name, saved) => {
	const { values, asked } = readAll(saved, (index) => `n8n's ${index}`);
	expect(values).toEqual(["n8n's 0", "n8n's 1", "n8n's 2", "n8n's 3"]);
	expect(asked).toBe(4);
});

test('n8n is asked for all items once it gave something else than the item holds', () => {
	const { values, asked } = readAll('={{ $json.to }}', (index) => `n8n's ${index}`);
	expect(values).toEqual(["n8n's 0", "n8n's 1", "n8n's 2", "n8n's 3"]);
	expect(asked).toBe(4);
});

test('a text with paths is filled in here, when n8n once gave the same for its kinds of values', () => {
	const text = (index: number) => `${items[index].age}: ${items[index].to ?? 'by n8n'}`;
	const { values, asked } = readAll('={{ $json.age }}: {{ $json.to }}', text);
	expect(values).toEqual(['1: +1', 'two: +2', '3: +3', '4: by n8n']);
	// For a number and a text, for two texts, and for null.
	expect(asked).toBe(3);
});

test.each<[string, unknown]>([
	['another text', (index: number) => `Hello ${items[index].to}!`],
	[
		'an error',
		() => {
			throw new Error('no');
		},
	],
])('where n8n gives %s for a text with paths, it is asked for all items', (_what, n8n) => {
	const { asked } = readAll('=Hello {{ $json.to }}', n8n as (index: number) => unknown);
	expect(asked).toBe(4);
});
