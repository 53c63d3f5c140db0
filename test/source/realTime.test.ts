import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words by which a test looks at the time of the machine, or waits for it. */
const realTime =
	/\bperformance\.now\b|\bhrtime\b|\bcpuUsage\b|\bDate\.now\(\) - \w*(?:[Bb]egan|[Ss]tart|[Bb]egun)|(?<!jest\.)\bsetTimeout\(/g;

const tiers = ['unit', 'source', 'engine', 'sandbox', 'queue', 'editor'];

/** Places that may have them, and why. */
const allowed: Record<string, string> = {
	'source/realTime.test.ts': 'names the words',
};

const files = tiers.flatMap((tier) =>
	readdirSync(join(__dirname, '..', tier), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => `${tier}/${file.replaceAll('\\', '/')}`),
);

test.each([
	'expect(performance.now() - began)',
	'await new Promise((go) => setTimeout(go, 50))',
	'Date.now() - started',
])('%s is found', (text) => {
	expect(text.match(realTime)).toHaveLength(1);
});

test('no test looks at real time, or waits for it', () => {
	const found = files.filter(
		(file) => readFileSync(join(__dirname, '..', file), 'utf8').match(realTime) !== null,
	);
	expect(found.sort()).toStrictEqual(Object.keys(allowed).sort());
});
