import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { npm } from '../../.ci/progress.cjs';

jest.setTimeout(10 * 60_000);

const written = ['docs/measured.md', 'docs/scale.json'];

describe('npm run scale -- --smoke', () => {
	it('sends each message once with one and two workers, measures them, and writes no file', async () => {
		const before = written.map((file) => readFileSync(join(root, file), 'utf8'));
		const output = await npm(['--prefix', 'measure', 'run', 'scale', '--', '--smoke'], root, {
			isShown: true,
		});
		const loads = output.match(/(?<=^\| )\d+ \| \d \| 100 ms(?= \| [1-9])/gm);
		expect(loads).toEqual(
			['1 | 2', '100 | 2', '1 | 1', '100 | 1'].map((load) => `${load} | 100 ms`),
		);
		expect(written.map((file) => readFileSync(join(root, file), 'utf8'))).toEqual(before);
	});
});
