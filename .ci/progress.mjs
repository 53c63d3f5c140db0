import { spawn } from 'node:child_process';

const heartbeatSeconds = 10;

/**
 * Runs steps side by side and shows, at least every 10 s, which of them still run.
 *
 * @param steps each with a `title` and `run`
 */
export async function sideBySide(steps) {
	const start = Date.now();
	const seconds = () => Math.round((Date.now() - start) / 1000);
	const running = new Set(steps);
	// A terminal gets one line that counts; a log file gets a line now and then.
	const live = Boolean(process.stdout.isTTY) && !process.env.CI;
	const show = (text, end = '\n') =>
		process.stdout.write(live ? `\r\x1b[2K${text}${end}` : `${text}\n`);
	const showRunning = () => {
		if (running.size === 0) return;
		show(`… ${[...running].map(({ title }) => title).join(', ')} (${seconds()} s)`, '');
	};
	showRunning();
	const timer = setInterval(showRunning, (live ? 1 : heartbeatSeconds) * 1000);
	const finish = (step, sign) => {
		running.delete(step);
		show(`${sign} ${step.title} (${seconds()} s)`);
	};
	try {
		await Promise.all(
			steps.map(async (step) => {
				try {
					await step.run();
					finish(step, '✓');
				} catch (error) {
					finish(step, '✗');
					throw error;
				}
			}),
		);
	} finally {
		clearInterval(timer);
	}
}

/** Runs npm to its end. When it fails, the error has the end of its output. */
export async function npm(args, cwd, env = {}) {
	// On Windows npm is a batch file, which only a shell can start.
	await run('npm', args, {
		cwd,
		env: { ...process.env, ...env },
		shell: process.platform === 'win32',
	});
}

/** Runs a program to its end. When it fails, the error has the end of its output. */
export async function run(program, args, options) {
	await new Promise((resolve, reject) => {
		const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (text) => (output = (output + text).slice(-20_000)));
		}
		const stop = () => child.kill();
		process.once('exit', stop);
		child.once('error', reject);
		child.once('close', (code) => {
			process.off('exit', stop);
			const end = output.trimEnd().split('\n').slice(-40).join('\n');
			if (code === 0) resolve();
			else reject(new Error(`${program} ${args.join(' ')} ended with code ${code}:\n${end}`));
		});
	});
}
