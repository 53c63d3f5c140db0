import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { type Clock, timeSince } from '../../api/clock';
import { Timeout } from '../../api/http/deadline';
import { onePhone } from '../../fields/phone/phone';
import { rethrow } from '../../api/errors/nodeError';
import { type KeyRow, type RowOf, NoRows, openRows } from './row';

/** Milliseconds between two tries at the store, first and at most. */
const firstPauseMs = 250;
const maxPauseMs = 2_000;

/**
 * Send Once in one run, on n8n's own deduplication store: it outlives executions, and all workers of queue
 * mode share it. A key belongs to this node in this workflow, and to one receiver. This run
 * keeps its facts about the key under the name of both.
 */
export class Keys {
	/** Keys of messages that this run has sent, with the index of the item. */
	readonly sent = new Map<string, number>();
	/** Keys that items of a dry run would use. */
	readonly wouldUse = new Map<string, number>();
	/** Keys that items of this run left taken, with the index of the item. */
	readonly leftTaken = new Map<string, number>();
	readonly node: INode;
	readonly canceled?: AbortSignal;
	private opened?: Promise<RowOf>;

	/** @param ended aborts when nothing more may be sent */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly clock: Clock,
		readonly ended: AbortSignal,
	) {
		this.node = context.getNode();
		this.canceled = context.getExecutionCancelSignal?.();
	}

	/** The row with this name. */
	async rowOf(name: string): Promise<KeyRow> {
		this.opened ??= openRows(this.context);
		try {
			return (await this.opened)(name);
		} catch (error) {
			// The next call opens them again.
			this.opened = undefined;
			rethrow(error);
		}
	}
}

/** The name of a key for a receiver. As JSON, no two pairs give the same text. */
export function claimName(receiver: string, key: string): string {
	return JSON.stringify([onePhone(receiver), key]);
}

/** The run was canceled before the store answered. */
export class Canceled extends Error {}

/** The store's answer; an error after `ms` milliseconds without one. */
export async function inTime<T>(ms: number, canceled: AbortSignal | undefined, answer: Promise<T>) {
	const limit = new Timeout(ms, canceled);
	const over = new Promise<never>((_, reject) => {
		const end = () => reject(limit.isOver ? new Error('no answer came') : new Canceled());
		limit.signal.addEventListener('abort', end);
		if (limit.signal.aborted) end();
	});
	return await Promise.race([answer, over]).finally(() => limit.end());
}

/**
 * Asks a failing store again, for `ms` milliseconds or until `ended` aborts. The last try begins after that
 * time, however long the tries take, so that a row is read again after an INSERT that failed late.
 */
export async function untilAnswered<T>(
	clock: Clock,
	ms: number,
	work: () => Promise<T>,
	ended?: AbortSignal,
): Promise<T> {
	const trying = timeSince(clock);
	for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, maxPauseMs)) {
		const isLast = trying() >= ms;
		try {
			return await work();
		} catch (error) {
			const isOver = error instanceof NoRows || isLast || ended?.aborted === true;
			if (isOver) rethrow(error);
		}
		await clock.sleep(pause, ended);
	}
}

/** The reason in a few words. */
export function whyNotUsable(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
