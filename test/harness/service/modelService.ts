import type { INode } from 'n8n-workflow';

import { attempts } from '../../../nodes/VoiceSms/api/flow/attempts';
import type { Failure } from '../../../nodes/VoiceSms/api/errors/failure';
import { Gate } from '../../../nodes/VoiceSms/api/flow/gate';
import { inParallel, pausing } from '../../../nodes/VoiceSms/util/inParallel';
import { Bucket, Slots } from '../../simulator/limits';
import type { VirtualTime } from '../time/virtualTime';
import { logger } from '../n8n/log';
import { untyped } from '../n8n/fake';

/** A service as it is seen by one request: how long the answer takes, and what it says. */
export type Service = (time: VirtualTime) => Promise<Failure | undefined>;

export const refusal = (retryAfterMs?: number): Failure => ({
	cause: 'status',
	status: 429,
	retryAfterMs,
});

/** Works on so many at a time; the others wait in order. */
export function slots(count: number, serviceMs: (now: number) => number): Service {
	const all = new Slots({ slots: count, serviceMs: 0 });
	return async (time) => {
		const now = time.passed();
		await time.sleep(all.doneAt(now, serviceMs(now)) - now);
		return undefined;
	};
}

/** Answers after `latency` milliseconds, whatever else is under way. */
export const steady =
	(latency: (now: number) => number): Service =>
	async (time) => {
		await time.sleep(latency(time.passed()));
		return undefined;
	};

/** Refuses those for whom no token is left. Tokens come back steadily, up to `burst`. */
export function bucket(
	perSecond: number,
	burst: number,
	retryAfter: boolean,
	behind: Service,
): Service {
	const tokens = new Bucket({ ratePerSecond: perSecond, burst, retryAfter }, 0);
	return async (time) => {
		const wait = tokens.take(time.passed());
		await behind(time);
		if (wait === undefined) return undefined;
		return refusal(retryAfter ? Math.ceil(wait / 1000) * 1000 : undefined);
	};
}

export interface Report {
	/** Milliseconds until all were done. */
	took: number;
	sent: number;
	failed: number;
	/** Requests that were answered with 429. */
	refused: number;
	/** Most refusals of one request. */
	mostRefusals: number;
	/** When each request went out, how many were then under way, and how long the answer took. */
	requests: Array<{ at: number; underWay: number; latency: number }>;
	/** Items in the order in which they got through. */
	order: number[];
}

export interface Sending {
	count?: number;
	given?: number;
	/** Milliseconds of our own process for each request; it does one thing at a time. */
	cpuMs?: number;
	/** The option *Max Tries*. */
	tries?: number;
	signal?: AbortSignal;
	/** Called before each request. */
	each?(index: number): void;
	lane?(index: number): string;
}

const node = { id: '1', name: 'Voice and SMS', type: 'x', typeVersion: 1, position: [0, 0] };

/** How long n8n has been running when a run begins: a run must not depend on it. */
const upForMs = 86_400_000;

/** Sends through the real gate, tries and all, as the node does it. */
export async function sendAll(
	time: VirtualTime,
	service: Service,
	{ count = 1000, given, cpuMs = 1, tries = 4, signal, each, lane }: Sending = {},
): Promise<Report> {
	let busyUntil = 0;
	const process = async () => {
		busyUntil = Math.max(time.passed(), busyUntil) + cpuMs;
		await time.sleep(busyUntil - time.passed());
	};
	const clock = { ...time, passed: () => upForMs + time.passed() };
	const gate = new Gate(given, clock, signal);
	const run = {
		node: untyped<INode>(node),
		logger,
		clock,
		signal,
		ended: signal,
		leftMs: () => Infinity,
	};
	const none = { took: 0, sent: 0, failed: 0, refused: 0, mostRefusals: 0 };
	const report: Report = { ...none, requests: [], order: [] };
	let underWay = 0;
	const one = async (index: number) => {
		let refusals = 0;
		const task = {
			method: 'POST' as const,
			path: '/api/sms/send',
			tries,
			subject: { nameInErrors: `item ${index}` },
		};
		const attempt = async () => {
			const request = { at: time.passed(), underWay: ++underWay, latency: 0 };
			each?.(index);
			report.requests.push(request);
			const failure = await service(time);
			if (cpuMs > 0) await process();
			request.latency = time.passed() - request.at;
			underWay--;
			if (failure?.status === 429) {
				report.refused++;
				report.mostRefusals = Math.max(report.mostRefusals, ++refusals);
			}
			return failure ?? {};
		};
		try {
			await attempts(run, gate, task, attempt);
			report.sent++;
			report.order.push(index);
		} catch {
			report.failed++;
		}
	};
	const lanes = (index: number) => (lane === undefined ? [] : [lane(index)]);
	const how = { bound: given ?? 100, lanes, pause: pausing(time) };
	await time.run(inParallel(count, how, one));
	report.took = time.passed();
	return report;
}
