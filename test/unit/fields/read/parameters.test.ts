import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { Parameters } from '../../../../nodes/VoiceSms/fields/read/parameters';
import { fake } from '../../../harness/n8n/fake';

const items = [
	{ to: '+1', age: 1 },
	{ to: '+2', age: 'two' },
	{ to: '+3', age: 3 },
	{ to: null, age: 4 },
];

/** Reads a parameter of all items; `n8n` gives what n8n would, and says how often it was asked. */
function readAll(
	saved: unknown,
	n8n: (index: number, expression?: string) => unknown,
	fallback?: unknown,
) {
	let asked = 0;
	const context = fake<IExecuteFunctions>({
		getNode: () =>
			({ type: 'x', parameters: saved === undefined ? {} : { field: saved } }) as INode,
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter: ((name: string, index: number, given: unknown) => {
			expect([name.slice(0, 5), given]).toEqual(['field', fallback]);
			asked++;
			return n8n(index);
		}) as IExecuteFunctions['getNodeParameter'],
		evaluateExpression: ((expression: string, index: number) => {
			asked++;
			return n8n(index, expression);
		}) as IExecuteFunctions['evaluateExpression'],
	});
	const filledIn = { asTool: false, defaultCountry: '', skipTag: '', testNumbers: '' };
	const parameters = new Parameters(context, [], filledIn);
	const values = items.map((_, index) => {
		try {
			return parameters.read('field', index, fallback).value;
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
	const refused = items.map(() => {
		return `NodeOperationError: 'field' cannot be read: no`;
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
		more: [{ a: '={{ $json.to }}' }],
	};
	const { values, asked } = readAll(saved, (index) => items[index].to);
	expect(values).toEqual(
		items.map(({ to: value }) => ({ __rl: true, mode: 'id', value, more: [{ a: value }] })),
	);
	// Both are one expression: once for a text, once for null.
	expect(asked).toBe(2);
});

test('an expression that is more than a path is left to n8n, and is asked for once', () => {
	const { values, asked } = readAll('={{ $json.to.trim() }}', (index) => `n8n's ${index}`);
	expect(values).toEqual(["n8n's 0", "n8n's 1", "n8n's 2", "n8n's 3"]);
	expect(asked).toBe(4);
	const several = ['={{ $json.to.trim() }}', { a: '={{ $now }}' }];
	expect(readAll(several, () => 'x').values).toEqual(items.map(() => ['x', { a: 'x' }]));
});

test('n8n is asked for all items once it gave something else than the item holds', () => {
	const { values, asked } = readAll('={{ $json.to }}', (index) => `n8n's ${index}`);
	expect(values).toEqual(["n8n's 0", "n8n's 1", "n8n's 2", "n8n's 3"]);
	expect(asked).toBe(4);
});

test('a text with paths is filled in here, when n8n once gave the same for each kind of value', () => {
	const byN8n = (index: number, expression?: string) =>
		expression === '{{ $json.age }}' ? items[index].age : (items[index].to ?? 'by n8n');
	const { values, asked } = readAll('={{ $json.age }}: {{ $json.to }}', byN8n);
	expect(values).toEqual(['1: +1', 'two: +2', '3: +3', '4: by n8n']);
	// For a number and a text as age, for a text and null as number.
	expect(asked).toBe(4);
});

test('an expression that joins is asked for once, and n8n is not asked for its paths', () => {
	const seen: Array<string | undefined> = [];
	readAll('=Hi {{ "no. " + $json.to }}!', (index, expression) => {
		seen.push(expression);
		return expression === '{{$json.to}}' ? items[index].to : `no. ${items[index].to}`;
	});
	expect(seen.filter((one) => one === '{{ "no. " + $json.to }}')).toHaveLength(items.length);
	// For a text and for null.
	expect(seen.filter((one) => one === '{{$json.to}}')).toHaveLength(2);
	expect(seen).toHaveLength(items.length + 2);
});

test('the words of a text are asked for nowhere', () => {
	const { values, asked } = readAll('=Hello, all $5 {of} it', () => '');
	expect(values).toEqual(items.map(() => 'Hello, all $5 {of} it'));
	expect(asked).toBe(0);
});
