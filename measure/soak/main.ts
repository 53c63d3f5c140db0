import { join } from 'node:path';
import getPort from 'get-port';
import { step } from '../../sandbox/progress';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { command } from '../figures/command';
import { factsOfToday, measureWith } from '../figures/running';
import { fastClock } from '../../test/simulator';
import { figures, judge, type Finding, type Rest } from './judge';
import { restOf } from './measure';
import { Traffic } from './traffic';
import { workflows } from './workflows';

const usage = `npm run soak -- [--minutes NUMBER] [--leak]

Sends traffic through a real n8n, and checks that it holds nothing afterwards and did everything once.
The simulator's clock runs ten times as fast as the machine's. An hour of traffic is written into
docs/soak.json; npm run docs takes it into docs/measured.md.

  --minutes  of the simulator's clock, default 60; another number writes nothing
  --leak     n8n leaks on purpose: each request leaves an array of 50,000 entries and a timer, each 20th
             a socket. The soak must notice it. Writes nothing

The exit code is 1 if something does not hold.`;

const fullMinutes = 60;
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

const options = { minutes: { type: 'string' }, leak: { type: 'boolean' } } as const;

void command(usage, { options }, async ({ minutes: text = String(fullMinutes), leak = false }) => {
	const minutes = Number(text);
	if (!(minutes > 0)) throw new Error(`--minutes needs a number above 0, not "${text}"`);
	const port = await getPort({ host: '127.0.0.1' });
	const starts = startSandbox({
		home: 'soak',
		fresh: true,
		env: { ...n8nSettings, SOAK_PROBE: String(port), SOAK_LEAK: leak ? 'yes' : '' },
		nodeOptions: ['--expose-gc', '--require', join(__dirname, 'probe.cjs')],
		simulator: {
			clock: fastClock(speed),
			seed: { contacts: records, conversations: 40, messages: records, calls: records },
		},
	});
	const findings = await measureWith(starts, workflows, async (sandbox) => {
		return await soak(sandbox, port, minutes);
	});
	figures.keep({ ...factsOfToday(), minutes, findings }, minutes === fullMinutes && !leak);
	return findings.every(({ held }) => held);
});

/** Sends the traffic, and measures before and after. */
async function soak(sandbox: Sandbox, port: number, minutes: number): Promise<Finding[]> {
	const { simulator, n8n, userFolder } = sandbox;
	simulator.recordingAfterMs = 20_000;
	simulator.failRandomly({
		seed: 11,
		rate: 0.01,
		faults: [{ kind: 'rateLimited', retryAfter: '1' }],
	});
	const traffic = new Traffic(simulator, n8n.url);
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
		judge({ before, after, keys: traffic.counts.once, ...traffic.texts() });
	return findings(await rest((after) => findings(after).every(({ held }) => held)));
}
