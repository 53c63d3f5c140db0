import { spawn } from 'node:child_process';

import { root } from '../../sandbox/paths';

/** Runs npm in the repository. Relays what it prints, so that a person at the terminal sees the long steps go by. */
export async function npm(...args: string[]): Promise<{ code: number | null; output: string }> {
	return await new Promise((resolve, reject) => {
		const child = spawn('npm', args, { cwd: root, shell: process.platform === 'win32' });
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
