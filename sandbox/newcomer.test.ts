import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
const run = (script: string, ...args: string[]) =>
	spawnSync(process.execPath, [join(root, script), ...args], {
		encoding: 'utf8',
		env: { ...process.env, PATH: '/nowhere' },
	});

describe('on a bare machine', () => {
	it.each([
		['.ci/setup.mjs', ['redis'], ['Missing: Redis.', 'sudo apt-get install redis-server']],
		['.ci/setup.mjs', ['curl'], ['Missing: curl.', 'sudo apt-get install curl']],
		...(process.platform === 'linux'
			? [
					[
						'.ci/setup.mjs',
						['python3', 'make', 'g++', 'redis'],
						[
							'Missing: python3, make, g++, Redis.',
							'sudo apt-get install python3 make g++ redis-server',
							'macOS:',
						],
					],
					['sandbox/start.mjs', ['--queue'], ['Redis', 'sudo apt-get install redis-server']],
				]
			: []),
	] as Array<[string, string[], string[]]>)(
		'%s %j names what to install',
		(script, args, words) => {
			const { status, stdout, stderr } = run(script, ...args);
			for (const word of words) expect(stderr).toContain(word);
			expect([status, stdout]).toStrictEqual([1, '']);
		},
	);
});

it('the database driver that is compiled early is that of each n8n', () => {
	const versionIn = (folder: string) => {
		const text = readFileSync(join(root, 'sandbox', folder, 'package-lock.json'), 'utf8');
		const { packages } = JSON.parse(text) as { packages: Record<string, { version: string }> };
		return packages['node_modules/sqlite3'].version;
	};
	const older = readdirSync(join(root, 'sandbox/versions')).map((name) => `versions/${name}`);
	expect(new Set(['.', ...older].map(versionIn))).toStrictEqual(new Set([versionIn('driver')]));
});
