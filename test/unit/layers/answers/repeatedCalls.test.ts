import type { IContextObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { FieldReader } from '../../../../nodes/VoiceSms/fields/read/reader';
import { doneBefore } from '../../../../nodes/VoiceSms/layers/doneBefore';
import type { Item } from '../../../../nodes/VoiceSms/layers/layer';
import { notStarted } from '../../../../nodes/VoiceSms/layers/outcome';
import type { Operation } from '../../../../nodes/VoiceSms/operations/operation';
import type { WriteResult } from '../../../../nodes/VoiceSms/operations/result';
import { callsOf, itemOf, write } from '../../../harness/n8n/records';
import { fake } from '../../../harness/n8n/fake';

const send = write({ resource: 'sms', value: 'send' });
const ask = write({ resource: 'sms', value: 'sendAndWait', asks: true });
const create = write({ resource: 'contact', value: 'create' });

const noOptions = fake<FieldReader>({ options: { flag: () => undefined } });
const { mayRepeat } = doneBefore.read?.(noOptions, ask, {} as IExecuteFunctions) ?? {};

const job = (input: unknown) => itemOf(input);
const accepted = (id: string, more: IDataObject = {}): WriteResult => ({
	accepted: { id, ...more },
});
const lost: WriteResult = { mayHaveBeenDone: 'lost' };
const again = (id: string) => ({ is: 'done', result: { id, repeated: true } });
const isLost = { error: { message: expect.stringContaining('may already have been done') } };

const toolCalls = (data: IContextObject, operation: Operation = send) =>
	callsOf({ data, operation });

/** A run of the node for one call of a model. */
function call(
	data: IContextObject,
	one: Item,
	answer?: WriteResult,
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
	it.each<[string, Operation, unknown]>([
		['another operation', create, { to: '+1' }],
		['another list', send, { to: '+1', tags: ['b', 'a'] }],
		['a number in place of text', send, { to: 1 }],
	])('is not the one with %s', (_name, operation, input) => {
		const data = {};
		call(data, job({ to: '+1' }), accepted('a'));
		call(data, job({ to: '+1', tags: ['a', 'b'] }), accepted('a'));
		expect(call(data, job(input), undefined, operation)).toBeUndefined();
	});

	it.each([
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

	it('is known to a retried execution, whose data comes from the database', () => {
		const data = {};
		call(data, job({ to: '+1' }), lost);
		const loaded = JSON.parse(JSON.stringify(data)) as IContextObject;
		expect(call(loaded, job({ to: '+1' }), undefined, send, true)).toMatchObject(isLost);
	});
});

it('a call of an operation that always asks anew is made again after a clear success', () => {
	const data = {};
	for (const id of ['a', 'b']) {
		expect(call(data, job({ to: '+1' }), accepted(id), ask, mayRepeat)).toBeUndefined();
	}
	expect(JSON.stringify(data)).not.toContain('"id":"a"');
	expect(JSON.stringify(data)).toContain('"id":"b"');
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
					return notStarted;
				},
				new AbortController().signal,
				false,
			);
		await Promise.all([work('one', first), work('other', second)]);
		return log;
	};
	const data = {};

	it('different ones to one receiver wait for each other', async () => {
		const to = (body: string) => itemOf({ body }, 0, ['+1']);
		const log = await logged([data, to('a')], [data, to('b')]);
		expect(log.slice(0, 2)).toStrictEqual(['one begins', 'one ends']);
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
