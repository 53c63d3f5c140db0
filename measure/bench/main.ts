import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { command } from '../figures/command';
import { factsOfToday } from '../figures/running';
import { bench } from './bench';
import { figures } from './page';
import { drawBenchmark, picture } from './picture';
import { missed } from './rows';
import { works } from './works';

const usage = `npm run bench -- [--quick]

Compares this node with n8n's HTTP Request node, and some of its options with a send without them. Writes
docs/benchmark.json and docs/benchmark.svg; npm run docs takes them into the pages. The exit code is 1 when a target is missed.

  --quick   short works, each once: is everything done, once and in order? Judges no time, writes nothing`;

const rounds = 3;

void command(usage, { options: { quick: { type: 'boolean' } } }, async ({ quick = false }) => {
	const times = quick ? {} : { rounds };
	const rows = await bench(works, times.rounds);
	const found = { ...factsOfToday(), ...times, rows };
	figures.keep(found, !quick);
	if (!quick) writeFileSync(join(root, picture), drawBenchmark(found));
	return rows.every((row) => missed(row, !quick).length === 0);
});
