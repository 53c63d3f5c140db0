// Makes a fresh clone ready to build and test. Needs nothing but Node and npm.
// `node .ci/setup.mjs chromium` first looks for a program that the command after it needs; `measure` also
// installs the packages of that folder.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { need } from './needs.mjs';
import { npm, sideBySide } from './progress.cjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = join(root, 'package-lock.json');

/** The packages of this repository, as the lock file names them. */
export const ownPackages = {
	title: 'tools of this repository',
	takes: 'about a minute, 0.4 GB of disk',
	...lockedPackages(root, [readFileSync(lock)], ['ci']),
};

const measure = join(root, 'measure');

/** The packages of what is measured and checked before a release. */
const measurePackages = {
	title: 'tools that measure',
	takes: 'half a minute, 0.1 GB of disk',
	...lockedPackages(measure, [readFileSync(join(measure, 'package-lock.json'))], ['ci']),
};

/**
 * What npm installs into a folder, and again when the inputs have changed.
 *
 * @param inputs what the stamp is made of
 */
export function lockedPackages(folder, inputs, command) {
	const stamp = join(folder, 'node_modules', '.installed-lock');
	const hash = createHash('sha256');
	for (const input of inputs) hash.update(input);
	const wanted = hash.digest('hex');
	return {
		isDone: () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted,
		async run() {
			await npm([...command, '--ignore-scripts', '--no-audit', '--no-fund'], folder);
			// Written after the work: work cut short is done again.
			writeFileSync(stamp, wanted);
		},
	};
}

/** Does side by side what is not done yet, and first says what it takes. */
export async function install(steps) {
	const missing = steps.filter(({ isDone }) => !isDone());
	if (missing.length === 0) return;
	console.log('Installing, only this once:');
	for (const { title, takes } of missing) console.log(`  ${title}: ${takes}`);
	// What was started ends with this process.
	const leave = () => process.exit(130);
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	for (const signal of signals) process.on(signal, leave);
	await sideBySide(missing);
	for (const signal of signals) process.off(signal, leave);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		const wanted = process.argv.slice(2);
		need('node', ...wanted.filter((name) => name !== 'measure'));
		await install([ownPackages, ...(wanted.includes('measure') ? [measurePackages] : [])]);
	} catch (error) {
		console.error(error.message);
		process.exit(1);
	}
}
