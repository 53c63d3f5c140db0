import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const test = join(__dirname, '..');
const folders = ['unit', 'source', 'engine', 'sandbox', 'builder', 'queue', 'editor'];
/** The others hold tools, which may wait; their tests may not. */
const isOfTests = (file: string) =>
	file.endsWith('.test.ts') || folders.some((folder) => file.startsWith(`${folder}/`));

/** What measures or waits in real time: the result would depend on the machine. */
const real: Record<string, [pattern: RegExp, example: string]> = {
	'performance.now': [/\bperformance\.now\(/, 'const began = performance.now();'],
	cpuUsage: [/\bcpuUsage\b/, 'const before = process.cpuUsage();'],
	hrtime: [/\bhrtime\b/, 'const before = process.hrtime.bigint();'],
	monitorEventLoopDelay: [/\bmonitorEventLoopDelay\b/, 'const watch = monitorEventLoopDelay();'],
	'a difference of Date.now': [
		/\bDate\.now\(\) - (?!\d)|- Date\.now\(\)/,
		'expect(Date.now() - began).toBeLessThan(500);',
	],
	setTimeout: [/(?<!\bjest\.)\bsetTimeout\(/, 'await new Promise((end) => setTimeout(end, 50));'],
	setInterval: [/\bsetInterval\(/, 'const look = setInterval(find, 5);'],
	'timers of promises': [/timers\/promises/, "import { setTimeout } from 'node:timers/promises';"],
};

/** Files that may, and why. */
const mayUse: Record<string, string> = {
	'source/realTime.test.ts': 'holds the examples',
	'sandbox/often.ts': 'waits for a real n8n to be between two polls',
	'queue/servers.test.ts': 'keeps a program running until it is killed',
};

const files = readdirSync(test, { recursive: true, encoding: 'utf8' })
	.map((file) => file.split(sep).join('/'))
	.filter((file) => file.endsWith('.ts') && isOfTests(file));

const uses = (text: string) =>
	Object.entries(real).flatMap(([name, [pattern]]) => (pattern.test(text) ? [name] : []));
const usesOf = (file: string) => uses(readFileSync(join(test, file), 'utf8'));

it('no test measures real time or sleeps: see test/harness/time', () => {
	const found = files.filter((file) => usesOf(file).length > 0 && !(file in mayUse));
	expect(found.map((file) => [file, usesOf(file)])).toEqual([]);
});

it('the list of files that may is no longer than it must be', () => {
	expect(Object.keys(mayUse).filter((file) => usesOf(file).length === 0)).toEqual([]);
});

it.each(Object.entries(real))('%s is found', (name, [, example]) => {
	expect(uses(example)).toContain(name);
});
