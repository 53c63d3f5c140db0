import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';

jest.setTimeout(10 * 60_000);

const written = ['docs/benchmark.md', 'README.md'];

describe('npm run bench -- --smoke', () => {
	it('does every work with every contender, loses and doubles nothing, and writes no file', async () => {
		const before = written.map((file) => readFileSync(join(root, file), 'utf8'));
		const { code, output } = await benchSmoke();
		expect(output).toContain('Everything runs');
		expect(code).toBe(0);
		expect(written.map((file) => readFileSync(join(root, file), 'utf8'))).toEqual(before);
	});
});

/** Relays what it prints, so that a person at the terminal sees the long steps go by. */
async function benchSmoke(): Promise<{ code: number | null; output: string }> {
	return await new Promise((resolve, reject) => {
		const child = spawn('npm', ['run', 'bench', '--', '--smoke'], {
			cwd: root,
			shell: process.platform === 'win32',
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (text: Buffer) => {
				output += text.toString();
				process.stdout.write(text);
			});
		}
		child.once('error', reject);
		child.once('close', (code) => resolve({ code, output }));
	});
}
