// CommonJS, so that the scripts that install and the sandbox both can load it.
const { spawn } = require('node:child_process');

const heartbeatSeconds = 10;

/**
 * Runs steps side by side and shows, at least every 10 s, which of them still run.
 *
 * @template T
 * @param {Array<{ title: string, run: () => Promise<T> }>} steps
 * @returns {Promise<T[]>} what each gave
 */
async function sideBySide(steps) {
	const start = Date.now();
	const seconds = () => Math.round((Date.now() - start) / 1000);
	const running = new Set(steps);
	// A terminal gets one line that counts; a log file gets a line now and then.
	const live = Boolean(process.stdout.isTTY) && !process.env.CI;
	/** @type {(text: string, end?: string) => void} */
	const show = (text, end = '\n') => {
		process.stdout.write(live ? `\r\x1b[2K${text}${end}` : `${text}\n`);
	};
	const showRunning = () => {
		if (running.size === 0) return;
		show(`… ${[...running].map(({ title }) => title).join(', ')} (${seconds()} s)`, '');
	};
	showRunning();
	const timer = setInterval(showRunning, (live ? 1 : heartbeatSeconds) * 1000);
	/** @type {(step: (typeof steps)[number], sign: string) => void} */
	const finish = (step, sign) => {
		running.delete(step);
		show(`${sign} ${step.title} (${seconds()} s)`);
	};
	try {
		return await Promise.all(
			steps.map(async (step) => {
				try {
					const result = await step.run();
					finish(step, '✓');
					return result;
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

/**
 * Runs one step, and shows its title and how long it takes.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} run
 * @returns {Promise<T>} what it gave
 */
async function step(title, run) {
	const [result] = await sideBySide([{ title, run }]);
	return result;
}

/**
 * Runs npm to its end, like {@link run}.
 *
 * @param {string[]} args
 * @param {string} cwd
 * @param {{ env?: NodeJS.ProcessEnv, isShown?: boolean }} options
 * @returns {Promise<string>} what it wrote to its standard output
 */
async function npm(args, cwd, options = {}) {
	// On Windows npm is a batch file, which only a shell can start; a shell takes a path with a space in
	// it for two arguments.
	const shell = process.platform === 'win32';
	const words = shell ? args.map((argument) => `"${argument}"`) : args;
	return await run('npm', words, { cwd, shell, ...options });
}

/**
 * Runs a program to its end. When it fails, the error has the end of what it wrote.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { isShown?: boolean }} options variables in `env`
 *   come on top of those of this process; `isShown`: what it writes is passed on while it runs
 * @returns {Promise<string>} what it wrote to its standard output
 */
async function run(program, args, { env = {}, isShown = false, ...options } = {}) {
	return await new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			...options,
			env: { ...process.env, ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let all = '';
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text) => {
				all += text;
				if (stream === child.stdout) output += text;
				if (isShown) process.stdout.write(text);
			});
		}
		const stop = () => child.kill();
		process.once('exit', stop);
		child.once('error', reject);
		child.once('close', (code) => {
			process.off('exit', stop);
			if (code === 0) return resolve(output);
			const command = [program, ...args].join(' ');
			reject(new Error(`${command} ended with code ${code}:\n${lastLines(all, 40)}`));
		});
	});
}

/**
 * The last lines of a text, for error messages.
 *
 * @param {string} text
 * @param {number} count
 */
function lastLines(text, count) {
	return text.trimEnd().split('\n').slice(-count).join('\n');
}

module.exports = { lastLines, npm, run, sideBySide, step };
