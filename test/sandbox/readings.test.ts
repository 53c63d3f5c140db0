import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { nodeForN8n } from '../../sandbox/node24';
import { root } from '../../sandbox/paths';
import type { Compared, EngineName } from '../harness/random/readings';

// Jest can start none of these engines, and n8n's default one needs n8n's own Node.
it.each<[EngineName, number]>([
	['vm', 250],
	['quickjs', 40],
])(
	'a field is read as the engine "%s" of n8n reads it',
	(engine, runs) => {
		const output = execFileSync(
			nodeForN8n(),
			[
				...['--no-node-snapshot', '--require', 'tsx/cjs'],
				...['--require', join(root, 'test/harness/jest/environment.ts')],
				...[join(root, 'test/harness/random/readingsMain.ts'), engine, String(runs)],
			],
			{ cwd: root, encoding: 'utf8', timeout: 20 * 60_000, maxBuffer: 100_000_000 },
		);
		const compared = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Compared;
		const { readings, withoutN8n, texts, empty } = compared;
		expect(readings).toBeGreaterThan(runs * 30);
		expect(withoutN8n).toBeGreaterThan(runs * 2);
		expect(texts).toBeGreaterThan(runs);
		expect(empty).toBeGreaterThan(runs);
	},
	25 * 60_000,
);
