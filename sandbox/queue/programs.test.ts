import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findPrograms } from './programs';

const postgres = ['initdb', 'postgres', 'pg_isready', 'psql', 'setpriv'];

describe('the programs of queue mode', () => {
	let older: string;
	let newer: string;

	beforeEach(() => {
		[older, newer] = ['a', 'b'].map((name) => mkdtempSync(join(tmpdir(), `programs-${name}-`)));
	});
	afterEach(() => {
		for (const folder of [older, newer]) rmSync(folder, { recursive: true });
	});

	function put(folder: string, names: string[]) {
		for (const name of names) writeFileSync(join(folder, name), '', { mode: 0o755 });
	}

	it('are those of the first folder that has them', () => {
		put(older, ['redis-server', 'redis-cli', ...postgres]);
		put(newer, postgres);
		const found = findPrograms('linux', [newer, older]);
		expect(found.postgres).toBe(join(newer, 'postgres'));
		expect(found['redis-server']).toBe(join(older, 'redis-server'));
	});

	it.each([
		['Redis', postgres, /: sudo apt-get install redis-server$/],
		['PostgreSQL', ['redis-server', 'redis-cli', 'setpriv'], /: sudo apt-get install postgresql$/],
		['both', ['setpriv'], /: sudo apt-get install redis-server postgresql$/],
	])('without %s the error names what to install', (_name, there, message) => {
		put(older, there);
		expect(() => findPrograms('linux', [older])).toThrow(message);
	});

	it.each(['darwin', 'win32'] as const)('are looked for on Linux, not on %s', (platform) => {
		expect(() => findPrograms(platform, [older])).toThrow(
			'The queue mode sandbox runs only on Linux, with the Redis and PostgreSQL of Debian or Ubuntu.',
		);
	});
});
