import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps the programs of PostgreSQL's server out of the PATH, each version in a folder. */
const debiansPostgres = '/usr/lib/postgresql';

/** The Debian package that has each program. */
const packages = {
	'redis-server': 'redis-server',
	'redis-cli': 'redis-server',
	initdb: 'postgresql',
	postgres: 'postgresql',
	pg_isready: 'postgresql',
	psql: 'postgresql',
	setpriv: 'util-linux',
} as const;

export type Programs = Record<keyof typeof packages, string>;

/**
 * The paths of the programs that queue mode needs besides n8n.
 *
 * @throws Error naming the packages to install when one is missing
 */
export function findPrograms(
	platform: NodeJS.Platform = process.platform,
	folders = searched(),
): Programs {
	if (platform !== 'linux') {
		throw new Error(
			'The queue mode sandbox runs only on Linux, with the Redis and PostgreSQL of Debian or Ubuntu.',
		);
	}
	const found: Partial<Programs> = {};
	const missing = new Set<string>();
	for (const name of Object.keys(packages) as Array<keyof Programs>) {
		const folder = folders.find((one) => isProgram(join(one, name)));
		if (folder === undefined) missing.add(packages[name]);
		else found[name] = join(folder, name);
	}
	if (missing.size > 0) {
		throw new Error(
			`Queue mode needs Redis and PostgreSQL. Debian, Ubuntu: sudo apt-get install ${[...missing].join(' ')}`,
		);
	}
	return found as Programs;
}

function searched(): string[] {
	const versions = existsSync(debiansPostgres) ? readdirSync(debiansPostgres) : [];
	const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
	return [
		...(process.env.PATH ?? '').split(delimiter),
		...newestFirst.map((version) => join(debiansPostgres, version, 'bin')),
	];
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
