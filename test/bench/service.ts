import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { LedgerEntry } from '../simulator';
import type { PolledEvent, Work } from './plan';
import { rateLimit, slotLimit, storm } from './plan';

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

/** What the service saw of a run. */
export interface ServiceFigures {
	mostInFlight: number;
	/** Requests that it got. */
	requests: number;
	/** Requests that its token bucket refused. */
	refused: number;
	/** Seconds from the start of the run to the first request. */
	first: number;
	/** Seconds from the first request to the last answer. */
	span: number;
	/** Mean milliseconds from a request's arrival to its answer. */
	meanMs: number;
}

/** A message that the service really sent. */
export interface Sent {
	id: string;
	to: string;
	body: string;
}

/** Starts the simulator as a process of its own. */
export async function startService(node: string, contacts: number): Promise<ServiceProcess> {
	const program = join(__dirname, '..', 'simulator', 'main.ts');
	const child = spawn(
		node,
		[
			...['--require', require.resolve('tsx/cjs')],
			...[program, '--json', '--with-parent', '--real-clock', '--contacts', String(contacts)],
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

	/** Data, logs, limits and faults as at the start. */
	async reset(): Promise<void> {
		await this.ask('POST', 'reset', {});
	}

	/** From now on it is as slow, and refuses as much, as the work says. */
	async begin({ kind, latencyMs, retryAfter }: Work): Promise<void> {
		await this.ask('POST', 'latency', { ms: latencyMs });
		if (kind === 'slots') await this.ask('POST', 'slots', slotLimit);
		if (kind === 'bucket') await this.ask('POST', 'rate', { ...rateLimit, retryAfter });
		if (kind === 'storm') {
			await this.ask('POST', 'faults', {
				match: { every: storm.every },
				fault: { kind: 'rateLimited', retryAfter: String(storm.retryAfterSeconds) },
				times: 'Infinity',
			});
		}
	}

	/** Makes so many records that are news for an event of the trigger, a second apart, up to now. */
	async addNews(event: PolledEvent, count: number): Promise<void> {
		const { now } = (await this.ask('POST', 'clock', { advance: (count + 1) * 1000 })) as {
			now: number;
		};
		const times = Array.from({ length: count }, (_, index) => now - (count - index) * 1000);
		const text = (time: number) => new Date(time).toISOString();
		const records = times.map((time, index) => {
			switch (event) {
				case 'callEnded':
					return { status: 'ENDED', createdAt: text(time - 500), endTimestamp: text(time) };
				case 'smsReceived': {
					const from = `+1556${String((time / 1000) % 10_000_000 | 0).padStart(7, '0')}`;
					return { from, to: '+15550100001', body: `Message ${index}`, sentAt: time };
				}
				default:
					return { firstName: 'New', createdAt: text(time - 500), updatedAt: text(time) };
			}
		});
		const routes: Partial<Record<PolledEvent, string>> = { callEnded: 'calls', smsReceived: 'sms' };
		await this.ask('POST', routes[event] ?? 'contacts', records);
	}

	/** Messages that were really sent, in the order of sending. */
	async sent(): Promise<Sent[]> {
		const ledger = (await this.ask('GET', 'ledger')) as LedgerEntry[];
		return ledger
			.filter(({ kind }) => kind === 'sms.send')
			.map(({ id, body }) => ({ id, ...(body as Omit<Sent, 'id'>) }));
	}

	/** @param began when the run began, ms since 1970 */
	async figures(began: number): Promise<ServiceFigures> {
		const { mostInFlight, requests, refused, meanMs, ...times } = (await this.ask(
			'GET',
			'stats',
		)) as Record<'mostInFlight' | 'requests' | 'refused' | 'meanMs', number> & {
			firstAt?: number;
			lastAt: number;
		};
		const { firstAt = began, lastAt } = times;
		const first = (firstAt - began) / 1000;
		return { mostInFlight, requests, refused, meanMs, first, span: (lastAt - firstAt) / 1000 };
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
