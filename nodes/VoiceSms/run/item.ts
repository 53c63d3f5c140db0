import type { IDataObject } from 'n8n-workflow';

import type { Subject } from '../api/errors/nodeError';
import { NotAsked } from '../api/flow/attempts';
import { Answers } from '../layers/answers/answers';
import { keepsInput, layers } from '../layers/index';
import {
	type Begun,
	type Item,
	type ItemOutcome,
	type LayerRun,
	asItemError,
	failedAfterwards,
} from '../layers/layer';
import type { Result, Surroundings } from '../operations/operation';
import type { ItemOrError } from './items';
import { ownFields } from './outputItems';
import { askByLink } from './waiting/link';
import { SharedWaits } from './waiting/sharedWaits';

/** What the work on the items of a run needs. */
type RunState = Omit<LayerRun, 'answers' | 'surroundings'>;

type Line = (times: number, sum: number) => string;

/** The work on the items of one run: the operation, within the layers that the item has. */
export class ItemWork {
	private readonly answers: Answers;
	private readonly begun: Array<Begun | undefined>;
	private readonly hints = new Map<string, { times: number; sum: number; line: Line }>();
	/** Results of `shared`, by the function that made them. */
	private readonly shared = new Map<() => unknown, unknown>();
	private waits?: SharedWaits;

	constructor(
		private readonly state: RunState,
		items: ItemOrError[],
	) {
		const { context, operation, asTool } = state;
		this.answers = new Answers(context, operation, asTool);
		const { answers, surroundings } = this;
		const run = { ...state, answers, surroundings };
		this.begun = layers.map(({ begin }, place) => {
			// A failed check has a line above the output, too.
			const isOn = (item: ItemOrError) =>
				'error' in item ? item.onlyChecked === true : item.layers[place] !== undefined;
			const settings = items.map((item) => ('error' in item ? undefined : item.layers[place]));
			return items.some(isOn) ? begin?.(run, settings) : undefined;
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
			const surroundings = this.surroundings(item, subject);
			const result = (await operation.finish?.(item.input, begun, surroundings)) ?? begun;
			outcome = { result };
		} catch (error) {
			const nodeError = asItemError(context, error, item.index);
			outcome = accepted ? failedAfterwards(nodeError, accepted) : { error: nodeError };
		}
		return this.begun.reduce((one, layer) => layer?.finished?.(item, one) ?? one, outcome);
	}

	/** Lines above the output: those of the innermost layer come first, hints of operations last. */
	lines(outcomes: ReadonlyArray<ItemOutcome | undefined>): string[] {
		const { operation, asTool } = this.state;
		const resultsOf = (notSent?: 'checked') =>
			outcomes.flatMap((one) => {
				return one !== undefined && 'result' in one && one.notSent === notSent ? [one.result] : [];
			});
		const sent = resultsOf();
		// In a dry run, the lines are about what would be sent.
		const told = (sent.length > 0 ? sent : resultsOf('checked')) as IDataObject[];
		return [
			...this.begun.map((layer) => layer?.lines?.(outcomes) ?? []).reverse(),
			// Not for a model: it is too late to change the text.
			asTool ? [] : (operation.lines?.(told) ?? []),
			[...this.hints.values()].map(({ times, sum, line }) => line(times, sum)),
		].flat();
	}

	/** n8n has no reason to run these items again. */
	forget() {
		for (const layer of this.begun) layer?.forget?.();
	}

	/** What an operation works with, for requests of the item about this subject. */
	readonly surroundings = (item: Item, subject: Subject): Surroundings => {
		const { context, connection, clock, ended, asTool } = this.state;
		return {
			api: connection.api(subject, item.settings, item.claim),
			asTool,
			store: context.helpers.prepareBinaryData,
			hint: this.hint,
			lastWriteInLane: this.answers.lastWriteInLane(item),
			askByLink: (asked) => askByLink(context, asked, this.rowBesideAnswer(item)),
			toolParameters: context.getInputData()[0]?.json.toolParameters,
			now: () => clock.now(),
			passed: () => clock.passed(),
			shared: <T>(make: () => T) => {
				if (!this.shared.has(make)) this.shared.set(make, make());
				return this.shared.get(make) as T;
			},
			wait: async (ms) => {
				this.waits ??= new SharedWaits(clock, ended);
				await this.waits.wait(ms);
				connection.reopen();
				return !ended.aborted;
			},
		};
	};

	/** The output row, with a place for the answer. A model gets the answer alone. */
	private rowBesideAnswer(item: Item): IDataObject {
		const { context, operation, asTool } = this.state;
		if (asTool) return {};
		const { json } = context.getInputData()[item.index];
		const own = keepsInput(item) ? ownFields(json, operation) : {};
		const first = { outcome: operation.did, data: {} };
		return { ...first, ...own, ...first };
	}

	private readonly hint: Surroundings['hint'] = (message, line = () => message, amount = 1) => {
		const { times, sum } = this.hints.get(message) ?? { times: 0, sum: 0 };
		this.hints.set(message, { times: times + 1, sum: sum + amount, line });
	};

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
			const surroundings = this.surroundings(item, this.subject(item));
			const answer = await operation.run(item.input, surroundings);
			const sent = operation.sent?.(item.input, asTool);
			return { result: sent === undefined ? answer : { ...sent, ...(answer as IDataObject) } };
		} catch (error) {
			return this.failure(item, error);
		}
	}

	private failure({ index, input, onlyChecked }: Item, error: unknown): ItemOutcome | undefined {
		if (error instanceof NotAsked) return undefined;
		const { context, operation, asTool } = this.state;
		const written = operation.sent?.(input, asTool);
		const failed = { error: asItemError(context, error, index), written };
		return onlyChecked ? { ...failed, onlyChecked } : failed;
	}

	/** The subject of the item's errors. */
	private subject({ input, index }: Item): Subject {
		const { nameInErrors, permission } = this.state.operation;
		return { nameInErrors: nameInErrors(input), permission, itemIndex: index };
	}
}
