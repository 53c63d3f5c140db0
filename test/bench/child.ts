import { setDefaultAutoSelectFamily } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import { check } from './check';
import { contender, type Folders } from './contenders';
import type { Outcome, Task } from './contenders/contender';
import { trigger } from './contenders/voiceSms';
import { Engine } from './engine';
import { itemsOf, taskOf } from './items';
import { measure, measureHeld } from './measure';
import type { ContenderName, Work } from './plan';
import { measurePolls } from './polls';
import type { Held, Result } from './result';
import { Service, type ServiceFacts } from './service';

/** What the parent process asks for, as JSON in the first argument. */
export type Order = { folders: Folders } & (
	| { does: 'prepare' }
	/** Lets the node take so many keys of Send Once, which n8n's store then holds. */
	| { does: 'takeKeys'; count: number; facts: ServiceFacts }
	| Measurement
);

export interface Measurement {
	/** `held`: nothing but the memory that is held is measured. */
	does: 'measure' | 'held';
	contender: ContenderName;
	/** Done one after the other; a figure that counts is of a process of its own. */
	works: Work[];
	facts: ServiceFacts;
	/** File to write a CPU profile of the measured part to. */
	profile?: string;
}

type Run = (task: Task, items: IDataObject[]) => Promise<Outcome>;

/** Items of the run that comes before the measured one, so that code is loaded and compiled. */
const warmUpItems = 50;
/** Finds about one contact in a hundred. */
const warmUpSearch = 'person99';
/** Areas of phone numbers. */
const areas = { measured: '01', warmUp: '02', keys: '03' };

async function main(): Promise<void> {
	const order = JSON.parse(process.argv[2]) as Order;
	process.once('disconnect', () => process.exit(1));
	// Both as n8n does at its start; the first also undoes what tsx turned on.
	process.setSourceMapsEnabled(false);
	setDefaultAutoSelectFamily(false);
	await report(await carryOut(order));
}

async function carryOut(order: Order): Promise<Array<Result | Held>> {
	const { folders } = order;
	if (order.does === 'prepare') {
		await new Engine(folders.n8n).start({ migrate: true });
		return [];
	}
	if (order.does === 'takeKeys') {
		await takeKeys(order.count, order.facts, folders);
		return [];
	}
	const { contender: name, works, facts } = order;
	const engine = name === 'raw' ? undefined : new Engine(folders.n8n);
	await engine?.start();
	const run = await runOf(name, engine, facts, folders);
	const results: Array<Result | Held> = [];
	for (const work of works) {
		const service = new Service(facts);
		await service.reset();
		if (order.does === 'held') {
			const warm = await warmedUp(run, work, service, facts);
			results.push({ held: await measureHeld(warm) });
			continue;
		}
		const polls = engine !== undefined && work.event !== undefined;
		const measured = polls
			? await measurePolls(
					work,
					service,
					await pollerOf(engine, work, facts, folders),
					order.profile,
				)
			: await measureRun(run, work, service, order);
		results.push({ ...measured, expressionEngine: engine?.expressionEngine ?? 'none' });
	}
	return results;
}

async function runOf(
	name: ContenderName,
	engine: Engine | undefined,
	facts: ServiceFacts,
	folders: Folders,
): Promise<Run> {
	if (name === 'raw' || engine === undefined) return contender('raw', folders) as Run;
	const run = await engine.prepare(contender(name, folders), facts);
	const copies = engine.loadedWorkflowCopies;
	if (copies.length !== 1) throw new Error(`n8n-workflow is loaded ${copies.length} times`);
	return run;
}

async function pollerOf(engine: Engine, work: Work, facts: ServiceFacts, folders: Folders) {
	if (work.event === undefined) throw new Error('A poll is of an event');
	return await engine.poller(trigger(folders.package, work.event), taskOf(work, facts));
}

/** The work, to be started: code is loaded and compiled, and the service is as the work says. */
async function warmedUp(
	run: Run,
	work: Work,
	service: Service,
	facts: ServiceFacts,
	items = itemsOf(work, areas.measured),
): Promise<() => Promise<Outcome>> {
	const task = taskOf(work, facts);
	const few = itemsOf({ ...work, count: warmUpItems }, areas.warmUp);
	const { error } = await run({ ...task, search: warmUpSearch }, few);
	if (error !== undefined) throw new Error(`The warm-up failed: ${error}`);
	await service.reset();
	await service.begin(work);
	return async () => await run(task, items);
}

async function measureRun(run: Run, work: Work, service: Service, order: Measurement) {
	const { facts, profile } = order;
	const items = itemsOf(work, areas.measured);
	const start = await warmedUp(run, work, service, facts, items);
	let outcome: Outcome = { outputs: [] };
	let began = 0;
	const measured = await measure(async () => {
		began = Date.now();
		outcome = await start();
	}, profile);
	return {
		...measured,
		...(await service.figures(began)),
		...check(taskOf(work, facts).does, work.count, items, outcome, await service.sent()),
		error: outcome.error,
	};
}

/** Takes keys as an earlier execution of the node did. */
async function takeKeys(count: number, facts: ServiceFacts, folders: Folders): Promise<void> {
	const engine = new Engine(folders.n8n);
	await engine.start();
	const work: Work = { kind: 'once', count, latencyMs: 0 };
	const run = await runOf('voiceSms', engine, facts, folders);
	const { error } = await run(taskOf(work, facts), itemsOf(work, areas.keys));
	if (error !== undefined) throw new Error(`The keys could not be taken: ${error}`);
}

async function report(results: Array<Result | Held>): Promise<void> {
	await new Promise((resolve) => process.send?.(results, resolve));
	process.exit(0);
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
