import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setDefaultAutoSelectFamily } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import { check, type Findings } from './check';
import { contender, type Folders } from './contenders';
import type { Outcome, Task } from './contenders/contender';
import { Engine } from './engine';
import { measure, measureHeld, type Measured } from './measure';
import type { ContenderName, Work } from './plan';
import { Service, type ServiceFacts } from './service';

/** What the parent process asks for, as JSON in the first argument. */
export type Order =
	| { prepare: true; folders: Folders }
	| {
			prepare: false;
			contender: ContenderName;
			work: Work;
			facts: ServiceFacts;
			folders: Folders;
			/** True: nothing but the memory that is held is measured. */
			held: boolean;
			/** File to write a CPU profile of the measured part to. */
			profile?: string;
	  };

/** Megabytes of memory held, as `measureHeld` finds them. */
export interface Held {
	held: number;
}

export interface Result extends Measured, Findings {
	mostInFlight: number;
	/** Requests that the service got. */
	requests: number;
	/** What the user is told when the run failed. */
	error?: string;
	/** "none" for the raw client. */
	expressionEngine: string;
}

/** Items of the run that comes before the measured one, so that code is loaded and compiled. */
const warmUpItems = 50;
/** Finds about one contact in a hundred. */
const warmUpSearch = 'person99';

async function main(): Promise<void> {
	const order = JSON.parse(process.argv[2]) as Order;
	process.once('disconnect', () => process.exit(1));
	// Both as n8n does at its start; the first also undoes what tsx turned on.
	process.setSourceMapsEnabled(false);
	setDefaultAutoSelectFamily(false);
	if (order.prepare) {
		await new Engine(order.folders.n8n).start({ migrate: true });
		await report({});
	} else {
		await report(await runAndMeasure(order));
	}
}

async function runAndMeasure(order: Extract<Order, { prepare: false }>): Promise<Result | Held> {
	const { work, facts } = order;
	const service = new Service(facts);
	await service.reset();
	const { run, expressionEngine } = await runner(order);
	const warmUp = itemsOf({ ...work, count: warmUpItems }, 'warm-up');
	const { error } = await run({ kind: work.kind, facts, search: warmUpSearch }, warmUp);
	if (error !== undefined) throw new Error(`The warm-up failed: ${error}`);

	await service.reset();
	await service.setLatency(work.latencyMs);
	if (work.kind === 'storm') await service.beginStorm();
	const items = itemsOf(work, 'measured');
	if (order.held) {
		return { held: await measureHeld(async () => await run({ kind: work.kind, facts }, items)) };
	}
	let outcome: Outcome = { outputs: [] };
	const profiler = order.profile === undefined ? undefined : await startProfiler();
	const measured = await measure(async () => {
		outcome = await run({ kind: work.kind, facts }, items);
	});
	if (order.profile !== undefined) writeFileSync(order.profile, (await profiler?.stop()) ?? '');
	const { mostInFlight, requests } = await service.stats();
	return {
		...measured,
		...check(work, items, outcome, await service.sent()),
		mostInFlight,
		requests,
		error: outcome.error,
		expressionEngine,
	};
}

async function runner(order: Extract<Order, { prepare: false }>) {
	type Run = (task: Task, items: IDataObject[]) => Promise<Outcome>;
	const who = order.contender;
	if (who === 'raw') {
		return { run: contender(who, order.folders) as Run, expressionEngine: 'none' };
	}
	const engine = new Engine(order.folders.n8n);
	await engine.start();
	const run: Run = await engine.prepare(contender(who, order.folders), order.facts);
	const copies = engine.loadedWorkflowCopies;
	if (copies.length !== 1) throw new Error(`n8n-workflow is loaded ${copies.length} times`);
	return { run, expressionEngine: engine.expressionEngine };
}

function itemsOf({ kind, count }: Work, phase: 'warm-up' | 'measured'): IDataObject[] {
	if (kind === 'list') return [{}];
	return Array.from({ length: count }, (_, index) => {
		if (kind === 'get') return { contactId: `contact_${String(index + 1).padStart(6, '0')}` };
		const area = phase === 'measured' ? '+155501' : '+155502';
		return {
			to: `${area}${String(index).padStart(5, '0')}`,
			body: `Your order ${index} has been shipped`,
		};
	});
}

async function startProfiler(): Promise<{ stop(): Promise<string> }> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: 500 });
	await session.post('Profiler.start');
	return {
		stop: async () => JSON.stringify((await session.post('Profiler.stop')).profile),
	};
}

async function report(message: object): Promise<void> {
	await new Promise((resolve) => process.send?.(message, resolve));
	process.exit(0);
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
