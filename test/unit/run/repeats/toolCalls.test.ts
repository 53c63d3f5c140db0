import type { IContextObject, IDataObject } from 'n8n-workflow';

import type { Answer, Operation } from '../../../../nodes/VoiceSms/operations/operation';
import type { Job } from '../../../../nodes/VoiceSms/run/items';
import { mostCalls, ToolCalls } from '../../../../nodes/VoiceSms/run/repeats/toolCalls';

const send = { resource: 'sms', value: 'send' } as Operation;
const ask = { ...send, value: 'sendAndWait', asks: true } as Operation;
const create = { resource: 'contact', value: 'create' } as Operation;

const job = (input: unknown, allowRepeats = false): Job => {
	return { input, allowRepeats, dryRun: false, settings: {}, operationLanes: [], lanes: [] };
};
const accepted = (id: string, more: IDataObject = {}): Answer => ({ accepted: { id, ...more } });
const lost: Answer = { mayHaveBeenDone: 'lost' };

/** A run of the node for one call of a model. */
function call(data: IContextObject, one: Job, answer?: Answer, operation = send) {
	const calls = new ToolCalls(data, operation);
	const found = calls.of(one);
	if (found === undefined && answer !== undefined) calls.keep(one, answer);
	calls.give();
	return found;
}

describe('a call that was made before', () => {
	it('has its first answer, as often as it is made', () => {
		const data = {};
		call(data, job({ to: '+1' }), accepted('a'));
		for (let time = 0; time < 3; time++) {
			expect(call(data, job({ to: '+1' }), accepted('b'))).toMatchObject(accepted('a'));
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
		expect(call(data, job({ b: [{ d: null, c: 2 }], a: 1 }))).toMatchObject(accepted('a'));
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
		expect(call(data, job({ to: '+1', body }))).toMatchObject(accepted('a'));
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
		expect(new ToolCalls(data, send, 'another').of(job({ to: '+1' }))).toBeUndefined();
	});

	it('is known to a retried execution, whose data comes from the database', () => {
		const data = {};
		call(data, job({ to: '+1' }), lost);
		const loaded = JSON.parse(JSON.stringify(data)) as IContextObject;
		expect(call(loaded, job({ to: '+1' }, true))).toStrictEqual(lost);
	});
});

describe.each<[string, Operation, boolean]>([
	['with Allow Repeats', send, true],
	['of an operation that always asks anew', ask, false],
])('a call %s', (_name, operation, allowed) => {
	const same = job({ to: '+1' }, allowed);

	it('is made again after a clear success, and the newest answer is kept', () => {
		const data = {};
		for (const id of ['a', 'b']) {
			expect(call(data, same, accepted(id), operation)).toBeUndefined();
		}
		expect(JSON.stringify(data)).not.toContain('"id":"a"');
		expect(JSON.stringify(data)).toContain('"id":"b"');
	});

	it('is not made again when it may have been done', () => {
		const data = {};
		call(data, same, accepted('a'), operation);
		call(data, same, lost, operation);
		expect(call(data, same, accepted('c'), operation)).toStrictEqual(lost);
	});

	it('is not made again while the run that made it has not ended well', () => {
		const data = {};
		const failed = new ToolCalls(data, operation);
		failed.keep(same, accepted('a'));
		expect(call(data, same, accepted('b'), operation)).toMatchObject(accepted('a'));
		expect(call(data, same, accepted('b'), operation)).toBeUndefined();
	});

	it('is not made again when something failed after it, until the model has the answer', () => {
		const data = {};
		const first = new ToolCalls(data, operation);
		first.keep(same, accepted('a'));
		first.failedAfterwards(same);
		first.give();
		expect(call(data, same, accepted('b'), operation)).toMatchObject(accepted('a'));
	});
});

describe('the last call about the same thing', () => {
	const about = (input: unknown, ...operationLanes: string[]) => ({
		...job(input),
		operationLanes,
	});
	const before = (data: IContextObject, one: Job) =>
		new ToolCalls(data, create).lastWriteInLane(one);

	it('is told to the next one, also by what else it is known by', () => {
		const data = {};
		call(data, about(1, 'phone', 'email'), accepted('a'), create);
		call(data, about(2, 'phone'), lost, create);
		expect(before(data, about(3, 'phone'))).toStrictEqual(lost);
		expect(before(data, about(3, 'email'))).toMatchObject({
			...accepted('a'),
			byOtherLane: true,
		});
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

describe('an agent that goes on and on', () => {
	const made = (count: number, allowRepeats = false) => {
		const data: IContextObject = {};
		for (let index = 0; index < count; index++) {
			call(data, job({ to: index }, allowRepeats), accepted(`id-${index}`));
		}
		return data;
	};

	it('takes no more than the size of the kept answers, and no call is forgotten', () => {
		const data: IContextObject = {};
		const notes = 'x'.repeat(100_000);
		for (let index = 0; index < 100; index++) {
			call(data, job({ to: index }), accepted(`id-${index}`, { notes }));
		}
		expect(JSON.stringify(data).length).toBeLessThan(5_100_000);
		expect(call(data, job({ to: 0 }))).toMatchObject({ accepted: { notes } });
		expect(call(data, job({ to: 99 }))).toMatchObject({
			accepted: { id: 'id-99' },
			shortened: true,
		});
	});

	it('gives the room of an answer back when a newer one takes its place', () => {
		const data: IContextObject = {};
		const notes = 'x'.repeat(4_000_000);
		for (let time = 0; time < 5; time++) {
			call(data, job({ to: 1 }, true), accepted(`id-${time}`, { notes }));
		}
		expect(JSON.stringify(data)).toContain('"id":"id-4"');
		expect(JSON.stringify(data).length).toBeGreaterThan(4_000_000);
	});

	it('makes no further call when no more can be remembered, rather than double one', () => {
		const data = made(mostCalls);
		const calls = new ToolCalls(data, send);
		expect(calls.hasRoomFor(job({ to: 'new' }))).toBe(false);
		expect(calls.hasRoomFor(job({ to: 0 }))).toBe(true);
		expect(calls.of(job({ to: 0 }))).toMatchObject(accepted('id-0'));
		expect(calls.of(job({ to: mostCalls - 1 }))).toMatchObject(accepted(`id-${mostCalls - 1}`));
	});

	it('goes on with Allow Repeats: what may go out again need not be remembered', () => {
		const data = made(mostCalls + 50, true);
		const calls = new ToolCalls(data, send);
		expect(calls.hasRoomFor(job({ to: 'new' }, true))).toBe(true);
		expect(
			Object.keys((data.voiceSmsToolCalls as IDataObject).calls as object).length,
		).toBeLessThan(mostCalls + 51);
	});

	it('never forgets what may have been done', () => {
		const data: IContextObject = {};
		for (let index = 0; index < mostCalls; index++) call(data, job({ to: index }, true), lost);
		const calls = new ToolCalls(data, send);
		expect(calls.hasRoomFor(job({ to: 'new' }, true))).toBe(false);
		expect(calls.of(job({ to: 0 }, true))).toStrictEqual(lost);
	});
});

describe('equal calls at the same time', () => {
	const logged = async (first: [IContextObject, Job], second: [IContextObject, Job]) => {
		const log: string[] = [];
		const work = async (name: string, [data, one]: [IContextObject, Job]) =>
			await new ToolCalls(data, send).inTurn(one, new AbortController().signal, async () => {
				log.push(`${name} begins`);
				await new Promise((resolve) => setImmediate(resolve));
				log.push(`${name} ends`);
			});
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

	it.each<[string, [IContextObject, Job]]>([
		['different ones do not', [data, job({ to: 2 })]],
		['those of another execution do not', [{}, job({ to: 1 })]],
	])('%s', async (_name, other) => {
		expect((await logged([data, job({ to: 1 })], other)).slice(0, 2)).toStrictEqual([
			'one begins',
			'other begins',
		]);
	});
});
