import type { IContextObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { NodeError } from '../../../../nodes/VoiceSms/api/errors/nodeError';
import type { FieldReader } from '../../../../nodes/VoiceSms/fields/read/reader';
import { answeredBefore } from '../../../../nodes/VoiceSms/layers/answeredBefore';
import type { Item } from '../../../../nodes/VoiceSms/layers/layer';
import { waiting } from '../../../../nodes/VoiceSms/layers/outcome';
import type { Answer, Operation } from '../../../../nodes/VoiceSms/operations/operation';
import { callsOf, itemOf, write } from '../../../harness/n8n/records';
import { fake } from '../../../harness/n8n/fake';

const send = write({ resource: 'sms', value: 'send' });
const ask = write({ resource: 'sms', value: 'sendAndWait', asks: true });
const create = write({ resource: 'contact', value: 'create' });

const noOptions = fake<FieldReader>({ options: { flag: () => undefined } });
const { mayRepeat } = answeredBefore.read?.(noOptions, ask, {} as IExecuteFunctions) ?? {};

const job = (input: unknown) => itemOf(input);
const accepted = (id: string, more: IDataObject = {}): Answer => ({ accepted: { id, ...more } });
const lost: Answer = { mayHaveBeenDone: 'lost' };
const again = (id: string) => ({ is: 'done', result: { id, repeated: true } });
const isLost = { error: { message: expect.stringContaining('may already have been done') } };

const toolCalls = (data: IContextObject, operation: Operation = send, credential?: string) =>
	callsOf({ data, operation, credential });

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

describe.each<[string, Operation, boolean]>([
	['with Allow Repeats', send, true],
	['of an operation that always asks anew', ask, mayRepeat === true],
])('a call %s', (_name, operation, allowed) => {
	const same = job({ to: '+1' });
	const made = (data: IContextObject, answer: Answer) =>
		call(data, same, answer, operation, allowed);

	it('is made again after a clear success, and the newest answer is kept', () => {
		const data = {};
		for (const id of ['a', 'b']) {
			expect(made(data, accepted(id))).toBeUndefined();
		}
		expect(JSON.stringify(data)).not.toContain('"id":"a"');
		expect(JSON.stringify(data)).toContain('"id":"b"');
	});

	it('is not made again when it may have been done', () => {
		const data = {};
		made(data, accepted('a'));
		made(data, lost);
		expect(made(data, accepted('c'))).toMatchObject(isLost);
	});

	it('is not made again while the run that made it has not ended well', () => {
		const data = {};
		const failed = toolCalls(data, operation);
		failed.keep(same, accepted('a'));
		expect(made(data, accepted('b'))).toMatchObject(again('a'));
		expect(made(data, accepted('b'))).toBeUndefined();
	});

	it('is not made again when something failed after it, until the model has the answer', () => {
		const data = {};
		const first = toolCalls(data, operation);
		first.keep(same, accepted('a'));
		first.finished(same, { is: 'failed', error: {} as NodeError });
		first.forget();
		expect(made(data, accepted('b'))).toMatchObject(again('a'));
	});
});

describe('the last call about the same thing', () => {
	const about = (input: unknown, ...lanes: string[]) => itemOf(input, 0, lanes);
	const before = (data: IContextObject, one: Item) => toolCalls(data, create).lastWriteInLane(one);

	it('is told to the next one, also by what else it is known by', () => {
		const data = {};
		call(data, about(1, 'phone', 'email'), accepted('a'), create);
		call(data, about(2, 'phone'), lost, create);
		expect(before(data, about(3, 'phone'))).toStrictEqual(lost);
		expect(before(data, about(3, 'email'))).toMatchObject({ ...accepted('a'), byOtherLane: true });
		expect(before(data, about(3, 'another'))).toBeUndefined();
		expect(before(data, job(3))).toBeUndefined();
	});

	it('is known to a retried execution, whose data comes from the database', () => {
		const data = {};
		call(data, about(1, '__proto__'), accepted('a'), create);
		const loaded = JSON.parse(JSON.stringify(data)) as IContextObject;
		expect(before(loaded, about(2, '__proto__'))).toMatchObject(accepted('a'));
	});
});

it('remembers every call of an agent that goes on and on', () => {
	const data: IContextObject = {};
	for (let to = 0; to < 12_000; to++) call(data, job({ to }), accepted(`id-${to}`));
	expect(call(data, job({ to: 0 }))).toMatchObject(again('id-0'));
	expect(call(data, job({ to: 11_999 }))).toMatchObject(again('id-11999'));
	expect(call(data, job({ to: 12_000 }))).toBeUndefined();
});

describe('equal calls at the same time', () => {
	const logged = async (first: [IContextObject, Item], second: [IContextObject, Item]) => {
		const log: string[] = [];
		const work = async (name: string, [data, one]: [IContextObject, Item]) =>
			await toolCalls(data).write(
				one,
				async () => {
					log.push(`${name} begins`);
					await new Promise((resolve) => setImmediate(resolve));
					log.push(`${name} ends`);
					return waiting;
				},
				new AbortController().signal,
				false,
			);
		await Promise.all([work('one', first), work('other', second)]);
		return log;
	};
	const data = {};

	it('wait for each other', async () => {
		expect(await logged([data, job({ to: 1 })], [data, job({ to: 1 })])).toStrictEqual([
			'one begins',
			'one ends',
			'other begins',
			'other ends',
		]);
	});

	it.each<[string, [IContextObject, Item]]>([
		['different ones do not', [data, job({ to: 2 })]],
		['those of another execution do not', [{}, job({ to: 1 })]],
	])('%s', async (_name, other) => {
		expect((await logged([data, job({ to: 1 })], other)).slice(0, 2)).toStrictEqual([
			'one begins',
			'other begins',
		]);
	});
});
