import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { LedgerEntry } from '../simulator';
import { storm } from './plan';

export interface ServiceFacts {
	/** Origin of the service and of its control routes. */
	url: string;
	/** What a credential takes. */
	baseUrl: string;
	apiKey: string;
}

export interface ServiceProcess {
	facts: ServiceFacts;
	stop(): void;
}

/** Starts the simulator as a process of its own. */
export async function startService(node: string, contacts: number): Promise<ServiceProcess> {
	const program = join(__dirname, '..', 'simulator', 'main.ts');
	const child = spawn(
		node,
		[
			...['--require', require.resolve('tsx/cjs')],
			...[program, '--json', '--with-parent', '--contacts', String(contacts)],
		],
		{ stdio: ['pipe', 'pipe', 'inherit'] },
	);
	const stop = () => void child.kill();
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`The simulator ended with code ${code}`);
	});
	ended.catch(() => {});
	const [line] = (await Promise.race([
		once(createInterface({ input: child.stdout }), 'line'),
		ended,
	])) as [string];
	return { facts: JSON.parse(line) as ServiceFacts, stop };
}

/** What a measured process needs of the simulator's control routes. */
export class Service {
	constructor(private readonly facts: ServiceFacts) {}

	/** Data, logs and faults as at the start. */
	async reset(): Promise<void> {
		await this.ask('POST', 'reset', {});
	}

	async setLatency(ms: number): Promise<void> {
		await this.ask('POST', 'latency', { ms });
	}

	/** From now on each third request is refused. */
	async beginStorm(): Promise<void> {
		await this.ask('POST', 'faults', {
			match: { every: storm.every },
			fault: { kind: 'rateLimited', retryAfter: String(storm.retryAfterSeconds) },
			times: 'Infinity',
		});
	}

	/** Messages that were really sent, in the order of sending. */
	async sent(): Promise<Array<{ id: string; to: string }>> {
		const ledger = (await this.ask('GET', 'ledger')) as LedgerEntry[];
		return ledger
			.filter(({ kind }) => kind === 'sms.send')
			.map(({ id, body }) => ({ id, to: (body as { to: string }).to }));
	}

	async stats(): Promise<{ mostInFlight: number; requests: number }> {
		return (await this.ask('GET', 'stats')) as { mostInFlight: number; requests: number };
	}

	private async ask(method: string, route: string, body?: unknown): Promise<unknown> {
		const response = await fetch(`${this.facts.url}/__simulator/${route}`, {
			method,
			headers: { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${method} ${route} was answered ${response.status}`);
		return await response.json();
	}
}
