import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { npm } from '../../.ci/progress.cjs';

jest.setTimeout(10 * 60_000);

const written = ['docs/benchmark.json', 'docs/measured.md', 'README.md'];

describe('npm run bench -- --quick', () => {
	it('does every work with every contender, loses and doubles nothing, and writes no file', async () => {
		const before = written.map((file) => readFileSync(join(root, file), 'utf8'));
		const output = await npm(['--prefix', 'measure', 'run', 'bench', '--', '--quick'], root, {
			isShown: true,
		});
		expect(output).toContain('Every target was reached.');
		expect(written.map((file) => readFileSync(join(root, file), 'utf8'))).toEqual(before);
	});
});
