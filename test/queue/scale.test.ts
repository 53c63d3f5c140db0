import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { npm } from '../../.ci/progress.cjs';

jest.setTimeout(10 * 60_000);

const written = ['docs/scale.md', 'docs/scale.json'];

describe('npm run scale -- --smoke', () => {
	it('sends each message once with one and two workers, measures them, and writes no file', async () => {
		const before = written.map((file) => readFileSync(join(root, file), 'utf8'));
		const output = await npm(['run', 'scale', '--', '--smoke'], root, { isShown: true });
		expect(output).toContain('Everything runs');
		for (const load of ['single, 2', 'batch, 2', 'single, 1', 'batch, 1']) {
			expect(output).toMatch(new RegExp(`${load} workers, 100 ms: [1-9]\\d* executions a minute`));
		}
		expect(written.map((file) => readFileSync(join(root, file), 'utf8'))).toEqual(before);
	});
});
