import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from '../../sandbox/paths';
import { step } from '../../sandbox/progress';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { versionOf } from '../bench/bench';
import { fastClock } from '../simulator';
import { judge, type Sample, type Soak } from './judge';
import { Measure } from './measure';
import { figures, findingTable, report } from './report';
import { fill, remembered, Traffic } from './traffic';
import { workflows } from './workflows';

const page = 'docs/soak.md';
const fullMinutes = 60;
const usage = `npm run soak -- [options]

  --minutes NUMBER  simulated minutes of traffic, default ${fullMinutes}
  --speed NUMBER    how many times as fast as the machine's the simulator's clock runs, default 10;
                    with 1, a simulated hour takes an hour
  --leak            n8n leaks on purpose, by each request 50,000 entries of an array and a timer, by
                    each 20th a socket: the soak must say so

The exit code is 1 when something that must hold does not.
With ${fullMinutes} minutes and without a leak the result is written to ${page}.`;

const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: String(fullMinutes) },
		speed: { type: 'string', default: '10' },
		leak: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

const minute = 60_000;
/** Part of the length of the traffic that goes before it. */
const warmUp = 0.1;
const sampleMs = 2_000;

/** n8n deletes executions that are not kept every hour and keeps statistics of each: here at once, and none. */
const n8nSettings = {
	EXECUTIONS_DATA_HARD_DELETE_BUFFER: '0',
	EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '0.1',
	N8N_DISABLED_MODULES: 'insights',
};

async function main(): Promise<void> {
	if (values.help) return console.log(usage);
	const [minutes, speed] = [positive('minutes'), positive('speed')];
	const folder = mkdtempSync(join(tmpdir(), 'soak-'));
	const portFile = join(folder, 'port');
	let sandbox: Sandbox | undefined;
	try {
		sandbox = await startSandbox({
			...{ home: 'soak', fresh: true },
			env: { ...n8nSettings, SOAK_PROBE: portFile, ...(values.leak && { SOAK_LEAK: 'yes' }) },
			nodeOptions: ['--expose-gc', '--require', join(__dirname, 'probe.cjs')],
			simulator: {
				clock: fastClock(speed),
				seed: { contacts: remembered, conversations: 0, messages: 0, calls: 0 },
			},
		});
		const began = Date.now();
		const soaked = soak(sandbox, portFile, minutes, speed);
		const found = await Promise.race([soaked, sandbox.n8n.crashed]);
		const findings = judge(found.soak);
		const realMinutes = (Date.now() - began) / minute;
		const [day] = new Date(began).toISOString().split('T');
		console.log(findingTable(findings));
		const missed = findings.filter(({ held }) => !held);
		console.log(missed.length === 0 ? 'Everything held' : `${missed.length} did not hold`);
		if (missed.length > 0) process.exitCode = 1;
		if (minutes !== fullMinutes || values.leak) return console.log(figures(found.soak));
		const facts = { minutes, speed, realMinutes, day, n8n: versionOf('n8n') };
		writeFileSync(join(root, page), report({ ...found, ...facts, findings }));
		console.log(`Written: ${page}`);
	} finally {
		await sandbox?.stop();
		rmSync(folder, { recursive: true });
	}
}

/** Lets the traffic flow and measures before, meanwhile and after. */
async function soak(sandbox: Sandbox, portFile: string, minutes: number, speed: number) {
	const { simulator, n8n } = sandbox;
	const measure = new Measure(sandbox.userFolder, portFile);
	fill(simulator);
	// Recordings come late, and now and then the service asks to wait.
	simulator.recordingAfterMs = 20_000;
	simulator.failRandomly({
		seed: 11,
		rate: 0.01,
		faults: [{ kind: 'rateLimited', retryAfter: '1' }],
	});
	await step('Publishing the workflows', async () => {
		for (const workflow of Object.values(workflows)) {
			const { status, problem } = await sandbox.publish(workflow);
			if (status !== 'published') throw new Error(`"${workflow.name}" is ${status}: ${problem}`);
		}
	});
	const traffic = new Traffic(simulator, n8n.url);
	const flow = async (part: number, progress?: (part: number) => void) =>
		await traffic.flow(minutes * minute * part, progress);
	await step('Warming up', async () => {
		await flow(warmUp);
		const faults = [
			...traffic.failures,
			...(await traffic.settle()).map((text) => `not done: ${text}`),
		];
		if (faults.length > 0) throw new Error(`It begins badly:\n${faults.slice(0, 10).join('\n')}`);
	});
	const before = await step('Measuring what n8n holds at rest', async () => {
		return await measure.idle(traffic.keys.length);
	});
	const samples: Sample[] = [];
	const counted = { ...traffic.counts };
	const requests = simulator.requests.length;
	await step(`${minutes} simulated minutes of traffic, ${speed} times as fast`, async () => {
		let at = 0;
		let flows = true;
		const flowing = flow(1, (part) => (at = part)).finally(() => (flows = false));
		while (flows) {
			samples.push(await measure.sample(at));
			await Promise.race([flowing, sleep(sampleMs)]);
		}
		await flowing;
	});
	const after = await step('Waiting until n8n is at rest', async () => {
		await traffic.settle();
		return await measure.idle(traffic.keys.length);
	});
	const { wanted, failures } = traffic;
	const result: Soak = { samples, before, after, wanted, failures, done: traffic.done() };
	const counts = Object.entries(traffic.counts).map(([source, count]): [string, number] => {
		return [source, count - counted[source as keyof typeof counted]];
	});
	return { soak: result, counts, requests: simulator.requests.length - requests };
}

function positive(name: 'minutes' | 'speed'): number {
	const number = Number(values[name]);
	if (number > 0 && Number.isFinite(number)) return number;
	throw new Error(`--${name} must be a number above 0, not "${values[name]}"`);
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
