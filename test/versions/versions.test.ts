import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { manifestFor, triedVersions } from '../../sandbox/versions';
import { checks, outcomeOf, type Outcome, type Subject } from './checks';
import { failuresOf, inPage, tableOf } from './table';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('the page has a column for each version that is tried, and a row for each check', () => {
	const lines = read('docs/versions.md').split('\n');
	const rows = lines
		.filter((line) => line.startsWith('|'))
		.map((line) => line.split(/ *\| */).slice(1, -1));
	const [head, , ...body] = rows;
	expect(head.flatMap((cell) => /^n8n (\S+)/.exec(cell)?.[1] ?? [])).toStrictEqual(triedVersions);
	expect(body.map(([name]) => name)).toStrictEqual(checks.map(({ name }) => name));
	const cells = body.flatMap(([, ...outcomes]) => outcomes);
	expect(cells).toHaveLength(checks.length * triedVersions.length);
	expect(cells.join()).toMatch(/^((works|does not exist there|fails),?)+$/);
});

describe('what came of a check', () => {
	const simulator = { reset: () => undefined };
	const subject = { sandbox: { simulator }, version: '2.0.0', types: [] } as unknown as Subject;
	const throws = async () => {
		throw new Error('Sent twice');
	};
	it.each<[string, object, Outcome]>([
		['that ends well', {}, 'works'],
		['that throws', { run: throws }, { failed: 'Sent twice' }],
		['of what n8n does not have', { isThere: () => false }, 'does not exist there'],
	])('of one %s', async (_name, more, expected) => {
		const check = { name: 'A', run: async () => undefined, ...more };
		expect(await outcomeOf(check, subject)).toStrictEqual(expected);
	});

	it('stands on its page between its marks, and what was not come to is not said to work', () => {
		const outcomes = new Map<string, Outcome>([
			['A', 'works'],
			['B', { failed: 'The reason.' }],
		]);
		const tried = [{ version: '2.0.0', node: '24.0.0', outcomes }];
		expect(failuresOf(tried)).toStrictEqual(['\nn8n 2.0.0, B:\nThe reason.']);
		const table = tableOf(['A', 'B', 'C'], tried, '2026-11-22');
		expect(table).toMatch(/\n\| A \| works \|\n\| B \| fails \|\n\| C \| not tried \|$/);
		const written = inPage('Before\n<!-- versions -->\nOld\n<!-- /versions -->\nAfter\n', table);
		expect(written).toContain(`Before\n<!-- versions -->\n\n${table}\n\n<!-- /versions -->\nAfter`);
		expect(inPage(written, table)).toBe(written);
		expect(() => inPage('No marks', table)).toThrow('no place');
	});
});

it('GitHub tries these versions and the newest n8n each week', () => {
	const workflow = read('.github/workflows/compatibility.yml');
	expect(workflow).toMatch(/schedule:\n +- cron: '\d+ \d+ \* \* \d'/);
	expect(workflow).toContain('run: npm run test:versions -- ${{ matrix.flags }}');
	const flags = [...workflow.matchAll(/flags: (.*)/g)].map(([, given]) => given);
	expect(flags).toStrictEqual(["''", '--n8n latest']);
});

describe('the packages that the sandbox leaves out', () => {
	const { dependencies, overrides } = JSON.parse(read('sandbox/package.json')) as Record<
		'dependencies' | 'overrides',
		Record<string, string>
	>;

	it('are the same in both lists of its package.json, and in no other n8n', () => {
		const leftOut = Object.keys(dependencies).filter((name) =>
			dependencies[name].startsWith('file:'),
		);
		const kept = Object.entries(overrides).filter(([name]) => !leftOut.includes(name));
		expect(leftOut.map((name) => overrides[name])).toStrictEqual(leftOut.map((name) => `$${name}`));
		expect(manifestFor('3.0.0')).toMatchObject({ dependencies: { n8n: '3.0.0' } });
		expect(manifestFor('3.0.0').overrides).toStrictEqual(Object.fromEntries(kept));
	});

	it.each(['left-out', 'left-out/lib/worker.js'])('say so to what loads %s', (path) => {
		const from = createRequire(join(root, 'sandbox/leftOut/index.js'));
		expect(() => from(path)).toThrow('leaves this package out');
	});
});
