import { jestExpect } from '@jest/expect';
import type { Circus } from '@jest/types';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

/** Of one test: its name with those around it, and its number where names occur twice. */
export type TestName = string;

export interface Ran {
	name: TestName;
	ms: number;
	/** Why it failed, if it did. */
	error?: string;
}

export interface Watch {
	begins(name: TestName): void;
	/** Called after each test; when it answers true, the others of the file are left out. */
	ends(test: Ran): boolean;
}

const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
const mocker = new ModuleMocker(globalThis as never);
const ofJest: Record<string, unknown> = {
	fn: mocker.fn.bind(mocker),
	spyOn: mocker.spyOn.bind(mocker),
	restoreAllMocks: () => mocker.restoreAllMocks(),
};
let current: Circus.TestEntry | undefined;
let handle: (event: Circus.Event) => void = () => undefined;
circus.addEventHandler((event: Circus.Event) => handle(event));
for (const kind of ['unhandledRejection', 'uncaughtException'] as const) {
	process.on(kind, (error: unknown) => current?.errors.push(error as Error));
}

/** More of what tests find in `jest`. */
export function provide(functions: Record<string, unknown>): void {
	Object.assign(ofJest, functions);
}

/**
 * Runs the tests of a file in this process, by the program that runs them within Jest.
 *
 * @param load defines them
 * @param only those to run, all when left out
 * @throws what `load` throws, and errors of hooks
 */
export async function runTests(
	load: () => void,
	watch: Watch,
	only?: ReadonlySet<TestName>,
): Promise<void> {
	Object.assign(globalThis, { describe, it, test, beforeAll, beforeEach, afterAll, afterEach });
	Object.assign(globalThis, { expect: jestExpect, jest: ofJest });
	circus.resetState();
	const state = circus.getState();
	state.testTimeout = 60_000;
	load();
	const names = namesOf(state.rootDescribeBlock);
	for (const [entry, name] of names) if (only?.has(name) === false) entry.mode = 'skip';
	handle = (event) => {
		if (event.name === 'test_fn_start' || event.name === 'test_start') {
			current = event.test;
			if (event.name === 'test_start' && event.test.mode !== 'skip')
				watch.begins(names.get(event.test) ?? '');
		}
		if (event.name !== 'test_done') return;
		current = undefined;
		const { errors, duration } = event.test;
		const stop = watch.ends({
			name: names.get(event.test) ?? '',
			ms: duration ?? 0,
			...(errors.length === 0 ? {} : { error: firstLine(errors[0]) }),
		});
		if (stop) for (const [entry] of names) entry.mode = 'skip';
	};
	try {
		const { unhandledErrors } = await circus.run();
		if (unhandledErrors.length > 0) throw new Error(unhandledErrors[0]);
	} finally {
		handle = () => undefined;
		mocker.restoreAllMocks();
	}
}

function namesOf(root: Circus.DescribeBlock): Map<Circus.TestEntry, TestName> {
	const names = new Map<Circus.TestEntry, TestName>();
	const taken = new Map<string, number>();
	const visit = (block: Circus.DescribeBlock, path: string): void => {
		for (const child of block.children) {
			const name = path === '' ? child.name : `${path} › ${child.name}`;
			if (child.type === 'describeBlock') {
				visit(child, name);
				continue;
			}
			const times = (taken.get(name) ?? 0) + 1;
			taken.set(name, times);
			names.set(child, times === 1 ? name : `${name} (${times})`);
		}
	};
	visit(root, '');
	return names;
}

function firstLine(thrown: unknown): string {
	const error: unknown = Array.isArray(thrown) ? (thrown[0] ?? thrown[1]) : thrown;
	const text = error instanceof Error ? error.message : String(error);
	return text.split('\n').find((line) => line.trim() !== '') ?? 'failed';
}
