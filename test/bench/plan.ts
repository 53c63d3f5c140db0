/** What is measured, and with whom. */

export const contenderNames = [
	'voiceSms',
	'voiceSmsWhole',
	'onePath',
	'withoutOption',
	'httpRequest',
	'declarative',
	'oneByOne',
	'raw',
] as const;

export type ContenderName = (typeof contenderNames)[number];

export const workKinds = [
	'send',
	'get',
	'list',
	'once',
	'tagged',
	'slots',
	'bucket',
	'poll',
	'storm',
] as const;

export type WorkKind = (typeof workKinds)[number];

/** Events whose polls are measured: one that reads the newest, one the whole list, two that follow. */
const polledEvents = ['contactCreated', 'contactUpdated', 'callEnded', 'smsReceived'] as const;

export type PolledEvent = (typeof polledEvents)[number];

export interface Work {
	kind: WorkKind;
	/** Messages to send, contacts to get, contacts that the service holds, or polls. */
	count: number;
	/** Added by the service to every answer, in milliseconds. */
	latencyMs: number;
	/** Of the token bucket: whether a 429 says when to come back. */
	retryAfter?: boolean;
	/** Of a poll. */
	event?: PolledEvent;
	/** Of a poll: records that it was told before. Of Send Once: keys that n8n's store holds. */
	remembered?: number;
}

/** full: docs/benchmark.md. quick: fewer and smaller works, for development. smoke: does it run? */
export type Size = 'full' | 'quick' | 'smoke';

/** Most requests that the raw client has under way. */
export const rawInFlight = 32;

/** The largest page of contacts that the interface allows. */
export const pageSize = 100;

/** Of the storm's requests each third is refused with 429, and told to come back so much later. */
export const storm = { every: 3, retryAfterSeconds: 1 };

/** A service that works on so many requests at a time. */
export const slotLimit = { slots: 8, serviceMs: 40 };

/** A service that refuses what is more. The burst is what comes back in a second. */
export const rateLimit = { ratePerSecond: 50, burst: 50 };

/** Times a measurement is made; the median counts. */
export const rounds = 3;

/** A measurement that took longer than this many milliseconds is made once. */
export const longRun = 60_000;

/** From this many items or contacts on, the slow contenders do not take part. */
const many = 20_000;
const slow: readonly ContenderName[] = ['declarative', 'oneByOne'];

/** Run once: where it is the service that takes the time, and polls, of which there are many. */
const runOnce: readonly WorkKind[] = ['storm', 'bucket', 'poll'];

export function roundsOf({ kind }: Work, size: Size): number {
	return size !== 'full' || runOnce.includes(kind) ? 1 : rounds;
}

const works: Record<Size, readonly Work[]> = {
	full: [
		...at([0, 20, 100], 'send', 1_000),
		...at([0], 'send', 20_000),
		...at([0, 20, 100], 'get', 1_000),
		...at([0, 20, 100], 'list', 10_000),
		...at([0, 20, 100], 'list', 100_000),
		...at([0, 20, 100], 'once', 1_000).map((work) => ({ ...work, remembered: 10_000 })),
		...at([0, 20, 100], 'tagged', 1_000),
		{ kind: 'slots', count: 1_000, latencyMs: 0 },
		...buckets(1_000),
		...polls(50, 2_600),
		...at([0], 'storm', 100),
	],
	quick: [
		...at([0, 20], 'send', 300),
		...at([0, 20], 'get', 300),
		...at([0, 20], 'list', 10_000),
		{ kind: 'once', count: 300, latencyMs: 0, remembered: 1_000 },
		...at([0, 20], 'tagged', 300),
		{ kind: 'slots', count: 300, latencyMs: 0 },
		...buckets(300),
		...polls(20, 2_600),
		...at([0], 'storm', 30),
	],
	smoke: [
		...at([5], 'send', 20),
		...at([0], 'get', 20),
		...at([0], 'list', 250),
		{ kind: 'once', count: 20, latencyMs: 0, remembered: 20 },
		...at([0], 'tagged', 20),
		{ kind: 'slots', count: 30, latencyMs: 0 },
		...buckets(70),
		...polls(2, 60),
		...at([0], 'storm', 4),
	],
};

/** The works, shortest first within a kind. */
export function planOf(kinds: readonly WorkKind[], size: Size): Work[] {
	return works[size].filter(({ kind }) => kinds.includes(kind));
}

/** Whether the memory held is measured too: where it may become much, and at one latency only. */
export function measuresHeld({ kind, latencyMs }: Work): boolean {
	return ['send', 'get', 'list'].includes(kind) && latencyMs === 0;
}

/** Those that say something about a kind of work. */
const contendersByKind: Record<WorkKind, readonly ContenderName[]> = {
	send: ['voiceSms', 'onePath', 'httpRequest', 'declarative', 'oneByOne', 'raw'],
	get: ['voiceSms', 'httpRequest', 'declarative', 'oneByOne', 'raw'],
	list: ['voiceSms', 'voiceSmsWhole', 'httpRequest', 'declarative', 'oneByOne', 'raw'],
	once: ['voiceSms', 'withoutOption'],
	tagged: ['voiceSms', 'withoutOption'],
	slots: ['voiceSms', 'httpRequest'],
	bucket: ['voiceSms', 'httpRequest'],
	poll: ['voiceSms'],
	storm: ['voiceSms', 'httpRequest', 'declarative', 'oneByOne', 'raw'],
};

export function contendersOf({ kind, count }: Work): readonly ContenderName[] {
	return contendersByKind[kind].filter((name) => count < many || !slow.includes(name));
}

/** "1,000 sends, service latency 20 ms" */
export function titleOf({ kind, count, latencyMs, ...work }: Work): string {
	const all = count.toLocaleString('en-US');
	const { remembered = 0 } = work;
	switch (kind) {
		case 'send':
			return `${all} sends, service latency ${latencyMs} ms`;
		case 'get':
			return `${all} gets, service latency ${latencyMs} ms`;
		case 'list':
			return `Return All of ${all} contacts, service latency ${latencyMs} ms`;
		case 'once':
			return `Send Once: ${all} sends, ${remembered.toLocaleString('en-US')} keys in n8n's store, service latency ${latencyMs} ms`;
		case 'tagged':
			return `Skip Contacts With Tag: ${all} sends to as many contacts, service latency ${latencyMs} ms`;
		case 'slots':
			return `${all} sends to a service that works on ${slotLimit.slots} at a time, ${slotLimit.serviceMs} ms each`;
		case 'bucket':
			return `${all} sends to a service that refuses more than ${rateLimit.ratePerSecond}/s, ${work.retryAfter ? 'with' : 'without'} Retry-After`;
		case 'poll':
			return `A poll of ${work.event} without news, ${remembered.toLocaleString('en-US')} records given out before`;
		case 'storm':
			return `429 storm: ${all} sends, every third request refused with Retry-After ${storm.retryAfterSeconds}`;
	}
}

function at(latencies: number[], kind: WorkKind, count: number): Work[] {
	return latencies.map((latencyMs) => ({ kind, count, latencyMs }));
}

function buckets(count: number): Work[] {
	return [true, false].map((retryAfter) => ({ kind: 'bucket', count, latencyMs: 0, retryAfter }));
}

function polls(count: number, remembered: number): Work[] {
	return polledEvents.map((event) => ({ kind: 'poll', count, latencyMs: 0, event, remembered }));
}
