import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { manifestFor, triedVersions } from '../../sandbox/versions';
import { checks, type Outcome, outcomeOf, type Subject } from '../../test/sandbox/everyN8n/checks';
import { figures, versionsPart } from './table';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('the last full run has a column for each version that is tried, and a row for each check', () => {
	const { tried } = figures.read();
	const names = checks.map(({ name }) => name);
	expect(tried.map(({ version }) => version)).toStrictEqual(triedVersions);
	expect(tried.map(({ outcomes }) => Object.keys(outcomes))).toStrictEqual(tried.map(() => names));
});

describe('the outcome of a check', () => {
	const simulator = { reset: () => undefined };
	const subject = { sandbox: { simulator }, version: '2.0.0', types: [] } as unknown as Subject;
	const error = new Error('Sent twice');
	const throws = async () => {
		throw error;
	};
	it.each<[string, object, Outcome, Error[]]>([
		['that ends well', {}, 'works', []],
		['that throws', { run: throws }, 'fails', [error]],
		['of what n8n does not have', { isThere: () => false }, 'does not exist there', []],
	])('%s', async (_name, more, outcome, reasons) => {
		const check = { name: 'A', run: async () => undefined, ...more };
		const seen: unknown[] = [];
		expect(await outcomeOf(check, subject, (reason) => seen.push(reason))).toBe(outcome);
		expect(seen).toStrictEqual(reasons);
	});

	it('stands on its page by version, if it is not the same everywhere', () => {
		const outcomes = { A: 'works', B: 'fails' } as const;
		const tried = [{ version: '2.0.0', node: '24.0.0', outcomes }];
		const lines = versionsPart({ day: '2026-11-22', tried }).split('\n');
		expect(lines[0]).toContain('Tried on 2026-11-22');
		expect(lines[2]).toContain('| n8n 2.0.0 (Node 24.0.0) |');
		expect(lines.slice(4)).toStrictEqual(['| B | fails |']);
	});
});

it('GitHub tries these versions and the newest n8n each week', () => {
	const workflow = read('.github/workflows/compatibility.yml');
	expect(workflow).toMatch(/schedule:\n +- cron: '\d+ \d+ \* \* \d'/);
	expect(workflow).toContain('run: npm --prefix measure run versions -- ${{ matrix.flags }}');
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
