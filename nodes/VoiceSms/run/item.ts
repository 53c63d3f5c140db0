import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { Connection, Limits } from '../api/connect';
import type { Subject } from '../api/errors/nodeError';
import { NotAsked } from '../api/flow/notAsked';
import { Answers } from '../layers/answers/answers';
import { layers } from '../layers/index';
import type { Begun, Item } from '../layers/layer';
import type { ItemOutcome } from '../layers/outcome';
import { asItemError, failedAfterwards } from '../layers/outcome';
import type { Operation, Result } from '../operations/operation';
import type { ItemOrError } from './items';
import { RunSurroundings } from './surroundings';

/** What the work on the items of a run needs. */
export interface RunState {
	context: IExecuteFunctions;
	operation: Operation;
	connection: Connection;
	limits: Limits;
	clock: Clock;
	ended: AbortSignal;
	asTool: boolean;
	records: string;
}

/** The work on the items of one run: the operation, within the layers that the item has. */
export class ItemWork {
	private readonly surroundings: RunSurroundings;
	private readonly begun: Array<Begun | undefined>;

	constructor(
		private readonly state: RunState,
		items: ItemOrError[],
	) {
		const { context, operation, asTool } = state;
		const answers = new Answers(context, operation, asTool);
		this.surroundings = new RunSurroundings(state, answers);
		const run = {
			...state,
			answers,
			surroundings: (item: Item, subject: Subject) => this.surroundings.of(item, subject),
		};
		this.begun = layers.map(({ begin }, place) => {
			// A failed check has a line above the output, too.
			const isOn = (item: ItemOrError) =>
				'error' in item ? item.onlyChecked === true : item.layers[place] !== undefined;
			return items.some(isOn) ? begin?.(run) : undefined;
		});
	}

	/** The outcome that is known without any work; undefined when the item must be done. */
	known(item: ItemOrError): ItemOutcome | undefined {
		if ('error' in item) return item;
		for (const layer of this.begun) {
			const outcome = layer?.known?.(item);
			if (outcome !== undefined) return outcome;
		}
		return undefined;
	}

	/** The outcome of the item; undefined when it was not started. Never throws. */
	async outcome(item: Item): Promise<ItemOutcome | undefined> {
		return await this.within(item, 0).catch((error: unknown) => this.failure(item, error));
	}

	/** The outcome of a started item after `finish`. Never throws. */
	async finish(item: Item, begun: Result): Promise<ItemOutcome> {
		const { context, operation } = this.state;
		const accepted = operation.creates === true ? (begun as IDataObject) : undefined;
		const subject = this.subject(item);
		const { id, messageId = id } = accepted ?? {};
		if (accepted !== undefined) {
			subject.nameInErrors += `, which was accepted as ${String(messageId)}`;
			// The permission belongs to the write, and `finish` only reads.
			delete subject.permission;
		}
		let outcome: ItemOutcome;
		try {
			const surroundings = this.surroundings.of(item, subject);
			const result = (await operation.finish?.(item.input, begun, surroundings)) ?? begun;
			outcome = { result };
		} catch (error) {
			const nodeError = asItemError(context, error, item.index);
			outcome = accepted ? failedAfterwards(nodeError, accepted) : { error: nodeError };
		}
		return this.begun.reduce((one, layer) => layer?.finished?.(item, one) ?? one, outcome);
	}

	/** Lines above the output: those of the innermost layer come first. */
	lines(outcomes: ReadonlyArray<ItemOutcome | undefined>): string[] {
		const { operation, asTool } = this.state;
		const sent = outcomes.flatMap((one) => {
			return one === undefined || 'error' in one || one.notSent === 'skipped' ? [] : [one.result];
		});
		return [
			...this.begun.map((layer) => layer?.lines?.(outcomes) ?? []).reverse(),
			// Not for a model: it is too late to change the text.
			asTool ? [] : (operation.lines?.(sent as IDataObject[]) ?? []),
			this.surroundings.lines(),
		].flat();
	}

	/** n8n has no reason to run these items again. */
	forget() {
		for (const layer of this.begun) layer?.forget?.();
	}

	/** Does the item within its layers from this place on. */
	private async within(item: Item, from: number): Promise<ItemOutcome | undefined> {
		for (let place = from; place < this.begun.length; place++) {
			const layer = this.begun[place];
			const setting = item.layers[place];
			if (layer?.around === undefined || setting === undefined) continue;
			return await layer.around(item, setting, async () => await this.within(item, place + 1));
		}
		const { operation, asTool } = this.state;
		try {
			const surroundings = this.surroundings.of(item, this.subject(item));
			const answer = await operation.run(item.input, surroundings);
			const sent = operation.sent?.(item.input, asTool);
			return { result: sent === undefined ? answer : { ...sent, ...(answer as IDataObject) } };
		} catch (error) {
			return this.failure(item, error);
		}
	}

	private failure({ index, onlyChecked }: Item, error: unknown): ItemOutcome | undefined {
		if (error instanceof NotAsked) return undefined;
		const failed = { error: asItemError(this.state.context, error, index) };
		return onlyChecked ? { ...failed, onlyChecked } : failed;
	}

	/** The subject of the item's errors. */
	private subject({ input, index }: Item): Subject {
		const { nameInErrors, permission } = this.state.operation;
		return { nameInErrors: nameInErrors(input), permission, itemIndex: index };
	}
}
