import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { INodeTypeDescription } from 'n8n-workflow';

import { versionOf } from '../../sandbox/editorApi';
import { packPackage } from '../../sandbox/install';
import { root } from '../../sandbox/paths';
import { step } from '../../sandbox/progress';
import { startSandbox } from '../../sandbox/sandbox';
import { installVersion, released, triedVersions } from '../../sandbox/versions';
import { checks, type Outcome, outcomeOf } from './checks';
import { failuresOf, inPage, tableOf, type Tried } from './table';

const usage = `npm run test:versions -- [options]

The packed node in n8n ${triedVersions.join(', ')}, one after the other: the same checks in each.

  --n8n VERSIONS     only these, with commas between, also others that npm has, such as "latest"
  --check TEXT       only the checks with that in their names
  --help             this

Exit code 1 when something fails. A run of all writes the table in docs/versions.md.`;

const { values: given } = parseArgs({
	options: {
		n8n: { type: 'string' },
		check: { type: 'string' },
		help: { type: 'boolean', default: false },
	},
});

const wanted = checks.filter(({ name }) => name.includes(given.check ?? ''));
const names = wanted.map(({ name }) => name);
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function main() {
	if (given.help) return console.log(usage);
	if (names.length === 0) throw new Error(`No check has "${given.check}" in its name.`);
	const versions = given.n8n?.split(',') ?? triedVersions;
	const tarball = await packPackage();
	const tried: Tried[] = [];
	let table = '';
	for (const name of versions) {
		const version = triedVersions.includes(name) ? name : await released(name);
		tried.push(await tryOn(version, tarball));
		table = tableOf(names, tried, new Date().toISOString().slice(0, 10));
		console.log([`\n${table}`, ...failuresOf(tried)].join('\n'));
	}
	if (failuresOf(tried).length > 0) process.exitCode = 1;
	if (given.n8n !== undefined || given.check !== undefined) return;
	const page = join(root, 'docs/versions.md');
	writeFileSync(page, inPage(readFileSync(page, 'utf8'), table));
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
				// The table tells it.
				await done.catch(() => undefined);
			}
		} finally {
			await sandbox.stop();
		}
	} catch (error) {
		for (const name of names) {
			if (!outcomes.has(name)) outcomes.set(name, { failed: messageOf(error) });
		}
	}
	return { version, node, outcomes };
}

main().catch((error: unknown) => {
	console.error(messageOf(error));
	process.exitCode = 1;
});
