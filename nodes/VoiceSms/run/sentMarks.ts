import { reasonOf } from './keyErrors';

/** Notes written at once: enough for n8n's store to be busy, and few enough to leave it to the sends. */
const mostAtOnce = 8;
/** Keys that a line names. */
const mostNamed = 3;

/**
 * Notes of the keys whose message was sent, written while the run goes on. They are notes of what was
 * done: one that cannot be written makes nothing undone.
 */
export class SentMarks {
	private readonly waiting: Array<() => Promise<void>> = [];
	private readonly writers = new Set<Promise<void>>();
	private writing = 0;
	private readonly failed: string[] = [];
	private reason = '';

	note(key: string, write: () => Promise<void>): void {
		this.waiting.push(async () => {
			try {
				await write();
			} catch (error) {
				this.failed.push(key);
				this.reason = reasonOf(error);
			}
		});
		if (this.writing >= mostAtOnce) return;
		const writer = this.write().finally(() => this.writers.delete(writer));
		this.writers.add(writer);
	}

	/** All that was to be noted is written, or has failed. */
	async written(): Promise<void> {
		await Promise.all(this.writers);
	}

	/** A line about those that could not be written; undefined when all were. */
	get lost(): string | undefined {
		const { failed, reason } = this;
		if (failed.length === 0) return undefined;
		const named = failed.slice(0, mostNamed).map((key) => `"${key}"`);
		const more = failed.length - named.length;
		const keys = `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
		return `What these Send Once Keys stand for was sent, but n8n's store could not note it: ${keys} (${reason}). The same items, run again, are in doubt instead of skipped.`;
	}

	private async write(): Promise<void> {
		this.writing++;
		for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
			await next();
		}
		this.writing--;
	}
}
