import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { nodeForN8n } from '../../sandbox/node24';
import { root } from '../../sandbox/paths';
import { triedVersions } from '../../sandbox/versions';
import { bench } from './bench';
import { benchmarkTable, figuresFile, type Run } from './page';
import { missed } from './rows';
import { works } from './works';

const usage = `npm run bench -- [--quick]

Compares this node with n8n's HTTP Request node, and some of its options with a send without them. Writes
${figuresFile}; npm run docs takes it into the pages. The exit code is 1 when a target is missed.

  --quick   short works, each once: is everything done, once and in order? Judges no time, writes nothing`;

const rounds = 3;

async function main(): Promise<void> {
	const options = { quick: { type: 'boolean' }, help: { type: 'boolean' } } as const;
	const { quick = false, help } = parseArgs({ options }).values;
	if (help) return console.log(usage);
	const rows = await bench(works, quick ? undefined : rounds);
	console.log(`\n${benchmarkTable(rows, !quick)}\n`);
	const isMissed = rows.some((row) => missed(row, !quick).length > 0);
	console.log(isMissed ? 'The bold figures miss their targets.' : 'Everything is as it must be.');
	if (isMissed) process.exitCode = 1;
	if (quick) return;
	const [day] = new Date().toISOString().split('T');
	const node = execFileSync(nodeForN8n(), ['--version'], { encoding: 'utf8' }).trim().slice(1);
	const [n8n] = triedVersions;
	const facts = { day, n8n, node, processors: availableParallelism(), rounds };
	const run: Run = { ...facts, rows };
	writeFileSync(join(root, figuresFile), `${JSON.stringify(run, undefined, '\t')}\n`);
	console.log(`Written: ${figuresFile}. npm run docs takes it into the pages.`);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
