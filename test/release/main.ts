import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { packPackage } from '../../sandbox/install';
import { root } from '../../sandbox/paths';
import { startSandbox } from '../../sandbox/sandbox';
import type { Git, Library, Manifest, Problems } from './checks';
import {
	checkChangelog,
	checkContents,
	checkLicences,
	checkTag,
	checkVersion,
	librariesOf,
} from './checks';

const usage = `npm run release:check [-- --tag <tag>] [--no-install]

What can be checked of a release without publishing it: version, changelog, tag, contents of the
tarball, n8n's scanner, licences, and the tarball in an empty n8n (left out with --no-install).`;

const { values: given } = parseArgs({
	options: {
		tag: { type: 'string' },
		'no-install': { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const shell = process.platform === 'win32';
const output = (command: string, args: string[]) =>
	execFileSync(command, args, { cwd: root, encoding: 'utf8', shell });

async function main() {
	if (given.help) return console.log(usage);
	const manifest = JSON.parse(read('package.json')) as Manifest;
	const { version } = manifest;
	const lock = JSON.parse(read('package-lock.json')) as { version: unknown };
	const tarball = await packPackage();
	const unpacked = mkdtempSync(join(tmpdir(), 'release-'));
	try {
		execFileSync('tar', ['-xzf', tarball, '-C', unpacked]);
		const folder = join(unpacked, 'package');
		report('Version', checkVersion(manifest, lock.version));
		report('Changelog', checkChangelog(read('CHANGELOG.md'), version));
		report('Tag', checkTag(readGit(), version, given.tag));
		report('Contents of the tarball', checkContents(filesIn(folder), manifest));
		report('Licences', checkLicences(readLibraries(), textsIn(join(folder, 'dist/bundled'))));
		report('Scanner of n8n', scan());
		if (!given['no-install']) report('Installed in an empty n8n', await install(tarball));
	} finally {
		rmSync(unpacked, { recursive: true, force: true });
	}
}

function report(what: string, problems: Problems) {
	console.log(problems.length === 0 ? `ok    ${what}` : `FAILS ${what}`);
	for (const problem of problems) console.log(`      ${problem}`);
	if (problems.length > 0) process.exitCode = 1;
}

function readGit(): Git {
	const lines = output('git', ['tag', '--format=%(refname:strip=2) %(objectname) %(*objectname)']);
	const tags = lines.split('\n').flatMap((line): Array<[string, string]> => {
		const [name, object, commit] = line.split(' ');
		// A tag with a message is an object of its own.
		return name === '' ? [] : [[name, commit || object]];
	});
	return {
		status: output('git', ['status', '--porcelain']),
		tags: Object.fromEntries(tags),
		head: output('git', ['rev-parse', 'HEAD']).trim(),
	};
}

function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
		.map((file) => file.replaceAll('\\', '/'));
}

function textsIn(folder: string): string[] {
	return readdirSync(folder)
		.filter((name) => name.startsWith('LICEN'))
		.map((name) => readFileSync(join(folder, name), 'utf8'));
}

function readLibraries(): Library[] {
	const sources = readdirSync(join(root, 'bundled')).map((name) => read(`bundled/${name}`));
	return librariesOf(sources.join('\n')).map((name) => {
		const folder = join(root, 'node_modules', name);
		const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
			license: unknown;
		};
		return { name, licence: license, texts: existsSync(folder) ? textsIn(folder) : [] };
	});
}

function scan(): Problems {
	try {
		output('npm', ['run', '--silent', 'scan']);
		return [];
	} catch (error) {
		const { stdout, stderr } = error as { stdout?: string; stderr?: string };
		return [`${stdout ?? ''}${stderr ?? ''}`.trim()];
	}
}

/** Installs the tarball as users do, and asks n8n for what it holds. */
async function install(tarball: string): Promise<Problems> {
	const sandbox = await startSandbox({ home: 'release', fresh: true, tarball });
	try {
		const { status, message } = await sandbox.testCredential();
		const [example] = sandbox.examples;
		const { status: ended } = await sandbox.runWorkflow(example);
		return [
			...(status === 'OK' ? [] : [`n8n's test of the credential says: ${message}`]),
			...(ended === 'success' ? [] : [`The first example ends with "${ended}".`]),
		];
	} finally {
		await sandbox.stop();
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
