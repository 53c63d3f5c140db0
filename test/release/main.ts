import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';

import { packPackage } from '../../sandbox/install';
import { root } from '../../sandbox/paths';
import { startSandbox } from '../../sandbox/sandbox';
import * as checks from './checks';

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
	const { version, n8n } = JSON.parse(read('package.json')) as {
		version: string;
		n8n: { nodes: string[]; credentials: string[] };
	};
	const lock = JSON.parse(read('package-lock.json')) as { version: unknown };
	const tarball = await packPackage();
	const unpacked = mkdtempSync(join(tmpdir(), 'release-'));
	try {
		execFileSync('tar', ['-xzf', tarball, '-C', unpacked]);
		const folder = join(unpacked, 'package');
		const licences = textsIn(join(folder, 'dist/bundled'));
		report('Version', checks.checkVersion(version, lock.version));
		report('Changelog', checks.checkChangelog(read('CHANGELOG.md'), version));
		report('Tag', checks.checkTag(readGit(version), version, given.tag));
		report(
			'Contents of the tarball',
			checks.checkContents(filesIn(folder), [...n8n.nodes, ...n8n.credentials]),
		);
		report('Licences', checks.checkLicences(readLibraries(), licences));
		report('Scanner of n8n', scan());
		if (!given['no-install']) report('Installed in an empty n8n', await install(tarball));
	} finally {
		rmSync(unpacked, { recursive: true, force: true });
	}
}

function report(what: string, problems: checks.Problems) {
	console.log(problems.length === 0 ? `ok    ${what}` : `FAILS ${what}`);
	for (const problem of problems) console.log(`      ${problem}`);
	if (problems.length > 0) process.exitCode = 1;
}

function readGit(version: string): checks.Git {
	return {
		status: output('git', ['status', '--porcelain']),
		// A tag with a message is an object of its own: the commit is what it leads to.
		tagged: output('git', ['rev-list', '-n1', '--ignore-missing', `refs/tags/${version}`]).trim(),
		head: output('git', ['rev-parse', 'HEAD']).trim(),
	};
}

function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
		.map((file) => file.replaceAll(sep, posix.sep));
}

function textsIn(folder: string): string[] {
	const names = readdirSync(folder).filter((name) => name.startsWith('LICEN'));
	return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}

function readLibraries(): checks.Library[] {
	const sources = readdirSync(join(root, 'bundled')).map((name) => read(`bundled/${name}`));
	return checks.librariesOf(sources.join('\n')).map((name) => {
		const { license } = JSON.parse(read(`node_modules/${name}/package.json`)) as {
			license: unknown;
		};
		return { name, licence: license, texts: textsIn(join(root, 'node_modules', name)) };
	});
}

function scan(): checks.Problems {
	try {
		output('npm', ['run', '--silent', 'scan']);
		return [];
	} catch (error) {
		const { stdout, stderr } = error as { stdout?: string; stderr?: string };
		return [`${stdout ?? ''}${stderr ?? ''}`.trim()];
	}
}

/** Installs the tarball as users do, and asks n8n for what it holds. */
async function install(tarball: string): Promise<checks.Problems> {
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
