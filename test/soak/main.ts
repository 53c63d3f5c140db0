import { join } from 'node:path';
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import { step } from '../../sandbox/progress';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { markdownTable } from '../docs/fieldTable';
import { fastClock } from '../simulator';
import { judge, type Finding, type Rest } from './judge';
import { restOf } from './measure';
import { Traffic } from './traffic';
import { workflows } from './workflows';

const usage = `npm run soak -- [--minutes NUMBER] [--leak]

Sends traffic through a real n8n, and checks that it holds nothing afterwards and did everything once.
The simulator's clock runs ten times as fast as the machine's.

  --minutes  of the simulator's clock, default 60
  --leak     n8n leaks on purpose: each request leaves an array of 50,000 entries and a timer, each 20th
             a socket. The soak must notice it

The exit code is 1 if something does not hold. docs/soak.md shows the table of a run of 60 minutes.`;

const speed = 10;
const longestWarmUp = 10;
const looksBefore = 10;
/** More than a trigger remembers: its state is full from the start. */
const records = 2_600;

/** n8n deletes executions that are not kept at once, and keeps no statistics of them. */
const n8nSettings = {
	EXECUTIONS_DATA_HARD_DELETE_BUFFER: '0',
	EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '0.1',
	N8N_DISABLED_MODULES: 'insights',
};

const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '60' },
		leak: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

async function main(): Promise<void> {
	if (values.help) return console.log(usage);
	const minutes = Number(values.minutes);
	if (!(minutes > 0)) throw new Error(`--minutes needs a number above 0, not "${values.minutes}"`);
	const port = await getPort({ host: '127.0.0.1' });
	const sandbox = await startSandbox({
		...{ home: 'soak', fresh: true },
		env: { ...n8nSettings, SOAK_PROBE: String(port), SOAK_LEAK: values.leak ? 'yes' : '' },
		nodeOptions: ['--expose-gc', '--require', join(__dirname, 'probe.cjs')],
		simulator: {
			clock: fastClock(speed),
			seed: { contacts: records, conversations: 40, messages: records, calls: records },
		},
	});
	try {
		const findings = await Promise.race([soak(sandbox, port, minutes), sandbox.n8n.crashed]);
		const rows = findings.map(({ what, held, seen }) => [what, held ? 'yes' : '**no**', seen]);
		console.log(markdownTable(['What must hold', 'Held', 'Seen'], rows));
		if (!findings.every(({ held }) => held)) process.exitCode = 1;
	} finally {
		await sandbox.stop();
	}
}

/** Sends the traffic, and measures before and after. */
async function soak(sandbox: Sandbox, port: number, minutes: number): Promise<Finding[]> {
	const { simulator, n8n, userFolder } = sandbox;
	simulator.recordingAfterMs = 20_000;
	simulator.failRandomly({
		...{ seed: 11, rate: 0.01, faults: [{ kind: 'rateLimited', retryAfter: '1' }] },
	});
	const traffic = new Traffic(simulator, n8n.url);
	await step('Publishing the workflows', async () => {
		for (const workflow of workflows) {
			const { status, problem } = await sandbox.publish(workflow);
			if (status !== 'published') throw new Error(`"${workflow.name}" is ${status}: ${problem}`);
		}
	});
	const rest = async (isEnough: (rest: Rest) => boolean) =>
		await step('Measuring what n8n holds', async () => {
			await traffic.until(0).catch(console.error);
			return await restOf(userFolder, port, isEnough);
		});
	await step('Warming up', async () => await traffic.flow(Math.min(minutes, longestWarmUp)));
	let looks = 0;
	const before = await rest(() => ++looks === looksBefore);
	await step(`${minutes} minutes of traffic`, async () => await traffic.flow(minutes));
	const findings = (after: Rest) =>
		judge({ ...{ before, after, keys: traffic.counts.once }, ...traffic.texts() });
	return findings(await rest((after) => findings(after).every(({ held }) => held)));
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
