import { getEventListeners } from 'node:events';

import type { KeyRow } from '../../nodes/VoiceSms/run/keyRows';
import { KeyStates } from '../../nodes/VoiceSms/run/keyStates';
import { SentMarks } from '../../nodes/VoiceSms/run/sentMarks';

const minute = 60_000;
const noon = Date.parse('2026-06-01T12:00:00Z');
const quarter = 15 * minute;

/** Rows by kind, of one key; `on` is called before each call, with its name and the row's kind. */
function store() {
	const rows = new Set<string>();
	const all = {
		rows,
		on: (() => {}) as (call: string, kind: string) => void,
		rowOf: (kind: string): KeyRow => {
			const call = async <T>(name: string, work: () => T): Promise<T> => {
				all.on(name, kind);
				return work();
			};
			return {
				count: async () => await call('count', () => (rows.has(kind) ? 1 : 0)),
				add: async (keys) =>
					await call('add', () => {
						const found = rows.has(kind) ? keys : [];
						rows.add(kind);
						return found;
					}),
				remove: async () => await Promise.reject(new Error('Not of these rows')),
				clear: async () => await call('clear', () => void rows.delete(kind)),
			};
		},
	};
	return all;
}

const statesAt = ({ rowOf }: ReturnType<typeof store>, now: number) =>
	new KeyStates(rowOf, () => now);
const stateOf = async (all: ReturnType<typeof store>, now: number, inDoubtAfterMs = quarter) =>
	await statesAt(all, now).of('k', all.rowOf(''), inDoubtAfterMs);

/** A key that was taken at noon by an execution that then was killed. */
async function cutOff() {
	const all = store();
	await statesAt(all, noon).goesOn('k');
	all.rows.add('');
	return all;
}

it.each([
	['at once', 0, 'unfinished'],
	['14 minutes later', 14 * minute, 'unfinished'],
	['to the minute', 15 * minute + 59_999, 'unfinished'],
	['after that', 16 * minute, 'inDoubt'],
	['a year later', 365 * 24 * 60 * minute, 'inDoubt'],
	['by a clock that is 5 minutes behind', -5 * minute, 'unfinished'],
])('a key that was cut off is, asked %s, %#', async (_name, later, state) => {
	expect(await stateOf(await cutOff(), noon + later)).toBe(state);
});

it('asking changes nothing, however often', async () => {
	const all = await cutOff();
	const before = [...all.rows];
	for (const later of [1, 20, 1, 20]) await stateOf(all, noon + later * minute);
	expect([...all.rows]).toStrictEqual(before);
});

it('a key that was done is sent, also where the time of its taking was left behind', async () => {
	const all = store();
	const states = statesAt(all, noon);
	await states.goesOn('k');
	all.rows.add('');
	all.on = (call) => {
		if (call === 'clear') throw new Error('database is locked');
	};
	await states.done('k');
	all.on = () => {};
	expect(all.rows.size).toBe(3);
	expect(await stateOf(all, noon)).toBe('sent');
});

it('of a key that was done two rows stay', async () => {
	const all = store();
	let now = noon;
	const states = new KeyStates(all.rowOf, () => now);
	// It had to wait, its key given back, and took it anew.
	await states.goesOn('k');
	now += 3 * minute;
	await states.goesOn('k');
	all.rows.add('');
	await states.done('k');
	expect([...all.rows]).toStrictEqual(['', 'done:']);
});

it('two who note the same minute at the same time do not fail each other', async () => {
	const all = store();
	let times = 0;
	all.on = (call) => {
		if (call === 'add' && times++ === 0) throw new Error('UNIQUE constraint failed');
	};
	await statesAt(all, noon).goesOn('k');
	expect(all.rows.size).toBe(1);
	all.on = () => {
		throw new Error('database is locked');
	};
	await expect(statesAt(all, noon).goesOn('k')).rejects.toThrow('database is locked');
});

describe('what happens while it is asked', () => {
	const late = noon + 60 * minute;
	/** What happens at the so manieth question. */
	const at = (all: ReturnType<typeof store>, question: number, happens: () => void) => {
		let asked = 0;
		all.on = () => {
			if (asked++ === question) happens();
		};
	};

	it.each(Array.from({ length: 24 }, (_, question) => [question]))(
		'done before question %i: it is sent, or was in doubt until then',
		async (question) => {
			const all = await cutOff();
			at(all, question, () => {
				all.rows.add('done:');
				for (const row of all.rows) if (row.startsWith('at:')) all.rows.delete(row);
			});
			expect(await stateOf(all, late)).toBe(question <= 22 ? 'sent' : 'inDoubt');
		},
	);

	it('freed: it is not in doubt', async () => {
		const all = await cutOff();
		at(all, 10, () => all.rows.delete(''));
		expect(await stateOf(all, late)).toBe('unfinished');
	});

	it('freed and taken anew: it is not in doubt', async () => {
		const all = await cutOff();
		at(all, 22, () => all.rows.add(`at:${late / minute}:`));
		expect(await stateOf(all, late)).toBe('unfinished');
	});
});

describe('notes of what was sent', () => {
	it('are written a few at a time, and all of them', async () => {
		const marks = new SentMarks();
		let [open, most, written] = [0, 0, 0];
		for (let count = 0; count < 100; count++) {
			marks.note(`key ${count}`, async () => {
				most = Math.max(most, ++open);
				await new Promise((resolve) => setImmediate(resolve));
				open--;
				written++;
			});
			// Now and then the writers have nothing to do any more.
			if (count % 10 === 0) await marks.written();
		}
		await marks.written();
		expect({ most, written, lost: marks.lost }).toEqual({ most: 8, written: 100, lost: undefined });
	});

	it('one that comes when the last writer has just ended is written', async () => {
		for (let ticks = 0; ticks < 12; ticks++) {
			const marks = new SentMarks();
			const written: number[] = [];
			const note = (one: number) => marks.note(String(one), async () => void written.push(one));
			for (let one = 0; one < 8; one++) note(one);
			for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
			note(8);
			await marks.written();
			expect(written).toHaveLength(9);
		}
	});

	it('are tried again at the end, where the store was locked before', async () => {
		const marks = new SentMarks();
		const tries: string[] = [];
		for (const key of ['a', 'b', 'c']) {
			marks.note(key, async () => {
				tries.push(key);
				if (key !== 'b' && tries.length <= 3) throw new Error('database is locked');
				await Promise.resolve();
			});
		}
		await marks.written();
		expect({ tries, lost: marks.lost }).toEqual({ tries: [...'abcac'], lost: undefined });
	});

	it('let as many in as there is room for, in their order, and leave nothing at the signal', async () => {
		const marks = new SentMarks();
		const { signal } = new AbortController();
		const [writes, entered, most] = [[] as Array<() => void>, [] as number[], { listeners: 0 }];
		const note = (key: string) =>
			marks.note(key, async () => await new Promise<void>((resolve) => writes.push(resolve)));
		for (let count = 0; count < 32; count++) note(`before ${count}`);
		const all = Array.from({ length: 60 }, async (_, index) => {
			await marks.room(signal);
			entered.push(index);
			// Whoever is let in need not note anything, as one whose key was seen before.
			if (index % 2 === 0) note(`key ${index}`);
		});
		while (entered.length < 60) {
			most.listeners = Math.max(most.listeners, getEventListeners(signal, 'abort').length);
			const [one] = writes.splice(0, 1);
			expect(one).toBeDefined();
			const [before, places] = [entered.length, 33];
			one();
			await new Promise((resolve) => setImmediate(resolve));
			expect(entered.length - before).toBeLessThan(places);
		}
		await Promise.all(all);
		expect(entered).toEqual(Array.from({ length: 60 }, (_, index) => index));
		expect(most.listeners).toBe(60);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('let in exactly as many as there are places, and those without a signal too', async () => {
		const marks = new SentMarks();
		const writes: Array<() => void> = [];
		const order: number[] = [];
		const note = (one: number) =>
			marks.note(`key ${one}`, async () => {
				order.push(one);
				await new Promise<void>((resolve) => writes.push(resolve));
			});
		for (let count = 0; count < 31; count++) note(count);
		await marks.room();
		note(31);
		let entered = 0;
		const all = Array.from({ length: 600 }, async () => {
			await marks.room();
			entered++;
		});
		for (let written = 1; written <= 32; written++) {
			writes.shift()?.();
			await new Promise((resolve) => setImmediate(resolve));
			// A place more with each note that is written, and all when none is left.
			expect(entered).toBe(written < 32 ? (written * (written + 1)) / 2 : 600);
		}
		await Promise.all(all);
		expect(order).toEqual(Array.from({ length: 32 }, (_, index) => index));
	});

	it('let all in when nothing is left to be noted, and when the run is canceled', async () => {
		for (const end of ['written', 'canceled'] as const) {
			const marks = new SentMarks();
			const canceling = new AbortController();
			let write = () => {};
			const held = new Promise<void>((resolve) => (write = resolve));
			for (let count = 0; count < 32; count++) marks.note(`key ${count}`, async () => await held);
			const all = Array.from({ length: 50 }, async () => await marks.room(canceling.signal));
			if (end === 'written') write();
			else canceling.abort();
			await Promise.all(all);
			expect(getEventListeners(canceling.signal, 'abort')).toEqual([]);
		}
	});

	it.each([
		[1, '"key 0" (database is locked)'],
		[3, '"key 0", "key 1", "key 2" (database is locked)'],
		[5, '"key 0", "key 1", "key 2" and 2 more (database is locked)'],
	])('%i that cannot be written are named', async (count, named) => {
		const marks = new SentMarks();
		for (let one = 0; one < count; one++) {
			marks.note(`key ${one}`, async () => await Promise.reject(new Error('database is locked')));
		}
		await marks.written();
		expect(marks.lost).toContain(`could not note it: ${named}. The same items`);
	});
});
