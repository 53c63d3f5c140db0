import { readStat, sumOfTree } from './processor';
import { cellOf, scalePart, type Cell, type Run, type Window } from './result';

const cpuMs = { main: 20, workers: 60, postgres: 15, redis: 1, simulator: 10 };
const window: Window = { seconds: 10, executions: 100, cpuMs, allMs: 206 };
const load = { shape: 'batch', workers: 1, latencyMs: 0 } as const;
const cell = cellOf(
	load,
	[{ ...window, executions: 50 }, { ...window, executions: 200 }, window],
	7,
);

describe('the windows of a load', () => {
	it('give the median of each figure, for one execution', () => {
		expect(cell).toMatchObject({ ...load, executionsPerMinute: 600, failed: 7 });
		expect(cell.cpuMs).toStrictEqual({
			main: 0.2,
			workers: 0.6,
			postgres: 0.15,
			redis: 0.01,
			simulator: 0.1,
		});
		expect(cell.busy).toBeCloseTo(0.0106, 6);
		expect(cell.othersBusy).toBeCloseTo(0.01, 6);
	});
});

describe('the part of docs/measured.md', () => {
	const run = (...cells: Cell[]): Run => ({
		day: '2026-06-01',
		node: '24',
		n8n: '2',
		postgres: '15',
		redis: '7',
		processors: 2,
		concurrency: 10,
		connections: 10,
		cells,
	});

	it('says when and where it was measured, with a row for each load', () => {
		const text = scalePart(run(cell));
		expect(text).toContain(
			'Measured on 2026-06-01 with n8n 2 on Node 24, 2 processors, PostgreSQL 15 and Redis 7',
		);
		expect(text).toContain('| 100 | 1 | 0 ms | 600 | 60,000 | 0.2 | 0.6 | 0.1 | 0.0 | 7 | 0.01 |');
		expect(text).not.toContain('not quiet');
	});

	it('says when the machine was not quiet', () => {
		expect(scalePart(run(cell, { ...cell, othersBusy: 0.7 }))).toContain(
			'other programs kept up to 0.7 processors busy',
		);
	});
});

describe('processor time', () => {
	it('is read in ms, whatever the name of the program', () => {
		const line = '7 (a) R 9 (b) S 5 1 1 0 -1 4194304 100 200 3 4 100 20 3 1 20 0 11 0 500';
		expect(readStat(line)).toStrictEqual({ pid: 7, parent: 5, cpuMs: 1240 });
	});

	it('counts everything that a process started', () => {
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
