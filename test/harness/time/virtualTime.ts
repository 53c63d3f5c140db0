import { getEventListeners } from 'node:events';

import type { Clock } from '../../../nodes/VoiceSms/api/clock';
import { onAbort } from '../../../nodes/VoiceSms/util/serially';

/** A clock whose time goes from one event to the next as soon as nothing else is left to do. */
export interface VirtualTime extends Clock {
	/** Sets what the clock shows forward or back; waits stay as long as they are. */
	jump(ms: number): void;
	/** Lets time pass until the work is done. */
	run<T>(work: Promise<T>): Promise<T>;
	/** `AbortSignal.timeout` of this time. */
	limit(ms: number): AbortSignal;
	/** Lets no more time pass for work under way: who waits waits for good, but for a signal that aborts. */
	forget(): void;
}

interface Timer {
	at: number;
	wake(): void;
	/** Whether nobody waits for it any more. */
	isIdle?(): boolean;
}

/** @param settled resolves when nothing is left to do outside of this process's own promises */
export function virtualTime(
	random: () => number = () => 0.5,
	settled?: () => Promise<void>,
): VirtualTime {
	let time = 0;
	let offset = Date.parse('2026-06-01T12:00:00Z');
	const timers: Timer[] = [];
	let forgotten = 0;
	const begin = (ms: number, wake: () => void, isIdle?: () => boolean) => {
		const timer: Timer = { at: time + Math.max(0, ms), wake, isIdle };
		const later = timers.findIndex(({ at }) => at > timer.at);
		timers.splice(later === -1 ? timers.length : later, 0, timer);
		return timer;
	};
	const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));
	const goOn = settled ?? turn;
	return {
		now: () => Math.floor(time + offset),
		random,
		async sleep(ms, signal) {
			if (signal?.aborted === true) return;
			await new Promise<void>((resolve) => {
				const timer = begin(ms, () => {
					leave();
					resolve();
				});
				const abort = () => {
					const index = timers.indexOf(timer);
					if (index !== -1) timers.splice(index, 1);
					timer.wake();
				};
				const leave = onAbort(signal, abort);
			});
		},
		jump: (ms) => void (offset += ms),
		passed: () => time,
		limit(ms) {
			const limit = new AbortController();
			const isIdle = () => getEventListeners(limit.signal, 'abort').length === 0;
			begin(ms, () => limit.abort(), isIdle);
			return limit.signal;
		},
		forget() {
			timers.length = 0;
			forgotten++;
		},
		async run(work) {
			let isDone = false;
			const ended = () => void (isDone = true);
			const before = forgotten;
			work.then(ended, ended);
			for (await goOn(); !isDone && before === forgotten; await goOn()) {
				let next = timers.shift();
				while (next?.isIdle?.() === true) next = timers.shift();
				if (next === undefined) {
					if (settled === undefined) throw new Error('Nothing is left to wait for');
					// Something outside takes its time, such as the HTTP client's timeout.
					await new Promise((resolve) => setTimeout(resolve, 1));
					continue;
				}
				time = next.at;
				next.wake();
			}
			return await work;
		},
	};
}
