import { reasonOf } from './keyErrors';

/** Notes written at once: enough for n8n's store to be busy, and few enough to leave it to the sends. */
const mostAtOnce = 8;
/** Notes that may wait until no further message is begun. */
const mostOpen = 32;
/** Keys that a line names. */
const mostNamed = 3;

/**
 * Notes of the keys whose message was sent, written while the run goes on. They are notes of what was
 * done: one that cannot be written makes nothing undone.
 */
export class SentMarks {
	private readonly waiting: Array<() => Promise<void>> = [];
	private readonly writers = new Set<Promise<void>>();
	/** Keys that are not noted yet. */
	private readonly open = new Set<string>();
	/** Those who wait for room, in their order. */
	private readonly outside = new Set<() => void>();
	private writing = 0;
	private readonly failed = new Map<string, () => Promise<void>>();
	private reason = 'no answer came';

	note(key: string, write: () => Promise<void>): void {
		this.open.add(key);
		this.waiting.push(async () => {
			try {
				await write();
			} catch (error) {
				this.failed.set(key, write);
				this.reason = reasonOf(error);
			}
			this.open.delete(key);
		});
		if (this.writing >= mostAtOnce) return;
		const writer = this.write().finally(() => this.writers.delete(writer));
		this.writers.add(writer);
	}

	/** Waits until few enough notes wait, or `canceled` aborts. */
	async room(canceled?: AbortSignal): Promise<void> {
		if (this.open.size < mostOpen || canceled?.aborted === true) return;
		await new Promise<void>((resolve) => {
			const enter = () => {
				this.outside.delete(enter);
				canceled?.removeEventListener('abort', enter);
				resolve();
			};
			this.outside.add(enter);
			canceled?.addEventListener('abort', enter);
		});
	}

	/** All that was to be noted is written, or has failed twice. */
	async written(): Promise<void> {
		await Promise.all(this.writers);
		// A store that was locked then may answer by now.
		const again = [...this.failed];
		this.failed.clear();
		for (const [key, write] of again) this.note(key, write);
		await Promise.all(this.writers);
	}

	/** A line about those that are not written; undefined when all were. */
	get lost(): string | undefined {
		const keys = [...this.failed.keys(), ...this.open];
		if (keys.length === 0) return undefined;
		const named = keys.slice(0, mostNamed).map((key) => `"${key}"`);
		const more = keys.length - named.length;
		const list = `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
		return `What these Send Once Keys stand for was sent, but n8n's store could not note it: ${list} (${this.reason}). The same items, run again, are in doubt instead of skipped.`;
	}

	private async write(): Promise<void> {
		this.writing++;
		for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
			await next();
			this.letIn();
		}
		this.writing--;
	}

	private letIn(): void {
		// Who is let in need not note anything: without a note that is open nobody else would be let in.
		let places = this.open.size === 0 ? Infinity : mostOpen - this.open.size;
		for (const enter of this.outside) if (places-- > 0) enter();
	}
}
