import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { INodeTypeDescription } from 'n8n-workflow';

import { versionOf } from '../../sandbox/editorApi';
import { packPackage } from '../../sandbox/install';
import { root } from '../../sandbox/paths';
import { step } from '../../sandbox/progress';
import { lastLines } from '../../.ci/progress.cjs';
import { startSandbox } from '../../sandbox/sandbox';
import { installVersion, released, triedVersions } from '../../sandbox/versions';
import type { Outcome } from './check';
import { outcomeOf } from './check';
import { checks } from './checks';
import type { Tried } from './report';
import { failuresOf, inPage, pagePart, report } from './report';

const usage = `npm run test:versions -- [options]

The packed node in n8n ${triedVersions.join(', ')}, one after the other: the same checks in each.

  --only VERSIONS    those named, with commas between
  --n8n VERSION      another one that npm has, such as 2.42.0, or "latest"
  --check TEXT       only the checks with that in their names
  --tarball FILE     this package instead of the sources
  --help             this

Exit code 1 when something fails. A run of all, of the sources, writes the table in docs/versions.md.`;

const { values: given } = parseArgs({
	options: {
		only: { type: 'string' },
		n8n: { type: 'string' },
		check: { type: 'string' },
		tarball: { type: 'string' },
		help: { type: 'boolean', default: false },
	},
});

const wanted = checks.filter(({ name }) => name.includes(given.check ?? ''));
const names = wanted.map(({ name }) => name);

async function main() {
	if (given.help) return console.log(usage);
	if (names.length === 0) throw new Error(`No check has "${given.check}" in its name.`);
	const versions = await chosen();
	const tarball = given.tarball ?? (await packPackage());
	const tried: Tried[] = [];
	for (const version of versions) {
		tried.push(await tryOn(version, tarball));
		console.log(`\n${report(names, tried)}\n`);
	}
	if (failuresOf(tried).length > 0) process.exitCode = 1;
	const { only, n8n, check, tarball: other } = given;
	if ([only, n8n, check, other].some((one) => one !== undefined)) return;
	const page = join(root, 'docs/versions.md');
	const part = pagePart(names, tried, new Date().toISOString().slice(0, 10));
	writeFileSync(page, inPage(readFileSync(page, 'utf8'), part));
}

async function chosen(): Promise<readonly string[]> {
	if (given.n8n !== undefined) return [await released(given.n8n)];
	if (given.only === undefined) return triedVersions;
	const only = given.only.split(',');
	const unknown = only.find((version) => !triedVersions.includes(version));
	if (unknown === undefined) return only;
	throw new Error(`Not one of ${triedVersions.join(', ')}: ${unknown}. See --n8n.`);
}

/** All checks on one n8n. Where it does not even start, each has failed for that reason. */
async function tryOn(version: string, tarball: string): Promise<Tried> {
	const outcomes = new Map<string, Outcome>();
	let node = '';
	try {
		console.log(`\nn8n ${version}`);
		const installation = await installVersion(version);
		node = execFileSync(installation.node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
		// Inside the installation, so that the node finds n8n's own n8n-workflow, as it does at its users.
		const home = join('versions', version, 'home');
		const sandbox = await startSandbox({ home, fresh: true, tarball, installation });
		try {
			const { rest, url } = sandbox.n8n;
			const runs = await versionOf(rest);
			if (runs !== version) throw new Error(`n8n ${runs} runs instead.`);
			const { data: types } = await rest.get<INodeTypeDescription[]>('/types/nodes.json', {
				baseURL: url,
			});
			for (const check of wanted) {
				const done = step(check.name, async () => {
					const outcome = await outcomeOf(check, { sandbox, version, types });
					outcomes.set(check.name, outcome);
					if (typeof outcome !== 'string') throw new Error(outcome.failed);
				});
				await done.catch((error: Error) => console.log(lastLines(error.message, 40)));
			}
		} finally {
			await sandbox.stop();
		}
	} catch (error) {
		const failed = error instanceof Error ? error.message : String(error);
		for (const name of names) if (!outcomes.has(name)) outcomes.set(name, { failed });
	}
	return { version, node, outcomes };
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
