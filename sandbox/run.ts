import { spawn } from 'node:child_process';

/** Runs an npm command to its end; when it fails, the error has the end of its output. */
export async function npm(args: string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
	const command = ['npm', ...args].join(' ');
	await new Promise<void>((resolve, reject) => {
		const child = spawn('npm', args.map(quoted), {
			cwd,
			env: { ...process.env, ...env },
			// On Windows npm is a batch file, which only a shell can start.
			shell: process.platform === 'win32',
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-20_000)));
		}
		const stop = () => child.kill();
		process.once('exit', stop);
		child.once('error', reject);
		child.once('close', (code) => {
			process.off('exit', stop);
			if (code === 0) resolve();
			else reject(new Error(`${command} ended with code ${code}:\n${lastLines(output, 40)}`));
		});
	});
}

/** The last lines of a text, for error messages. */
export function lastLines(text: string, count: number): string {
	return text.trimEnd().split('\n').slice(-count).join('\n');
}

// A shell would take a path with a space in it for two arguments.
function quoted(argument: string): string {
	return process.platform === 'win32' ? `"${argument}"` : argument;
}
