import type { Idle, Sample, Soak } from '../../../soak/judge';
import { judge, keyTable, peaks } from '../../../soak/judge';
import { figures, report } from '../../../soak/report';

const rest: Idle = {
	sinking: [],
	handles: { TCPServerWrap: 3, Timeout: 40 },
	rows: { [keyTable]: 20, execution_entity: 0, workflow_entity: 25 },
	files: 0,
	triggerFiles: 0,
	keys: 10,
	keyRows: 20,
	executions: [],
};
const after: Idle = {
	...rest,
	rows: { ...rest.rows, [keyTable]: 200 },
	keys: 100,
	keyRows: 200,
};

/** Forty samples; `grows` is what is added to each value by the end, as a part of it. */
function samples({ memory = 0, resident = 0, state = 0 } = {}): Sample[] {
	return Array.from({ length: 40 }, (_, index) => {
		const at = index / 40;
		return {
			...{ at, memory: 200e6 * (1 + memory * at), resident: 400e6 * (1 + resident * at) },
			native: 100e6,
			states: { 'Answer each SMS': 40_000 * (1 + state * at) },
		};
	});
}

const good: Soak = {
	...{ samples: samples(), before: rest, after, failures: [] },
	...{ wanted: ['a', 'b', 'c'], done: ['c', 'a', 'b'] },
};

const missed = (soak: Partial<Soak>) =>
	judge({ ...good, ...soak })
		.filter(({ held }) => !held)
		.map(({ what, seen }) => `${what}: ${seen}`);

describe('the verdict on a soak', () => {
	it('holds where everything is flat and everything was done once', () => {
		expect(missed({})).toStrictEqual([]);
	});

	it('allows what goes up and comes down again, and a last quarter a tenth above the second', () => {
		const wave = samples().map((sample) => ({
			...sample,
			memory: sample.at >= 0.5 && sample.at < 0.75 ? 900e6 : sample.memory,
		}));
		expect(missed({ samples: wave })).toStrictEqual([]);
		expect(missed({ samples: samples({ memory: 0.2, resident: 0.2, state: 0.2 }) })).toStrictEqual(
			[],
		);
	});

	it.each<[string, Partial<Soak>, string[]]>([
		[
			'a heap that grows',
			{ samples: samples({ memory: 0.3 }) },
			['Memory after garbage collection is flat: 258.5 MB after 228.5 MB: 1.13 x'],
		],
		[
			'a resident set that grows',
			{ samples: samples({ resident: 0.5 }) },
			['The resident set is flat: 595.0 MB after 495.0 MB: 1.20 x'],
		],
		['a state that fills up, as no fault', { samples: samples({ state: 1 }) }, []],
		[
			'a state beyond what is promised',
			{ samples: samples().map((one) => ({ ...one, states: { Trigger: 100_000 } })) },
			['The state of a trigger is below 100.0 kB: at most 100.0 kB of 1 triggers'],
		],
		[
			'an n8n that never came to rest',
			{ after: { ...after, sinking: ['all timers went from 9 to 8'] } },
			['Every count had settled when it was taken: after, all timers went from 9 to 8'],
		],
		[
			'no state at all',
			{ samples: samples().map((one) => ({ ...one, states: {} })) },
			['The state of a trigger is below 100.0 kB: at most 0.0 kB of 0 triggers'],
		],
		[
			'a socket that is left',
			{ after: { ...after, handles: { ...rest.handles, 'net.Socket': 1 } } },
			['No socket, timer or other handle is left: net.Socket: 1, 0 before'],
		],
		[
			'a timer that is left',
			{ after: { ...after, handles: { ...rest.handles, Timeout: 41 } } },
			['No socket, timer or other handle is left: Timeout: 41, 40 before'],
		],
		[
			'a row that is left',
			{ after: { ...after, rows: { ...after.rows, execution_entity: 1 } } },
			['No row is left in another table: execution_entity: 1, 0 before'],
		],
		[
			'a row in a table that was not there',
			{ after: { ...after, rows: { ...after.rows, lists: 2 } } },
			['No row is left in another table: lists: 2, 0 before'],
		],
		[
			'more rows than the keys have',
			{ after: { ...after, rows: { ...after.rows, [keyTable]: 201 }, keyRows: 201 } },
			[
				'Only the new keys were added to the deduplication store: 201 rows for 100 keys, 20 for 10 before; 0 other rows, 0 before',
			],
		],
		[
			'rows of the store that belong to no key',
			{ after: { ...after, rows: { ...after.rows, [keyTable]: 203 } } },
			[
				'Only the new keys were added to the deduplication store: 200 rows for 100 keys, 20 for 10 before; 3 other rows, 0 before',
			],
		],
		[
			'keys that had no whole number of rows to begin with, as a redelivery has made some',
			{
				before: { ...rest, rows: { ...rest.rows, [keyTable]: 25 }, keyRows: 25 },
				after: { ...after, rows: { ...after.rows, [keyTable]: 250 }, keyRows: 250 },
			},
			[
				'Only the new keys were added to the deduplication store: 250 rows for 100 keys, 25 for 10 before; 0 other rows, 0 before',
			],
		],
		[
			'keys that are not kept',
			{
				before: { ...rest, rows: { ...rest.rows, [keyTable]: 0 }, keyRows: 0 },
				after: { ...after, rows: { ...after.rows, [keyTable]: 0 }, keyRows: 0 },
			},
			[
				'Only the new keys were added to the deduplication store: 0 rows for 100 keys, 0 for 10 before; 0 other rows, 0 before',
			],
		],
		[
			'a file that is left',
			{ after: { ...after, files: 1 } },
			['No file of an execution is left: files: 1, 0 before'],
		],
		['files that n8n leaves, as no fault', { after: { ...after, triggerFiles: 9 } }, []],
		[
			'an execution that still waits',
			{ after: { ...after, executions: ['"Ask": execution 7 is waiting'] } },
			['No execution waits or has failed: "Ask": execution 7 is waiting'],
		],
		['a message that is lost', { done: ['a', 'b'] }, ['Nothing is lost: c']],
		['a message that is doubled', { done: ['a', 'b', 'c', 'b'] }, ['Nothing is doubled: b']],
		[
			'a message that nobody asked for',
			{ done: ['a', 'b', 'c', 'd'] },
			['Nothing was done without a request: d'],
		],
		[
			'nothing to do',
			{ wanted: [], done: [] },
			['There was something to do: 0 messages and calls, 0 different'],
		],
		[
			'a text that stands for two things',
			{ wanted: ['a', 'b', 'b'], done: ['a', 'b'] },
			['There was something to do: 3 messages and calls, 2 different'],
		],
		[
			'requests that failed, the first ones named',
			{ failures: ['1', '2', '3', '4', '5', '6', '7'] },
			['Every request of the traffic got the right answer: 1; 2; 3; 4; 5; and 2 more'],
		],
	])('tells %s', (_what, soak, told) => {
		expect(missed(soak)).toStrictEqual(told);
	});

	it('does not hold where a quarter was hardly measured', () => {
		const few = samples().filter(({ at }) => at < 0.8);
		const [, , , last] = peaks(few, ({ memory }) => memory);
		expect(last).toBeNaN();
		expect(missed({ samples: few })[0]).toBe(
			'Memory after garbage collection is flat: a quarter has fewer than 5 samples',
		);
	});
});

describe('the page of a soak', () => {
	const facts = { minutes: 60, speed: 10, realMinutes: 8, day: '2026-06-01', n8n: '2.41.1' };
	const page = (soak: Soak) =>
		report({
			...facts,
			soak,
			findings: judge(soak),
			counts: [['SMS received', 600]],
			requests: 9_000,
		});

	it('says that everything held, with what was measured', () => {
		const text = page(good);
		expect(text).toContain('**Everything held.**');
		expect(text).toContain('| SMS received | 600 |');
		expect(text).toContain('| requests that the service got | 9,000 |');
		expect(text).toContain('| peak of memory | 200.0 MB | 200.0 MB | 200.0 MB | 200.0 MB |');
		expect(figures(good)).toContain('| rows of all other tables | 25 | 25 |');
	});

	it('says what did not', () => {
		const text = page({ ...good, done: ['a', 'b'] });
		expect(text).toMatch(/\*\*1 of \d+ did not hold\.\*\*/);
		expect(text).toContain('| Nothing is lost | **no** | c |');
	});
});
