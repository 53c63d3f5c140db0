// Installs n8n, the Node that runs it, and its database driver. Plain JavaScript, so that it starts
// while the tools of this repository are still being installed.
// `node sandbox/installN8n.mjs <folder>`: the folder has a package.json and, if there is one, the lock
// file that is followed.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { need } from '../.ci/needs.mjs';
import { npm, run } from '../.ci/progress.cjs';
import { install, lockedPackages } from '../.ci/setup.mjs';

const n8nFolder = fileURLToPath(new URL('.', import.meta.url));
const root = join(n8nFolder, '..');
const driverFolder = join(root, '.sandbox', 'driver');
const driver = 'node_modules/sqlite3';
const binary = join(driver, 'build/Release/node_sqlite3.node');

/**
 * @param folder where n8n is installed
 * @param others steps that run side by side with these
 */
export async function installN8n(folder = n8nFolder, others = []) {
	const n8n = n8nStep(folder);
	const isPlaced = () => n8n.isDone() && existsSync(join(folder, binary));
	const driverStep = {
		title: "n8n's database driver",
		takes: 'seconds, or 2 minutes where it must be compiled',
		isDone: () => isPlaced() || existsSync(join(driverFolder, binary)),
		run: makeDriver,
	};
	await install([n8n, ...others, driverStep]);
	if (isPlaced()) return;
	if (driverVersion(folder) === driverVersion(driverFolder)) {
		mkdirSync(dirname(join(folder, binary)), { recursive: true });
		copyFileSync(join(driverFolder, binary), join(folder, binary));
	} else await build(folder);
}

function n8nStep(folder) {
	const isOwn = relative(folder, n8nFolder) === '';
	const locks = [join(folder, 'package-lock.json')].filter(existsSync);
	const inputs = locks.length > 0 ? locks : [join(folder, 'package.json')];
	return {
		title: 'n8n',
		takes: isOwn ? '2 to 3 minutes, 1.6 GB of disk' : '3 to 4 minutes, 2.4 GB of disk',
		...lockedPackages(
			folder,
			inputs.flatMap((file) => [`${relative(root, file)}\n`, readFileSync(file)]),
			locks.length > 0
				? ['ci', '--legacy-peer-deps']
				: ['install', '--legacy-peer-deps', '--no-package-lock'],
		),
	};
}

/** Makes the driver apart from n8n: compiling it takes about as long as n8n's installation. */
async function makeDriver() {
	cpSync(join(n8nFolder, 'driver'), driverFolder, { recursive: true });
	// npm brings a newer node-gyp than the one that the driver names.
	await npm(['ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'], driverFolder);
	await build(driverFolder);
}

/** Downloads the driver's binary, or compiles it where that fails. */
async function build(folder) {
	const module = join(folder, driver);
	const downloader = createRequire(join(module, 'package.json')).resolve('prebuild-install/bin.js');
	try {
		await run(process.execPath, [downloader, '-r', 'napi'], { cwd: module });
	} catch {
		needCompiler();
		const env = { JOBS: 'max', npm_config_build_from_source: 'true', ...headers() };
		await npm(['rebuild', 'sqlite3', '--ignore-scripts=false'], folder, { env });
	}
}

function needCompiler() {
	try {
		need('python3', 'make', 'g++');
	} catch ({ message }) {
		const why = "n8n's database driver cannot be downloaded here and must be compiled.";
		throw new Error(`${why}\n${message}`);
	}
}

/** The C headers that came with this Node save a download. */
function headers() {
	const prefix = dirname(dirname(process.execPath));
	const here = existsSync(join(prefix, 'include/node/node_api.h'));
	return here ? { npm_config_nodedir: prefix } : {};
}

function driverVersion(folder) {
	return JSON.parse(readFileSync(join(folder, driver, 'package.json'), 'utf8')).version;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		await installN8n(process.argv[2]);
	} catch (error) {
		console.error(error.message);
		process.exit(1);
	}
}
