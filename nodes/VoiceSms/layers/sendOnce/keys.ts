import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Clock } from '../../api/clock';
import type { KeyRow, RowOf } from './row';
import { openRows } from './row';

/** Most keys in a line. */
const mostNamed = 3;

/**
 * Send Once in one run, on n8n's own deduplication store: it outlives executions, and all workers of queue
 * mode share it. A key belongs to this node in this workflow.
 */
export class Keys {
	/** Keys of messages that this run has sent. */
	readonly sent = new Set<string>();
	/** Keys that items of a dry run would use. */
	readonly looked = new Set<string>();
	/** Keys that items of this run left taken, with the index of the item. */
	readonly leftTaken = new Map<string, number>();
	/** Keys of sent messages that the store could not note, and why. */
	readonly notNoted = new Map<string, string>();
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

	/** The row of a key. */
	async rowOf(key: string): Promise<KeyRow> {
		this.opened ??= openRows(this.context);
		try {
			return (await this.opened)(key);
		} catch (error) {
			// The next call opens them again.
			this.opened = undefined;
			return await Promise.reject(error as Error);
		}
	}

	/** A line about keys of sent messages that could not be noted; undefined without any. */
	get lineOfNotNoted(): string | undefined {
		const { notNoted } = this;
		const [reason] = notNoted.values();
		if (reason === undefined) return undefined;
		const named = [...notNoted.keys()].slice(0, mostNamed).map((key) => `"${key}"`);
		const more = notNoted.size - named.length;
		const list = `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
		return `The messages or calls with these Send Once Keys went out, but n8n's store could not save that: ${list} (${reason}). If you run the same items again, the node does not skip them: it sends nothing and reports these keys as in doubt.`;
	}
}
