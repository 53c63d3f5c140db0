import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { n8nFolder, root, stateFolder } from './paths';
import { step } from './progress';
import { npm, run } from '../.ci/progress.cjs';

const packageName = 'n8n-nodes-voice-sms';
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];

/**
 * Installs n8n with its database driver, unless it is there.
 *
 * @param folder holds its package.json, and the lock file that is followed if there is one
 */
export async function installN8n(folder = n8nFolder) {
	const script = join(n8nFolder, 'installN8n.mjs');
	await run(process.execPath, [script, folder], { isShown: true });
}

/** Builds and packs this package, unless the last tarball has the same sources. */
export async function packPackage(): Promise<string> {
	const folder = join(stateFolder, 'package');
	mkdirSync(folder, { recursive: true });
	const sources = [
		'nodes',
		'credentials',
		'bundled',
		'package.json',
		'tsconfig.json',
		'gulpfile.js',
		'README.md',
	];
	await whenChanged(join(folder, 'sources'), hashOf(sources.map((name) => join(root, name))), () =>
		step('Building and packing the node', async () => {
			for (const name of tarballs(folder)) rmSync(join(folder, name));
			await npm(['run', 'build'], root);
			await npm(['pack', '--ignore-scripts', '--pack-destination', folder], root);
		}),
	);
	return join(folder, tarballs(folder)[0]);
}

/**
 * Installs the tarball where n8n keeps community packages, the way n8n does it.
 *
 * @param into which n8n it is, as people are told
 */
export async function installPackage(tarball: string, userFolder: string, into = 'n8n') {
	const folder = join(userFolder, '.n8n', 'nodes');
	const installed = installedPackage(userFolder);
	mkdirSync(folder, { recursive: true });
	await whenChanged(installed.stamp, hashOf([tarball]), () =>
		step(`Installing the node into ${into}`, async () => {
			// npm keeps a package with the same version, even when its content changed.
			rmSync(installed.folder, { recursive: true, force: true });
			writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
			// n8n itself provides the peer dependency, n8n-workflow.
			await npm(['install', tarball, '--legacy-peer-deps', '--no-package-lock', ...quiet], folder);
		}),
	);
}

/** Where a user folder holds this package; without the stamp it is installed again. */
export function installedPackage(userFolder: string): { folder: string; stamp: string } {
	const nodes = join(userFolder, '.n8n', 'nodes');
	return {
		folder: join(nodes, 'node_modules', packageName),
		stamp: join(nodes, '.installed-tarball'),
	};
}

function tarballs(folder: string): string[] {
	return readdirSync(folder).filter((name) => name.endsWith('.tgz'));
}

// The stamp is written after the work: work cut short is done again.
async function whenChanged(stamp: string, inputs: string, work: () => Promise<void>) {
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
	await work();
	writeFileSync(stamp, inputs);
}

function hashOf(paths: string[]): string {
	const hash = createHash('sha256');
	const add = (path: string) => {
		if (!existsSync(path)) return;
		if (statSync(path).isDirectory()) {
			for (const name of readdirSync(path).sort()) add(join(path, name));
		} else {
			hash.update(`${relative(root, path)}\n`).update(readFileSync(path));
		}
	};
	paths.forEach(add);
	return hash.digest('hex');
}
