import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Api, Connection } from '../api/connect';
import type { Operation, Result } from '../operations/operation';
import { AcceptedWrites } from './acceptedWrites';
import type { ItemOutcome } from './outcomes';
import { asItemError, mayHaveBeenDone, notRepeated } from './outcomes';
import type { Job } from './readJobs';
import type { Sending } from './sendOnce';
import { SendOnce } from './sendOnce';

/** The work on the items of one run: each is done, given back as it was answered before, or skipped. */
export class ItemWork {
	private readonly messages = new Set<string>();
	/** How many items got an answer back that was shortened. */
	private shortened = 0;
	private readonly once: SendOnce;
	/** Only of operations that do it twice when they run twice. */
	private readonly accepted?: AcceptedWrites;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly connection: Connection,
	) {
		this.once = new SendOnce(context);
		if (operation.creates === true) {
			this.accepted = new AcceptedWrites(context, `${operation.resource}.${operation.value}`);
		}
	}

	/**
	 * What became of the item, undefined when it was not started; never throws.
	 *
	 * @param stopped asked when it is the item's turn
	 */
	async outcome(job: Job, index: number, stopped: () => boolean): Promise<ItemOutcome | undefined> {
		const thing = this.operation.thing(job.input);
		const answer = this.accepted?.of(index);
		if (answer !== undefined && 'mayHaveBeenDone' in answer) {
			return { error: notRepeated(this.context, thing, answer.mayHaveBeenDone, index) };
		}
		if (answer !== undefined) {
			if (answer.shortened === true) this.shortened++;
			return { result: answer.accepted };
		}
		try {
			const result = await this.result(job, thing, index, stopped);
			return result === undefined ? undefined : { result };
		} catch (error) {
			const nodeError = asItemError(this.context, error, index);
			if (mayHaveBeenDone(nodeError)) {
				this.accepted?.keep(index, { mayHaveBeenDone: nodeError.message });
			}
			return { error: nodeError };
		}
	}

	/** Lines to show with the output. */
	hints(): string[] {
		if (this.shortened === 0) return [...this.messages];
		return [
			...this.messages,
			`${this.shortened} items were sent by an earlier try of this execution, and only the IDs of their answers are left: more than 5 MB of answers are not kept. Read the rest by these IDs.`,
		];
	}

	/** Forgets the answers that were kept for another try. */
	forget() {
		this.accepted?.drop();
	}

	private async result(
		job: Job,
		thing: string,
		itemIndex: number,
		stopped: () => boolean,
	): Promise<Result | undefined> {
		const subject = { thing, permission: this.operation.permission, itemIndex };
		do {
			// First of all room: what waits for it can still be left, and takes no key.
			const reserved = await this.connection.reserve(subject);
			try {
				// The room may be gone when n8n's store has the key: all may have to wait by then.
				const mayBegin = () => !stopped() && reserved.begin();
				const send = async () => {
					const api = this.connection.api(subject, job.settings, reserved);
					return await this.run(job, api, itemIndex);
				};
				if (stopped()) return undefined;
				const sent = await this.onceOnly(job, { thing, itemIndex, mayBegin, send });
				if (sent !== 'notBegun') return sent;
			} finally {
				reserved.giveBack();
			}
		} while (!stopped());
		return undefined;
	}

	private async onceOnly({ onceKey }: Job, sending: Sending<Result>): Promise<Result | 'notBegun'> {
		if (onceKey === undefined) return sending.mayBegin() ? await sending.send() : 'notBegun';
		const sent = await this.once.send(onceKey, sending);
		if (sent !== 'seenBefore') return sent;
		return { skipped: true, onceKey, reason: 'This key was seen before' };
	}

	private async run({ input }: Job, api: Api, itemIndex: number): Promise<Result> {
		const result = await this.operation.run(input, {
			api,
			store: this.context.helpers.prepareBinaryData,
			hint: (message) => this.messages.add(message),
		});
		this.accepted?.keep(itemIndex, { accepted: result as IDataObject });
		return result;
	}
}
