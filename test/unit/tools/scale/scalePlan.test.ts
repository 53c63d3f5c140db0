import { plan, WrongFlag } from '../../../scale/plan/cli';
import type { Figures } from '../../../scale/plan/inputs';
import { defaults, inputNames } from '../../../scale/plan/inputs';
import { linesOf } from '../../../scale/plan/lines';
import { problemsOf, shown, sizesOf, type Sizes } from '../../../scale/plan/sizes';

/** Round figures, so that each result can be worked out by head. */
const given: Figures = {
	messages: 259_200_000,
	peak: 2,
	'peak-hours': 1,
	batch: 100,
	latency: 250,
	limit: 500,
	others: 20,
	poll: 0,
	'cpu-main': 20,
	'cpu-worker': 100,
	'cpu-message': 2,
	'cpu-postgres': 10,
	'cpu-postgres-message': 1,
	busy: 50,
	spare: 1,
	cores: 4,
	pool: 2,
	saved: 50,
	'keep-executions': 10,
	'keep-keys': 30,
	'bytes-execution': 5_000,
	'bytes-message': 500,
	'bytes-key': 400,
	'bytes-key-index': 150,
	'wal-execution': 10_000,
	'wal-message': 1_000,
	room: 2,
	'redis-commands': 30,
	'redis-job': 1_000,
	'memory-process': 0.5,
	'price-core': 20,
	'price-gb': 0.1,
	'price-memory': 5,
	'price-message': 0.01,
};

const sizes = (other: Partial<Figures> = {}) => sizesOf({ ...given, ...other });

describe('sizes', () => {
	it.each<[string, keyof Sizes, Partial<Figures>, number]>([
		['259.2 million a month are 100 a second', 'mean', {}, 100],
		['twice that at the peak', 'atPeak', {}, 200],
		['others leave 80 % of the limit', 'usable', {}, 400],
		['what is sent is 95 % of that at most', 'sent', { limit: 150 }, 114],
		['86 a second too many for an hour', 'waiting', { limit: 150 }, 309_600],
		['which 14 a second beyond the mean work off', 'caughtUp', { limit: 150 }, 309_600 / 14],
		['which never ends at a limit below the mean', 'caughtUp', { limit: 100 }, Infinity],
		['nothing waits', 'caughtUp', {}, 0],
		['an execution has its own CPU and that of its messages', 'workerCpu', {}, 300],
		['2 executions a second of 0.3 s', 'workerCores', {}, 0.6],
		['half busy and one more', 'workers', {}, 3],
		['one at least', 'workers', { spare: 0, 'cpu-worker': 0, 'cpu-message': 0 }, 1],
		['four to a machine', 'machines', { spare: 3 }, 2],
		['CPU on a half busy core takes twice as long', 'oneRun', {}, 0.85],
		['2/s × 0.85 s / (1 - 200 / 400)', 'slotsNeeded', {}, 3.4],
		['n8n wants five at least', 'concurrency', {}, 5],
		['2/s × 10.6 s / 0.5 for three workers', 'concurrency', { latency: 10_000 }, 15],
		['one message each: rate times time', 'slotsNeeded', { batch: 1 }, 200 * (0.204 + 0.25)],
		['15 slots of which each may send 26.7/s', 'interval', {}, 38],
		['110 slots: with two messages one interval has to do for both', 'interval', { batch: 2 }, 550],
		['so all of them together stay below the limit', 'fastest', {}, 1500 / (99 * 0.038)],
		['an execution takes that time', 'run', {}, 0.85 + 99 * 0.038],
		['all slots together reach more than is needed', 'reached', {}, 1500 / (0.85 + 3.762)],
		['two thirds of it without one of three', 'oneDown', {}, 1000 / (0.85 + 3.762)],
		['at most so many requests under way in a run', 'underWay', {}, 250 / 38],
		['main does it alone', 'webhooks', {}, 0],
		['200 executions/s of 20 ms, half busy', 'webhooks', { batch: 1 }, 8],
		['main and workers with two connections each', 'connections', {}, 8],
		['half a GB for each process', 'processMemory', {}, 2],
		['2/s × 110 ms', 'databaseCores', {}, 0.22],
		['half of an execution a second for ten days', 'savedExecutions', {}, 432_000],
		['of 55 kB each', 'executionGb', {}, 23.76],
		['a month of keys', 'keys', {}, 259_200_000],
		['of 400 bytes', 'keyGb', {}, 103.68],
		['150 of which are index', 'indexGb', {}, 38.88],
		['twice the data', 'disk', {}, 2 * (23.76 + 103.68)],
		['2/s × 110 kB', 'walPerSecond', {}, 220_000],
		['a job for each slot, and for 100 messages that wait', 'jobs', { limit: 150 }, 20 + 3096],
		['2 executions come in a second', 'commands', {}, 60],
		['no trigger', 'pollRequests', {}, 0],
		['a conversation for each message', 'movedPerPoll', { poll: 60 }, 12_000],
		['and a request for each and for each page', 'pollRequests', { poll: 60 }, 204],
		['worker machine, main and PostgreSQL', 'cores', {}, 6],
		['the index and the least for Redis', 'memory', {}, 40],
		['machines', 'machineCost', {}, 6 * 20 + 25.488 + 40 * 5],
		['messages', 'messageCost', {}, 2_592_000],
	])('%s: %s', (_why, name, other, expected) => {
		expect(sizes(other)[name]).toBeCloseTo(expected, 6);
	});

	it('with one message in an execution there is no interval to divide', () => {
		expect(sizes({ batch: 1 }).interval).toBeUndefined();
	});

	it.each([1, 40, 99, 135, 400, 1000])(
		'by the interval, all slots together never send more than %d/s',
		(limit) => {
			for (const batch of [2, 10, 100, 1000]) {
				for (const spare of [0, 1, 20]) {
					const { fastest, usable } = sizes({ batch, limit, spare, messages: 1e8 });
					expect(fastest).toBeLessThanOrEqual(usable * (1 + 1e-9));
				}
			}
		},
	);
});

describe('what does not fit', () => {
	const problems = (other: Partial<Figures>) => {
		const all = { ...given, ...other };
		return problemsOf(all, sizesOf(all));
	};

	it('is nothing when there is room', () => {
		expect(problems({})).toStrictEqual([]);
	});

	it.each<[Partial<Figures>, string[]]>([
		[{ limit: 100, spare: 0 }, ['more and more messages wait']],
		[{ limit: 125, others: 0, messages: 307_800_000, spare: 0 }, ['more and more messages wait']],
		[{ limit: 150, spare: 0 }, ['309,600 messages wait after it, for up to 6.14 h']],
		[{ limit: 300 }, ['one of 3 workers is down, the others send 139/s of the 200/s']],
		[{ limit: 300, spare: 10 }, []],
		[{ batch: 1, 'cpu-message': 0 }, ['Send Interval has no effect']],
		[{ batch: 1, limit: 100_000, pool: 1 }, []],
		[{ batch: 1, limit: 100_000 }, ['102 connections']],
		[{ batch: 1000, latency: 10_000, spare: 0 }, ['625 requests under way, and has 100 at most']],
		[{ saved: 100, batch: 1, limit: 100_000, pool: 1 }, ['deletes fewer than 100']],
		[{ poll: 10, limit: 510 }, []],
		[{ poll: 13, limit: 510 }, ['2,600 conversations']],
		[{ poll: 10, limit: 500 }, ['204 requests/s']],
	])('with %j', (other, words) => {
		const found = problems(other);
		expect(found).toHaveLength(words.length);
		words.forEach((some, index) => expect(found[index]).toContain(some));
	});
});

describe('the command', () => {
	it('shows each line with its arithmetic, and what it was worked out from', () => {
		const text = plan(['--messages', '259_200_000', '--peak', '2', '--others', '20']);
		expect(text).toMatch(/\| mean +\| 259,200,000 \/ \(30 × 86,400 s\) +\| 100\/s +\|/);
		expect(text).toMatch(/\| `--peak` +\| 2 +\| times .*\| given +\|/);
		expect(text).toMatch(/\| `--latency` .*\| yours to enter +\|/);
	});

	it('has a flag for each figure, which changes a line', () => {
		const lines = (figures: Figures) => JSON.stringify(linesOf(figures, sizesOf(figures)));
		const plain = lines({ ...given, poll: 60 });
		const dead = inputNames.filter(
			(name) => lines({ ...given, poll: 60, [name]: given[name] * 2 + 1 }) === plain,
		);
		expect(dead).toStrictEqual([]);
	});

	it('takes its measured figures from docs/scale.json, and none is missing', () => {
		for (const name of inputNames) expect(defaults[name]).toBeGreaterThan(0);
	});

	it.each([
		[
			['--messages', 'many'],
			'--messages takes a whole number (a month), 1 or more, and not "many"',
		],
		[['--messages', ''], '--messages takes a whole number'],
		[['--peak', ''], '--peak takes a number'],
		[['--messages=-5'], '1 or more, and not "-5"'],
		[['--others', '100'], 'from 0 to 99'],
		[['--mesages', '5'], '--help lists all flags'],
		[['5'], '--help lists all flags'],
		[['--spare', '0.5'], '--spare takes a whole number (workers), 0 or more, and not "0.5"'],
		[['--cores', '2.5'], '--cores takes a whole number'],
		[['--pool', '1.5'], '--pool takes a whole number'],
		[['--batch', '1.5'], '--batch takes a whole number'],
		[['--peak', '10', '--peak-hours', '24'], 'more messages than the whole month has'],
		[['--latency', '0'], '1 or more, and not "0"'],
	])('refuses %j', (flags, words) => {
		expect(() => plan(flags)).toThrow(WrongFlag);
		expect(() => plan(flags)).toThrow(words);
	});

	it('counts messages, the polls of the trigger and what others use against the limit', () => {
		// 116/s are sent and 118/s polled; 40 % of 245/s, 98/s, belong to others: 332/s in all.
		const text = plan(['--poll', '20', '--limit', '245', '--others', '40', '--spare', '0']);
		expect(text).toContain('more than the 147/s that the service takes from you');
	});

	it('takes a peak that holds all messages of the month', () => {
		expect(plan(['--peak', '6', '--peak-hours', '4'])).toContain('| at the peak');
	});

	it.each([
		[['--spare', '0', '--cpu-worker', '0', '--cpu-message', '0']],
		[['--batch', '1', '--cpu-worker', '0', '--cpu-message', '0', '--latency', '1']],
		[['--messages', '246_240_000', '--limit', '100', '--others', '0']],
	])('has a figure on each line with %j', (flags) => {
		expect(plan(flags)).not.toMatch(/NaN|never(?! waits)/);
	});

	it('explains itself', () => {
		expect(plan(['--help'])).toContain('npm run scale:plan -- [--flag number]');
	});
});

it.each([
	[0, '0'],
	[0.00123, '0.0012'],
	[0.5, '0.5'],
	[38.58, '38.6'],
	[115.74, '116'],
	[1e8, '100,000,000'],
	[Infinity, 'never'],
])('%d is shown as %s', (figure, text) => expect(shown(figure)).toBe(text));
