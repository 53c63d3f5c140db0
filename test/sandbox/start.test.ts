import { root } from '../../sandbox/paths';
import { npm } from '../../.ci/progress.cjs';

jest.setTimeout(10 * 60_000);

describe('npm start -- --once', () => {
	it('does everything from an empty n8n, shows the table and exits 0', async () => {
		const output = await npm(['start', '--', '--once'], root, { isShown: true });
		expect(output).toContain('Credential test: OK');
		expect(output).toMatch(/│ Ada +│ \+15550200001 +│.*│ queued +│.*│ yes +│/);
	});
});
