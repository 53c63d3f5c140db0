import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { npm } from '../../.ci/progress.cjs';
import { root } from '../../sandbox/paths';
import { step } from '../../sandbox/progress';
import { command } from '../figures/command';
import {
	checkChangelog,
	checkPublisher,
	checkTag,
	checkVersion,
	type Git,
	type Problems,
	type Publisher,
} from './checks';

const usage = `npm run release:check [-- --tag <tag>]

What can be checked of a release without publishing it: version, publisher, changelog, tag, contents of the
tarball with its licences, n8n's scanner, and the tarball in an empty n8n.`;

const read = (file: string) => readFileSync(join(root, file), 'utf8');

void command(usage, { options: { tag: { type: 'string' } } }, async ({ tag }) => {
	const ours = JSON.parse(read('package.json')) as Publisher & { version: string };
	const { version } = ours;
	const lock = JSON.parse(read('package-lock.json')) as { version: unknown };
	const checks: Array<[what: string, problems: Problems]> = [
		['Version', checkVersion(version, lock.version)],
		['Publisher', checkPublisher(ours)],
		['Changelog', checkChangelog(read('CHANGELOG.md'), version)],
		['Tag', checkTag(readGit(version), version, tag)],
		['Contents of the tarball, licences', await run('t', 'engine/package')],
		['Scanner of n8n', await run('scan')],
		['Installed in an empty n8n', await run('start', '--once')],
	];
	for (const [what, problems] of checks) {
		console.log(problems.length === 0 ? `ok    ${what}` : `FAILS ${what}`);
		for (const problem of problems) console.log(`      ${problem}`);
	}
	return checks.every(([, problems]) => problems.length === 0);
});

function readGit(version: string): Git {
	const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
	return {
		status: git('status', '--porcelain'),
		// A tag with a message is an object of its own: the commit is what it leads to.
		tagged: git('rev-list', '-n1', '--ignore-missing', `refs/tags/${version}`).trim(),
		head: git('rev-parse', 'HEAD').trim(),
	};
}

/** Runs a script of package.json, which makes the check. */
async function run(script: string, ...args: string[]): Promise<Problems> {
	try {
		const words = ['run', '--silent', script, '--', ...args];
		await step(`npm run ${[script, ...args].join(' -- ')}`, async () => await npm(words, root));
		return [];
	} catch (error) {
		return [error instanceof Error ? error.message : String(error)];
	}
}
