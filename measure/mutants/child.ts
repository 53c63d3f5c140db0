import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';

import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';
import type * as n8nCore from 'n8n-core';
import ts from 'typescript';

import { root } from '../../sandbox/paths';
import { marksName } from './marks';
import type { Answer, Order, Ran } from './tester';

/**
 * A process that runs test files one after the other, by the program that runs them within jest. Each file
 * gets new modules of this repository; packages stay loaded, because n8n-core takes seconds to load.
 */

type TestEntry = NonNullable<circus.State['currentlyRunningTest']>;

const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
const mocker = new ModuleMocker(globalThis as never);
const timers = new ModernFakeTimers({
	global: globalThis,
	config: { rootDir: root, testEnvironment: 'node', fakeTimers: {} } as never,
});
const fromDisk = createRequire(__filename);
/** Stays loaded: it does not know the tested code, and takes long to load. */
const lasting = ['simulator', 'mutants'];
const compiled = new Map<string, string>();
let marks = new Uint8Array();
let sources: Order['sources'] = {};
let handle: (event: circus.Event) => void = () => {};
let current: TestEntry | undefined;

Object.assign(globalThis, { describe, it, test, beforeAll, beforeEach, afterAll, afterEach });
Object.assign(globalThis, {
	expect: jestExpect,
	jest: {
		spyOn: mocker.spyOn.bind(mocker),
		restoreAllMocks: () => mocker.restoreAllMocks(),
		isolateModulesAsync,
		useFakeTimers: (options?: object) => timers.useFakeTimers(options),
		useRealTimers: () => timers.useRealTimers(),
		setSystemTime: (now: number) => timers.setSystemTime(now),
		advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
		advanceTimersByTimeAsync: async (ms: number) => await timers.advanceTimersByTimeAsync(ms),
	},
});
circus.addEventHandler((event: circus.Event) => handle(event));
for (const kind of ['unhandledRejection', 'uncaughtException'] as const) {
	process.on(kind, (error: unknown) => current?.errors.push(error as Error));
}

const extensions = (Module as unknown as { _extensions: NodeJS.RequireExtensions })._extensions;
extensions['.ts'] = (module, path) => {
	const own = module as unknown as { _compile(code: string, path: string): void };
	const source = sources[relative(root, path).split(sep).join('/')];
	own._compile(compile(source ?? readFileSync(path, 'utf8')), path);
};
// Endings are tried in this order, and beside VoiceSms.node.ts there is a VoiceSms.node.json.
const { '.json': json } = extensions;
Reflect.deleteProperty(extensions, '.json');
extensions['.json'] = json;

function compile(source: string): string {
	const known = compiled.get(source);
	if (known !== undefined) return known;
	const compilerOptions: ts.CompilerOptions = {
		module: ts.ModuleKind.CommonJS,
		target: ts.ScriptTarget.ES2022,
		esModuleInterop: true,
	};
	const code = ts.transpileModule(source, { compilerOptions }).outputText;
	compiled.set(source, code);
	return code;
}

/** Runs the tests of a file; only those of these numbers, until one fails. */
async function run({ test: file, only, sources: given, changes }: Order): Promise<Answer> {
	const tests: Ran[] = [];
	sources = given;
	marks = new Uint8Array(changes);
	Object.assign(globalThis, { [marksName]: marks });
	circus.resetState();
	const state = circus.getState();
	state.testTimeout = 60_000;
	forgetOurs();
	fromDisk(join(root, file));
	// n8n-core takes a store once a process; here many test files share one.
	const core = fromDisk.cache[fromDisk.resolve('n8n-core')]?.exports as typeof n8nCore | undefined;
	if (core !== undefined) Object.assign(core.DataDeduplicationService, { instance: undefined });
	const entries = testsOf(state.rootDescribeBlock);
	const skip = (entry: TestEntry) => (entry.mode = 'skip');
	entries.filter((_, number) => only?.includes(number) === false).forEach(skip);
	let loading: number[] = [];
	let before = process.cpuUsage();
	handle = (event) => {
		if (event.name === 'test_fn_start') current = event.test;
		if (event.name === 'test_start') {
			loading = [...loading, ...taken()];
			before = process.cpuUsage();
		}
		if (event.name !== 'test_done' || event.test.mode === 'skip') return;
		current = undefined;
		const { name, errors, duration } = event.test;
		const [number, failed] = [entries.indexOf(event.test), errors.length > 0];
		const { user, system } = process.cpuUsage(before);
		const workMs = (user + system) / 1000;
		tests.push({ number, name, ms: duration ?? 0, workMs, failed, marks: taken() });
		if (failed && only !== undefined) entries.forEach(skip);
	};
	try {
		const { unhandledErrors } = await circus.run();
		if (unhandledErrors.length > 0) throw new Error(unhandledErrors[0]);
		// A rejection that nobody waited for is reported now, and to no test of the next run.
		await new Promise((resolve) => setImmediate(resolve));
	} finally {
		handle = () => {};
		timers.dispose();
		mocker.restoreAllMocks();
	}
	return { tests, loading: [...loading, ...taken()] };
}

function taken(): number[] {
	const passed = [...marks.keys()].filter((number) => marks[number] === 1);
	marks.fill(0);
	return passed;
}

function testsOf(block: circus.State['rootDescribeBlock']): TestEntry[] {
	return block.children.flatMap((child) =>
		child.type === 'describeBlock' ? testsOf(child) : [child],
	);
}

function forgetOurs(): void {
	for (const path of Object.keys(fromDisk.cache)) {
		const [folder, below] = relative(root, path).split(sep);
		const isOurs = ['nodes', 'credentials', 'test'].includes(folder);
		if (isOurs && !lasting.includes(below)) delete fromDisk.cache[path];
	}
}

/** As jest's function of this name. */
async function isolateModulesAsync(work: () => Promise<void>): Promise<void> {
	forgetOurs();
	await work().finally(forgetOurs);
}

process.on('message', (order: Order) => {
	void run(order)
		.catch((error: unknown): Answer => ({ tests: [], loading: [], error: String(error) }))
		.then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit());
