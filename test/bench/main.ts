import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { nodeForN8n } from '../../sandbox/node24';
import { root } from '../../sandbox/paths';
import { bench, rounds, versionOf } from './bench';
import { benchmarkTable, figuresFile, missedIn, type Run } from './page';
import { works } from './works';

const usage = `npm run bench -- [--quick]

Compares this node with n8n's HTTP Request node, and some of its options with a send without them. Writes
${figuresFile}; npm run docs takes it into the pages. The exit code is 1 when a target is missed.

  --quick   small works, each once: is everything done, once and in order? Judges no time, writes nothing`;

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

async function main(): Promise<void> {
	if (values.help) return console.log(usage);
	const rows = await bench(works, values.quick);
	const [day] = new Date().toISOString().split('T');
	const node = execFileSync(nodeForN8n(), ['--version'], { encoding: 'utf8' }).trim().slice(1);
	const facts = { day, n8n: versionOf('n8n'), node, processors: availableParallelism(), rounds };
	const run: Run = { ...facts, rows };
	const problems = missedIn(run, !values.quick);
	console.log(`\n${benchmarkTable(run)}\n${['', ...problems].join('\nMissed: ')}`);
	if (problems.length > 0) process.exitCode = 1;
	else console.log(values.quick ? 'Everything runs' : 'Every target is reached');
	if (values.quick) return;
	writeFileSync(join(root, figuresFile), `${JSON.stringify(run, undefined, '\t')}\n`);
	console.log(`Written: ${figuresFile}. npm run docs takes it into the pages.`);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
