import type { IDataObject } from 'n8n-workflow';

import { type Subject, asItemError } from '../api/errors/nodeError';
import { NotAsked } from '../api/flow/attempts';
import { isTool } from '../layers/execution';
import { columnsOf, keepsInput, layers } from '../layers/index';
import { type LayerInRun, type Item, type Layer, type LayerRun } from '../layers/layer';
import { type Outcome, asChecked, failedAfterwards, ran, waiting } from '../layers/outcome';
import type { Result, OperationContext } from '../operations/operation';
import { model, people } from '../operations/reader';
import { ownFields } from './rows';
import { askByLink } from './waiting/link';

/** What the work on the items of a run needs. */
type RunState = Omit<LayerRun, 'operationContext'>;

/** The work on the items of one run: the operation, within the layers that the item has. */
export class ItemRunner {
	private readonly begun: ReadonlyArray<[Layer, LayerInRun]>;
	/** What operations hinted at, each once. */
	readonly hints = new Set<string>();
	/** Results of `shared`, by the function that made them. */
	private readonly shared = new Map<() => unknown, unknown>();

	constructor(
		private readonly state: RunState,
		items: readonly Item[],
	) {
		const run = { ...state, operationContext: this.operationContext };
		this.begun = layers.flatMap((layer) => {
			const isOn = items.some((item) => item.layers.has(layer));
			const begun = isOn ? layer.forRun?.(run, items) : undefined;
			return begun === undefined ? [] : [[layer, begun]];
		});
	}

	/** The outcome of the item; `waiting` when it was not started. Never throws. */
	async outcome(item: Item): Promise<Outcome> {
		const outcome = this.throughLayers(item, this.begun);
		return asChecked(item, await outcome.catch((error: unknown) => this.failure(item, error)));
	}

	/** The outcome of a started item after `finish`. Never throws. */
	async finish(item: Item): Promise<Outcome> {
		const { result: begun } = item.outcome as { result: Result };
		const { context, operation, answers } = this.state;
		const accepted = operation.creates === true ? (begun as IDataObject) : undefined;
		const subject = this.subject(item);
		const { id, messageId = id } = accepted ?? {};
		if (accepted !== undefined) {
			subject.nameInErrors += `, which was accepted as ${String(messageId)}`;
			// The permission belongs to the write, and `finish` only reads.
			delete subject.permission;
		}
		let outcome: Extract<Outcome, { is: 'done' | 'failed' }>;
		try {
			const operationContext = this.operationContext(item, subject);
			const result = (await operation.finish?.(item.input, begun, operationContext)) ?? begun;
			outcome = { is: 'done', result };
		} catch (error) {
			const nodeError = asItemError(context.getNode(), error, item.index);
			outcome = accepted
				? failedAfterwards(nodeError, accepted)
				: { is: 'failed', error: nodeError };
		}
		return answers.finished(item, outcome);
	}

	/** What an operation works with, for requests of the item about this subject. */
	readonly operationContext = (item: Item, subject: Subject): OperationContext => {
		const { context, connection, clock, ended } = this.state;
		const asTool = isTool(context);
		return {
			api: connection.api(subject, item.settings, item.claim),
			asTool,
			...(asTool ? model : people),
			store: context.helpers.prepareBinaryData,
			hint: (line) => void (line !== '' && this.hints.add(line)),
			lastWriteInLane: this.state.answers.lastWriteInLane(item),
			askByLink: (asked) => askByLink(context, asked, this.rowBesideAnswer(item)),
			toolParameters: context.getInputData()[0]?.json.toolParameters,
			now: () => clock.now(),
			passed: () => clock.passed(),
			shared: <T>(make: () => T) => {
				if (!this.shared.has(make)) this.shared.set(make, make());
				return this.shared.get(make) as T;
			},
			wait: async (ms) => {
				await clock.sleep(ms, ended);
				connection.reopen();
				return !ended.aborted;
			},
		};
	};

	/** The output row, with a place for the answer. A model gets the answer alone. */
	private rowBesideAnswer(item: Item): IDataObject {
		const { context, operation } = this.state;
		if (isTool(context)) return {};
		const { json } = context.getInputData()[item.index];
		const own = keepsInput(item) ? ownFields(json, columnsOf(operation)) : {};
		const first = { outcome: operation.pastTense, data: {} };
		return { ...first, ...own, ...first };
	}

	/** Does the item within its layers from this place on. */
	private async throughLayers(
		item: Item,
		[first, ...others]: ItemRunner['begun'],
	): Promise<Outcome> {
		if (first !== undefined) {
			const [layer, begun] = first;
			const next = async () => await this.throughLayers(item, others);
			if (!item.layers.has(layer)) return await next();
			return await begun.around(item, item.layers.get(layer), next);
		}
		const { operation } = this.state;
		try {
			const operationContext = this.operationContext(item, this.subject(item));
			const answer = await operation.run(item.input, operationContext);
			const result =
				operation.requestColumns === undefined
					? answer
					: { ...item.shown, ...(answer as IDataObject) };
			return ran(operation, item.input, result);
		} catch (error) {
			return this.failure(item, error);
		}
	}

	private failure({ index }: Item, error: unknown): Outcome {
		if (error instanceof NotAsked) return waiting;
		return { is: 'failed', error: asItemError(this.state.context.getNode(), error, index) };
	}

	/** The subject of the item's errors. */
	private subject({ input, index }: Item): Subject {
		const { nameInErrors, permission } = this.state.operation;
		return { nameInErrors: nameInErrors(input), permission, itemIndex: index };
	}
}
