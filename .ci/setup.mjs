// Makes a fresh clone ready to build and test. Needs nothing but Node and npm.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const oldestNode = 20;
const root = fileURLToPath(new URL('..', import.meta.url));
const lock = new URL('../package-lock.json', import.meta.url);
const stamp = new URL('../node_modules/.installed-lock', import.meta.url);

/** Installs the root packages when they are missing or older than the lock file. */
export async function setup() {
	if (Number(process.versions.node.split('.')[0]) < oldestNode) {
		throw new Error(`Node ${oldestNode} or newer is needed, this is ${process.version}.`);
	}
	const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

	console.log('Installing packages (about a minute)');
	const start = Date.now();
	const heartbeat = setInterval(() => {
		console.log(`  still installing, ${Math.round((Date.now() - start) / 1000)} s`);
	}, 10_000);
	try {
		await npmCi();
	} finally {
		clearInterval(heartbeat);
	}
	writeFileSync(stamp, wanted);
	console.log(`Packages installed in ${Math.round((Date.now() - start) / 1000)} s`);
}

function npmCi() {
	return new Promise((resolve, reject) => {
		// On Windows npm is a batch file, which only a shell can start.
		const npm = spawn('npm ci --ignore-scripts --no-audit --no-fund', {
			cwd: root,
			stdio: 'inherit',
			shell: true,
		});
		npm.once('error', reject);
		npm.once('exit', (code) =>
			code === 0 ? resolve() : reject(new Error(`npm ci ended with code ${code}; see above.`)),
		);
	});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await setup().catch((error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}
