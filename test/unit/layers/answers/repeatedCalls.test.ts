import type { IContextObject, IDataObject } from 'n8n-workflow';

import type { Item } from '../../../../nodes/VoiceSms/layers/layer';
import type { Answer, Operation } from '../../../../nodes/VoiceSms/operations/operation';
import { answersOf, itemOf, write } from '../../../harness/n8n/records';

const send = write({ resource: 'sms', value: 'send' });
const create = write({ resource: 'contact', value: 'create' });

const job = (input: unknown) => itemOf(input);
const accepted = (id: string, more: IDataObject = {}): Answer => ({ accepted: { id, ...more } });
const lost: Answer = { mayHaveBeenDone: 'lost' };
const again = (id: string) => ({ is: 'done', result: { id, repeated: true } });
const isLost = { error: { message: expect.stringContaining('may already have been done') } };

const toolCalls = (data: IContextObject, operation: Operation = send, credential?: string) =>
	answersOf({ data, operation, asTool: true, credential });

/** A run of the node for one call of a model. */
function call(
	data: IContextObject,
	one: Item,
	answer?: Answer,
	operation: Operation = send,
	mayRepeat = false,
) {
	const calls = toolCalls(data, operation);
	const found = calls.outcome(one, mayRepeat);
	if (found === undefined && answer !== undefined) calls.keep(one, answer);
	calls.forget();
	return found;
}

describe('a call that was made before', () => {
	it('has its first answer, as often as it is made', () => {
		const data = {};
		call(data, job({ to: '+1' }), accepted('a'));
		for (let time = 0; time < 3; time++) {
			expect(call(data, job({ to: '+1' }), accepted('b'))).toMatchObject(again('a'));
		}
	});

	it.each<[string, Operation, unknown]>([
		['another operation', create, { to: '+1' }],
		['another number', send, { to: '+2' }],
		['another list', send, { to: '+1', tags: ['b', 'a'] }],
		['a number in place of text', send, { to: 1 }],
	])('is not the one with %s', (_name, operation, input) => {
		const data = {};
		call(data, job({ to: '+1' }), accepted('a'));
		call(data, job({ to: '+1', tags: ['a', 'b'] }), accepted('a'));
		expect(call(data, job(input), undefined, operation)).toBeUndefined();
	});

	it('is one however the keys of its values are ordered', () => {
		const data = {};
		call(data, job({ a: 1, b: [{ c: 2, d: null }] }), accepted('a'));
		expect(call(data, job({ b: [{ d: null, c: 2 }], a: 1 }))).toMatchObject(again('a'));
	});

	it.each([
		['a blank at its end', 'Café ready '],
		['line ends around it', '\r\nCafé ready\n'],
		['more blanks within', 'Café  \t ready'],
		['a no-break space', 'Café\u00a0ready'],
		['an accent written apart', 'Cafe\u0301 ready'],
		['signs that are not seen', '\ufeffCa\u200bfé\u2060 ready\u200e'],
	])('is one with %s', (_what, body) => {
		const data = {};
		call(data, job({ to: '+1', body: 'Café ready' }), accepted('a'));
		expect(call(data, job({ to: '+1', body }))).toMatchObject(again('a'));
	});

	it('is not one with another case, mark or emoji', () => {
		const data = {};
		call(data, job({ body: 'Ready 👍' }), accepted('a'));
		for (const body of ['ready 👍', 'Ready! 👍', 'Ready 👎', 'Ready👍']) {
			expect(call(data, job({ body }))).toBeUndefined();
		}
	});

	it('is not one in another account', () => {
		const data = {};
		call(data, job({ to: '+1' }), accepted('a'));
		expect(toolCalls(data, send, 'another').outcome(job({ to: '+1' }))).toBeUndefined();
	});

	it('is known to a retried execution, whose data comes from the database', () => {
		const data = {};
		call(data, job({ to: '+1' }), lost);
		const loaded = JSON.parse(JSON.stringify(data)) as IContextObject;
		expect(call(loaded, job({ to: '+1' }), undefined, send, true)).toMatchObject(isLost);
	});
});

it('remembers every call of an agent that goes on and on', () => {
	const data: IContextObject = {};
	for (let to = 0; to < 12_000; to++) call(data, job({ to }), accepted(`id-${to}`));
	expect(call(data, job({ to: 0 }))).toMatchObject(again('id-0'));
	expect(call(data, job({ to: 11_999 }))).toMatchObject(again('id-11999'));
	expect(call(data, job({ to: 12_000 }))).toBeUndefined();
});
