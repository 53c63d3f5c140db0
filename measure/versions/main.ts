import { join } from 'node:path';

import { versionOf as runningVersion } from '../../sandbox/editorApi';
import { packPackage } from '../../sandbox/install';
import { startSandbox } from '../../sandbox/sandbox';
import { installVersion, released, triedVersions } from '../../sandbox/versions';
import { command } from '../figures/command';
import { today } from '../figures/figures';
import { versionOf, withN8n } from '../figures/running';
import { typesOf } from '../../test/sandbox/runs';
import { checks, outcomeOf, type Check } from '../../test/sandbox/everyN8n/checks';
import { figures, type Tried } from './table';

const usage = `npm run versions -- [options]

The packed node in n8n ${triedVersions.join(', ')}, one after the other: the same checks in each.

  --n8n VERSIONS     only these, with commas between, also others that npm has, such as "latest"
  --check TEXT       only the checks with that in their names
  --help             this

Exit code 1 when something fails. A run of all writes docs/versions.json; npm run docs takes it into
docs/measured.md.`;

const options = { n8n: { type: 'string' }, check: { type: 'string' } } as const;

void command(usage, { options }, async ({ n8n, check = '' }) => {
	const wanted = checks.filter(({ name }) => name.includes(check));
	if (wanted.length === 0) throw new Error(`No check has "${check}" in its name.`);
	const versions = n8n?.split(',') ?? triedVersions;
	const tarball = await packPackage();
	const tried: Tried[] = [];
	for (const name of versions) {
		const version = triedVersions.includes(name) ? name : await released(name);
		tried.push(await tryOn(version, tarball, wanted));
		const isFull = n8n === undefined && check === '' && tried.length === versions.length;
		figures.keep({ day: today(), tried }, isFull);
	}
	return !tried.some(({ outcomes }) => Object.values(outcomes).includes('fails'));
});

/** All checks on one n8n. Where it does not even start, each fails for that reason. */
async function tryOn(version: string, tarball: string, wanted: readonly Check[]): Promise<Tried> {
	const tried: Tried = { version, node: '', outcomes: {} };
	try {
		console.log(`\nn8n ${version}`);
		const installation = await installVersion(version);
		tried.node = versionOf(installation.node);
		// Inside the installation, so that the node finds n8n's own n8n-workflow, as it does at its users.
		const home = join('versions', version, 'home');
		const starts = startSandbox({ home, fresh: true, tarball, installation });
		await withN8n(starts, async (sandbox) => {
			const runs = await runningVersion(sandbox.n8n.rest);
			if (runs !== version) throw new Error(`n8n ${runs} runs instead.`);
			const subject = { sandbox, version, types: await typesOf(sandbox) };
			for (const check of wanted) {
				tried.outcomes[check.name] = await outcomeOf(check, subject, console.error);
			}
		});
	} catch (error) {
		console.error(error);
		for (const { name } of wanted) tried.outcomes[name] ??= 'fails';
	}
	return tried;
}
