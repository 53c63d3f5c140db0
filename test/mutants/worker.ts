import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';

import { DataDeduplicationService } from 'n8n-core';
import ts from 'typescript';

import { root } from '../../sandbox/paths';
import type { Change } from './changes';
import { shippedFiles } from './changes';
import type { Ran, TestName } from './circus';
import { provide, runTests } from './circus';
import { marksName, placesIn, withProbes } from './probes';

/** What a worker is told to do. */
export type Order =
	| { kind: 'cover'; test: string }
	| { kind: 'try'; change: Change; tests: Array<{ test: string; only: TestName[] }> };

export interface Covered {
	name: TestName;
	ms: number;
	error?: string;
	/** Numbers of the places it passes. */
	places: number[];
}

/** What a worker says: which test begins, and in the end what came of the order. */
export type Word =
	| { kind: 'ready' }
	| { kind: 'begins'; test: string; name: TestName }
	| { kind: 'covered'; tests: Covered[]; loading: number[] }
	| { kind: 'survived' }
	| { kind: 'noticed'; test: string; name: TestName; error: string }
	/** The same tests fail without the change: what was noticed is something else. */
	| { kind: 'unfit'; test: string; name: TestName }
	/** A file has no tests of these names, with the change or without. */
	| { kind: 'absent'; test: string; names: TestName[] };

const shipped = shippedFiles();
const firstPlace = new Map<string, number>();
let places = 0;
for (const file of shipped) {
	firstPlace.set(file, places);
	places += placesIn(readFileSync(join(root, file), 'utf8')).length;
}
const marks = new Uint8Array(places);
Object.assign(globalThis, { [marksName]: marks });
provide({ isolateModulesAsync });

const fromDisk = createRequire(__filename);
let probing = false;
let changed: Change | undefined;
const compiled = new Map<string, string>();

// Sources and tests are compiled here, each once; the changed file once more.
const extensions = (Module as unknown as { _extensions: NodeJS.RequireExtensions })._extensions;
extensions['.ts'] = (module, path) => {
	const own = module as unknown as { _compile(code: string, path: string): void };
	own._compile(javascriptOf(path), path);
};
// Endings are tried in this order, and beside VoiceSms.node.ts there is a VoiceSms.node.json.
const { '.json': json } = extensions;
Reflect.deleteProperty(extensions, '.json');
extensions['.json'] = json;

function javascriptOf(path: string): string {
	const file = relative(root, path).split(sep).join('/');
	const source = readFileSync(path, 'utf8');
	if (changed?.file === file) {
		return compile(
			source.slice(0, changed.start) + changed.replacement + source.slice(changed.end),
		);
	}
	const first = probing ? firstPlace.get(file) : undefined;
	return compile(first === undefined ? source : withProbes(source, first));
}

function compile(source: string): string {
	const key = createHash('sha1').update(source).digest('hex');
	let code = compiled.get(key);
	if (code === undefined) {
		code = ts.transpileModule(source, {
			compilerOptions: {
				module: ts.ModuleKind.CommonJS,
				target: ts.ScriptTarget.ES2022,
				esModuleInterop: true,
			},
		}).outputText;
		if (changed === undefined) compiled.set(key, code);
	}
	return code;
}

/** Loads a test file and all of ours that it imports anew; what lies in node_modules stays. */
function load(test: string): void {
	forgetOurs();
	// n8n takes a store once a process; here many test files share one.
	Object.assign(DataDeduplicationService, { instance: undefined });
	fromDisk(join(root, test));
}

function forgetOurs(): void {
	for (const path of Object.keys(fromDisk.cache)) {
		const inside = relative(root, path).split(sep);
		const ours = ['nodes', 'credentials', 'test'].includes(inside[0]) && inside[1] !== 'mutants';
		if (ours) delete fromDisk.cache[path];
	}
}

/** What Jest has by this name: modules of ours that are loaded within are apart from all others. */
async function isolateModulesAsync(work: () => Promise<void>): Promise<void> {
	const kept = { ...fromDisk.cache };
	forgetOurs();
	try {
		await work();
	} finally {
		forgetOurs();
		Object.assign(fromDisk.cache, kept);
	}
}

function say(word: Word): void {
	process.send?.(word);
}

async function cover(test: string): Promise<Word> {
	probing = true;
	const tests: Covered[] = [];
	const loading = new Set<number>();
	const take = () => {
		const passed: number[] = [];
		marks.forEach((mark, place) => mark && passed.push(place));
		marks.fill(0);
		return passed;
	};
	marks.fill(0);
	try {
		await runTests(() => load(test), {
			begins: (name) => {
				for (const place of take()) loading.add(place);
				say({ kind: 'begins', test, name });
			},
			ends: (ran) => {
				tests.push({ ...ran, places: take() });
				return false;
			},
		});
	} finally {
		probing = false;
	}
	for (const place of take()) loading.add(place);
	return { kind: 'covered', tests, loading: [...loading] };
}

/** Runs these tests until one fails. `absent` are those that did not run although none failed. */
async function run(test: string, only: TestName[]): Promise<{ failure?: Ran; absent: TestName[] }> {
	let failure: Ran | undefined;
	const absent = new Set(only);
	say({ kind: 'begins', test, name: '' });
	try {
		await runTests(
			() => load(test),
			{
				begins: (name) => {
					absent.delete(name);
					say({ kind: 'begins', test, name });
				},
				ends: (ran) => {
					if (ran.error !== undefined) failure ??= ran;
					return failure !== undefined;
				},
			},
			new Set(only),
		);
	} catch (error) {
		failure ??= { name: '', ms: 0, error: error instanceof Error ? error.message : String(error) };
	}
	// A rejection that nobody waited for is reported now, and to no test of the next run.
	await new Promise((resolve) => setImmediate(resolve));
	return failure === undefined ? { absent: [...absent] } : { failure, absent: [] };
}

async function attempt({ change, tests }: Order & { kind: 'try' }): Promise<Word> {
	for (const { test, only } of tests) {
		changed = change;
		const { failure, absent } = await run(test, only).finally(() => (changed = undefined));
		if (failure !== undefined) {
			const { name, error = '' } = failure;
			const upTo = name === '' ? only : only.slice(0, only.indexOf(name) + 1);
			const without = await run(test, upTo);
			if (without.failure !== undefined) {
				return { kind: 'unfit', test, name: without.failure.name };
			}
			return { kind: 'noticed', test, name, error };
		}
		// A change to a table from which tests are made may take some away; they are there without it.
		const names = absent.length === 0 ? [] : (await run(test, absent)).absent;
		if (names.length > 0) return { kind: 'absent', test, names };
	}
	return { kind: 'survived' };
}

let queue = Promise.resolve();
process.on('message', (order: Order) => {
	queue = queue
		.then(async () => say(order.kind === 'cover' ? await cover(order.test) : await attempt(order)))
		.catch((error) => {
			process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
			process.exit(1);
		});
});
process.once('disconnect', () => process.exit());
say({ kind: 'ready' });
