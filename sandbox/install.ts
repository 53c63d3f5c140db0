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
import { packagedNode } from './node24';
import { n8nFolder, root, stateFolder } from './paths';
import { step } from './progress';
import { npm } from './run';

const packageName = 'n8n-nodes-voice-sms';
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];

/**
 * Installs n8n with the one native module it cannot do without.
 *
 * @param folder holds its package.json, and the lock file that is followed if there is one
 */
export async function installN8n(folder = n8nFolder) {
	const lock = join(folder, 'package-lock.json');
	await whenChanged(
		join(folder, 'node_modules', '.installed-lock'),
		hashOf(existsSync(lock) ? [lock] : [join(folder, 'package.json')]),
		() =>
			step('Installing n8n (2 GB, 2 to 3 minutes)', () =>
				npm(
					existsSync(lock)
						? ['ci', '--legacy-peer-deps', ...quiet]
						: ['install', '--legacy-peer-deps', '--no-package-lock', ...quiet],
					folder,
				),
			),
	);
	if (!existsSync(join(folder, 'node_modules/sqlite3/build/Release/node_sqlite3.node'))) {
		// Where no prebuilt binary can be downloaded it is compiled, and then the headers that came
		// with the packaged Node save another download.
		const headers = packagedNode(folder);
		await step('Preparing the database driver (up to 2 minutes where it must be compiled)', () =>
			npm(
				['rebuild', 'sqlite3', '--ignore-scripts=false'],
				folder,
				headers ? { npm_config_nodedir: headers } : {},
			),
		);
	}
}

/** Builds and packs this package unless its sources are those of the last tarball. */
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
			// npm keeps a package whose version did not change, even when its content did.
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
