import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../../../sandbox/paths';
import { triedVersions } from '../../../../sandbox/versions';
import { outcomeOf, type Check, type Subject } from '../../../versions/check';
import { checks } from '../../../versions/checks';
import { failuresOf, inPage, pagePart, report } from '../../../versions/report';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const names = checks.map(({ name }) => name);

describe('the table of n8n versions', () => {
	const [, part] =
		/<!-- versions -->\n([^]*?)<!-- \/versions -->/.exec(read('docs/versions.md')) ?? [];
	const rows = part
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.split('|').map((cell) => cell.trim()));

	it('names the versions that npm run test:versions tries, and no other', () => {
		const versions = rows[0].flatMap((cell) => /^n8n (\S+)/.exec(cell)?.[1] ?? []);
		expect(versions).toStrictEqual(triedVersions);
	});

	it('has a row for each check, and no other', () => {
		expect(rows.slice(2).map(([, name]) => name)).toStrictEqual(names);
	});

	it('says nothing but what came of a check', () => {
		const cells = rows.slice(2).flatMap((row) => row.slice(2, -1));
		expect(cells).toHaveLength(names.length * triedVersions.length);
		const words = ['works', 'does not exist there', 'fails'];
		expect(cells.filter((cell) => !words.includes(cell))).toStrictEqual([]);
	});
});

describe('what came of a check', () => {
	const tried = {
		version: '2.0.0',
		node: '24.0.0',
		outcomes: new Map<string, Awaited<ReturnType<typeof outcomeOf>>>([
			['A', 'works'],
			['B', 'does not exist there'],
			['C', { failed: 'The reason.' }],
		]),
	};

	it('is told with the reason, and what was not come to is not said to work', () => {
		const text = report(['A', 'B', 'C', 'D'], [tried]);
		expect(text).toMatch(/│ A +│ works +│/);
		expect(text).toMatch(/│ D +│ not tried +│/);
		expect(text).toContain('n8n 2.0.0, C:\nThe reason.');
		expect(failuresOf([tried])).toHaveLength(1);
	});

	it('stands on its page between its marks, in the place of what stood there', () => {
		const part = pagePart(['A', 'C'], [tried], '2026-11-22');
		const page = 'Before\n<!-- versions -->\nOld\n<!-- /versions -->\nAfter\n';
		const written = inPage(page, part);
		expect(written).toContain('| C | fails |');
		expect(written).not.toContain('Old');
		expect(inPage(written, part)).toBe(written);
		expect(() => inPage('No marks', part)).toThrow('no place');
	});

	const simulator = { reset: () => undefined };
	const subject = { sandbox: { simulator }, version: '2.0.0', types: [] } as unknown as Subject;
	it.each<[string, Partial<Check>, unknown]>([
		['that ends well', {}, 'works'],
		[
			'that throws',
			{
				run: async () => {
					throw new Error('Sent twice');
				},
			},
			{ failed: 'Sent twice' },
		],
		['of what n8n does not have', { isThere: () => false }, 'does not exist there'],
	])('of one %s', async (_name, more, expected) => {
		const check: Check = { name: 'A', run: async () => undefined, ...more };
		expect(await outcomeOf(check, subject)).toStrictEqual(expected);
	});
});

it('GitHub tries these versions and the newest n8n each week', () => {
	const workflow = read('.github/workflows/compatibility.yml');
	expect(workflow).toMatch(/schedule:\n +- cron: '\d+ \d+ \* \* \d'/);
	expect(workflow).toContain('run: npm run test:versions -- ${{ matrix.flags }}');
	expect([...workflow.matchAll(/flags: (.*)/g)].map(([, flags]) => flags)).toStrictEqual([
		"''",
		'--n8n latest',
	]);
});
