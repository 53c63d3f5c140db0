import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { installN8n } from './install';
import type { Installation } from './n8nProcess';
import { nodeForN8n } from './node24';
import { n8nFolder, stateFolder } from './paths';
import { npm } from '../.ci/progress.cjs';

/** Folders named after older versions of n8n, each with a package.json and a lock file. */
const olderFolder = join(n8nFolder, 'versions');

interface Manifest {
	dependencies: { n8n: string };
	overrides: Record<string, string>;
}

const own = JSON.parse(readFileSync(join(n8nFolder, 'package.json'), 'utf8')) as Manifest;

/** The versions of n8n that the node is tried on, newest first: the sandbox's own and older ones. */
export const triedVersions: readonly string[] = [
	own.dependencies.n8n,
	...readdirSync(olderFolder).sort((a, b) => b.localeCompare(a, 'en', { numeric: true })),
];

/**
 * Installs an n8n, unless it is there. The versions above follow their lock files; any other version gets
 * the overrides of the sandbox's own n8n, and all packages.
 *
 * @param version in full, such as `2.30.8`
 */
export async function installVersion(version: string): Promise<Installation> {
	if (version === own.dependencies.n8n) {
		await installN8n();
		return installationOf(version);
	}
	const folder = join(stateFolder, 'versions', version);
	mkdirSync(folder, { recursive: true });
	copyFileSync(join(n8nFolder, '.npmrc'), join(folder, '.npmrc'));
	const known = join(olderFolder, version);
	if (existsSync(known)) {
		for (const file of readdirSync(known)) copyFileSync(join(known, file), join(folder, file));
	} else {
		const manifest = JSON.stringify(manifestFor(version), undefined, '\t');
		writeFileSync(join(folder, 'package.json'), manifest);
	}
	await installN8n(folder);
	return installationOf(version);
}

/** Where an n8n is installed, or will be, and the Node that runs it. */
export function installationOf(version: string): Installation {
	const isOwn = version === own.dependencies.n8n;
	const folder = isOwn ? n8nFolder : join(stateFolder, 'versions', version);
	return { folder, node: nodeForN8n(folder) };
}

/** The package.json that installs a version without a folder. */
export function manifestFor(version: string): Manifest {
	// Those with $ leave packages out, which another n8n may need.
	const overrides = Object.entries(own.overrides).filter(([, wanted]) => !wanted.startsWith('$'));
	return { ...own, dependencies: { n8n: version }, overrides: Object.fromEntries(overrides) };
}

/** The version in full that npm has under a name such as `latest`, or under that version. */
export async function released(name: string): Promise<string> {
	const answer = await npm(['view', `n8n@${name}`, 'version', '--json'], n8nFolder);
	const found = JSON.parse(answer.trim() || '""') as string | string[];
	if (typeof found !== 'string' || found === '') throw new Error(`npm has no n8n ${name}.`);
	return found;
}
