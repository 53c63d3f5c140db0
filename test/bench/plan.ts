/** What is measured, and with whom. */

export const contenderNames = [
	'voiceSms',
	'voiceSmsWhole',
	'httpRequest',
	'declarative',
	'oneByOne',
	'raw',
] as const;

export type ContenderName = (typeof contenderNames)[number];

export const workKinds = ['send', 'get', 'list', 'storm'] as const;

export type WorkKind = (typeof workKinds)[number];

export interface Work {
	kind: WorkKind;
	/** Messages to send, contacts to get, or contacts that the service holds. */
	count: number;
	/** Added by the service to every answer, in milliseconds. */
	latencyMs: number;
}

/** Most requests that the raw client has under way: the node's default. */
export const rawInFlight = 32;

/** The largest page of contacts that the interface allows. */
export const pageSize = 100;

/** Of the storm's requests each third is refused with 429, and told to come back so much later. */
export const storm = { every: 3, retryAfterSeconds: 1 };

/** Times a measurement is made; the median counts. */
export const rounds = 3;

/** A measurement that took longer than this many milliseconds is made once. */
export const longRun = 60_000;

/** The storm shows what becomes of the messages, not how fast: it is run once. */
const roundsOfStorm = 1;

export function roundsOf(work: Work, quick: boolean): number {
	if (quick) return 1;
	return work.kind === 'storm' ? roundsOfStorm : rounds;
}

/** The works, shortest first within a kind. `quick` = a small part of them, for development. */
export function planOf(kinds: readonly WorkKind[], quick: boolean): Work[] {
	const all: Work[] = quick
		? [
				...at([0, 20], 'send', 300),
				...at([0, 20], 'get', 300),
				...at([0, 20], 'list', 10_000),
				...at([0], 'storm', 30),
			]
		: [
				...at([0, 20, 100], 'send', 1_000),
				...at([0, 20, 100], 'get', 1_000),
				...at([0, 20, 100], 'list', 10_000),
				...at([0, 20, 100], 'list', 100_000),
				...at([0], 'storm', 100),
			];
	return all.filter(({ kind }) => kinds.includes(kind));
}

/** Whether the memory held is measured too: for lists, which may be long, and at one latency only. */
export function measuresHeld({ kind, latencyMs }: Work): boolean {
	return kind === 'list' && latencyMs === 0;
}

export function contendersOf({ kind }: Work): ContenderName[] {
	return contenderNames.filter((name) => name !== 'voiceSmsWhole' || kind === 'list');
}

/** "1,000 sends, 20 ms" */
export function titleOf({ kind, count, latencyMs }: Work): string {
	const many = count.toLocaleString('en-US');
	switch (kind) {
		case 'send':
			return `${many} sends, service latency ${latencyMs} ms`;
		case 'get':
			return `${many} gets, service latency ${latencyMs} ms`;
		case 'list':
			return `Return All of ${many} contacts, service latency ${latencyMs} ms`;
		case 'storm':
			return `429 storm: ${many} sends, every third request refused with Retry-After ${storm.retryAfterSeconds}`;
	}
}

function at(latencies: number[], kind: WorkKind, count: number): Work[] {
	return latencies.map((latencyMs) => ({ kind, count, latencyMs }));
}
