import { measuredFigures, whereMeasured } from '../../../scale/measured';
import { readStat, readTotal, sumOfTree } from '../../../scale/processor';
import { cellOf, type Cell, type Run, type Window } from '../../../scale/result';

const cpuMs = { main: 20, workers: 60, postgres: 15, redis: 1, simulator: 10 };
const window: Window = {
	...{ seconds: 10, executions: 100, cpuMs, allMs: 206, walBytes: 8e5, redisCommands: 3000 },
};
const load = { shape: 'single', workers: 1, latencyMs: 0 } as const;

describe('the windows of a load', () => {
	it('give the median of each figure, for one execution', () => {
		const cell = cellOf(load, [
			{ ...window, executions: 50 },
			{ ...window, executions: 200 },
			window,
		]);
		expect(cell).toMatchObject({ ...load, windows: 3, executionsPerMinute: 600 });
		expect(cell.cpuMs).toStrictEqual({
			...{ main: 0.2, workers: 0.6, postgres: 0.15, redis: 0.01, simulator: 0.1 },
		});
		expect(cell).toMatchObject({ walBytes: 8000, redisCommands: 30 });
		expect(cell.busy).toBeCloseTo(0.0106, 6);
		expect(cell.othersBusy).toBeCloseTo(0.01, 6);
	});
});

describe('the figures of the plan', () => {
	const cell = (shape: Cell['shape'], workers: number, executionBytes: number) => ({
		cell: {
			...cellOf({ ...load, shape }, [
				{ ...window, executions: 1, cpuMs: { ...cpuMs, workers }, walBytes: 10 * executionBytes },
			]),
			failed: 0,
		},
		left: { shape, executionBytes, keyRows: 2, keyBytes: 400, keyIndexBytes: 150 },
	});
	const all = [cell('single', 62, 5_500), cell('batch', 260, 55_000)];
	const run: Run = {
		...{
			node: '24',
			n8n: '2',
			postgres: '15',
			redis: '7',
			processors: 2,
			concurrency: 10,
			connections: 10,
		},
		cells: all.map((one) => one.cell),
		left: all.map((one) => one.left),
		jobBytes: 900,
		memory: 512,
	};

	it('split what an execution costs from what each of its messages adds', () => {
		expect(measuredFigures(run)).toMatchObject({
			...{ 'cpu-worker': 60, 'cpu-message': 2, 'bytes-execution': 5000, 'bytes-message': 500 },
			...{ 'wal-execution': 50_000, 'wal-message': 5000, 'cpu-main': 20 },
			...{ 'bytes-key': 400, 'bytes-key-index': 150, 'redis-job': 900, 'memory-process': 0.51 },
		});
	});

	it('say when the machine was not quiet', () => {
		expect(whereMeasured(run)).not.toContain('not quiet');
		const [first] = run.cells;
		const loud = { ...run, cells: [first, { ...first, othersBusy: 0.7 }] };
		expect(whereMeasured(loud)).toContain('other programs kept up to 0.7 processors busy');
	});
});

describe('processor time', () => {
	const stat = (pid: number, name: string, parent: number, ticks: number[]) =>
		`${pid} (${name}) S ${parent} 1 1 0 -1 4194304 100 200 3 4 ${ticks.join(' ')} 20 0 11 0 500`;

	it('is read in ms, whatever the name of the program', () => {
		expect(readStat(stat(7, 'a) R 9 (b', 5, [100, 20, 3, 1]))).toStrictEqual({
			...{ pid: 7, parent: 5, cpuMs: 1240 },
		});
	});

	it('of the whole machine leaves out what was idle or waited for a disk', () => {
		expect(readTotal('cpu  10 20 30 4000 5000 6 7 8 9 9')).toBe(810);
	});

	it('counts what a process started, and what that started', () => {
		const all = [
			{ pid: 1, parent: 0, cpuMs: 1000 },
			{ pid: 2, parent: 1, cpuMs: 10 },
			{ pid: 3, parent: 2, cpuMs: 5 },
			{ pid: 4, parent: 9, cpuMs: 99 },
		];
		expect(sumOfTree(2, all)).toBe(15);
		expect(sumOfTree(1, all)).toBe(1015);
		expect(() => sumOfTree(8, all)).toThrow('Process 8 has ended');
	});
});
