import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { type Change, changed, roomOf } from './changes';
import { withMarks } from './marks';
import type { Answer, Order, Ran, Tester } from './tester';

interface Candidates {
	test: string;
	ran: Ran[];
	/** Milliseconds that the processor works for all of them. */
	workMs: number;
}

/** Milliseconds that loading a test file takes, about. */
const loadMs = 100;
/** Tests are asked until the processor would work so many milliseconds: a change that survives costs no more. */
const mostMs = 45_000;
/** A run may take so many times as long as without a change, and so many milliseconds more. */
const [patience, patienceMs] = [10, 30_000];
/** Milliseconds that a new process may take to start. */
const startMs = 120_000;
/** Milliseconds for all tests of a file. */
const wholeFileMs = 600_000;

/** Tries changes, each with the tests that pass its place. */
export class Trial {
	private readonly answers = new Map<string, Answer>();
	private readonly sources: Record<string, string> = {};
	/** Tests that fail without any change, or without the tests before them; they tell nothing. */
	readonly failing = new Set<string>();

	constructor(readonly changes: Change[]) {
		const files = new Map<string, Map<number, Change>>();
		changes.forEach((change, number) => {
			const ofFile = files.get(change.file) ?? new Map<number, Change>();
			files.set(change.file, ofFile.set(number, change));
		});
		for (const [file, ofFile] of files) this.sources[file] = withMarks(textOf(file), ofFile);
	}

	/** Runs a test file without any change, to see which places its tests pass. */
	async look(test: string, tester: Tester): Promise<void> {
		const answer = await tester.run(
			{ test, sources: this.sources, changes: this.changes.length },
			wholeFileMs,
		);
		if (answer === undefined || answer.error !== undefined) {
			throw new Error(`${test} does not run: ${answer?.error ?? 'its process ended'}`);
		}
		this.answers.set(test, answer);
		for (const ran of answer.tests) if (ran.failed) this.failing.add(nameOf(test, ran));
	}

	/** Runs the tests that pass the place of a change, with the change; whether one of them fails. */
	async isNoticed(change: Change, tester: Tester): Promise<boolean> {
		const { isFresh } = tester;
		const sources = { [change.file]: changed(textOf(change.file), change) };
		for (const { test, ran } of withinTime(this.candidatesFor(this.changes.indexOf(change)))) {
			const failed = await this.failureIn(tester, test, ran, sources);
			if (failed === undefined) continue;
			const upTo = ran.slice(0, failed === 'file' ? undefined : ran.indexOf(failed) + 1);
			const without = await this.failureIn(tester, test, upTo, {});
			if (without === undefined) return true;
			// What an earlier change left in the process is gone with it; otherwise the test is at fault.
			if (isFresh) for (const one of upTo) this.failing.add(nameOf(test, one));
			tester.stop();
			return await this.isNoticed(change, tester);
		}
		return false;
	}

	/** Tests that pass the place: those of its room first, then the quick test files. */
	private candidatesFor(number: number): Candidates[] {
		const room = roomOf(this.changes[number].file);
		const rank = ({ test, workMs }: Candidates) =>
			test.split('/')[2] === room ? workMs : workMs + mostMs;
		return [...this.answers]
			.map(([test, { tests, loading }]) => {
				const all = loading.includes(number);
				const ran = tests.filter(
					(one) => (all || one.marks.includes(number)) && !this.failing.has(nameOf(test, one)),
				);
				return { test, ran, workMs: ran.reduce((sum, one) => sum + one.workMs, loadMs) };
			})
			.filter(({ ran }) => ran.length > 0)
			.sort((a, b) => rank(a) - rank(b));
	}

	/** The test that fails; `file` when it does as a whole; undefined when none fails. */
	private async failureIn(
		tester: Tester,
		test: string,
		ran: Ran[],
		sources: Order['sources'],
	): Promise<Ran | 'file' | undefined> {
		const only = ran.map(({ number }) => number);
		const ms = ran.reduce((sum, one) => sum + one.ms, loadMs) * patience + patienceMs;
		const limitMs = ms + (tester.isFresh ? startMs : 0);
		const answer = await tester.run({ test, only, sources, changes: 0 }, limitMs);
		if (answer === undefined || answer.error !== undefined) return 'file';
		const failed = answer.tests.find((one) => one.failed);
		return failed && ran.find(({ number }) => number === failed.number);
	}
}

/** As many of the tests as take `mostMs` together. */
function withinTime(candidates: Candidates[]): Candidates[] {
	let spent = 0;
	return candidates
		.map(({ ran, ...one }) => {
			spent += loadMs;
			return { ...one, ran: ran.filter(({ workMs }) => (spent += workMs) <= mostMs) };
		})
		.filter(({ ran }) => ran.length > 0);
}

function textOf(file: string): string {
	return readFileSync(join(root, file), 'utf8');
}

function nameOf(test: string, { number, name }: Ran): string {
	return `${test}: ${name} (${number + 1})`;
}
