import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { type NodeError, errorFacts, lookItUp, stateInWords } from '../../api/errors/nodeError';
import type { Operation } from '../../operations/operation';
import { type WriteResult, Listed, WithFile } from '../../operations/result';
import { dataOf } from '../../util/execution';
import type { Item, Work } from '../layer';
import type { Outcome } from '../outcome';
import { type WriteMemory, type SavedResult, SavedResults, answerIn } from './kept';

/**
 * For people, by the index of the item. n8n's Retry On Fail runs every item again (n8n-core,
 * workflow-execute.ts), and so does "Retry". Example: of items 0 to 9, only 5 failed. The next try finds the
 * answers of the others here, and sends 5 alone. Dropped when n8n has no reason for another try.
 */
export class EarlierTries implements WriteMemory {
	private readonly kept: SavedResults;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		before: number,
	) {
		const { creates, resource, value } = operation;
		const data = creates === true ? dataOf(context, 'node') : undefined;
		// A later round of a loop is another run: the same node with other items.
		const run = data && `${resource}.${value} ${before}`;
		this.kept = new SavedResults(data, 'acceptedByService', run);
	}

	earlier(index: number): Partial<Item> {
		const answer = this.kept.get(String(index));
		return answer === undefined ? {} : this.recordOf(answer, index);
	}

	async write(item: Item, next: Work): Promise<Outcome> {
		const outcome = await next();
		const answer = answerIn(outcome);
		if (answer !== undefined) this.keep(item, answer);
		return outcome;
	}

	keep({ index, input, shown, notes: facts, operationLanes }: Item, answer: WriteResult) {
		const kept: SavedResult = { ...answer };
		if (Object.keys(facts).length > 0) kept.facts = facts;
		if ('mayHaveBeenDone' in answer) {
			Object.assign(kept, { shown, nameInErrors: this.operation.nameInErrors(input) });
		}
		this.kept.keep(String(index), kept, operationLanes.map(laneKey));
	}

	/** Keeps the result, too. A file is not kept: n8n would save it with the execution. */
	finished({ index }: Item, outcome: Outcome): Outcome {
		const answer = this.kept.get(String(index));
		if (outcome.is !== 'done' || answer === undefined) return outcome;
		const { result } = outcome;
		if (result instanceof WithFile || result instanceof Listed || Array.isArray(result)) {
			return outcome;
		}
		answer.finished = result;
		return outcome;
	}

	lastWriteInLane({ operationLanes: [lane] }: Item) {
		return lane === undefined ? undefined : this.kept.lastIn(laneKey(lane));
	}

	forget() {
		this.kept.drop();
	}

	/** The record of an item that an earlier try has done, or may have. */
	private recordOf(answer: SavedResult, index: number): Partial<Item> {
		const { requestNames = [] } = this.operation.sends ?? {};
		const { facts = {}, shown = {}, finished } = answer;
		if ('mayHaveBeenDone' in answer) {
			const error = notRepeated(this.context, answer, index, this.operation.pastTense);
			const earlier = { is: 'unclear', error } as const;
			return { shown, notes: facts, earlier, outcome: earlier };
		}
		const { accepted, isBegun } = answer;
		const earlier = isBegun
			? ({ is: 'begun', result: accepted, finished } as const)
			: ({ is: 'done', result: accepted } as const);
		const names = requestNames.filter((name) => name in accepted);
		const shownOfIt = Object.fromEntries(names.map((name) => [name, accepted[name]]));
		return { shown: shownOfIt as IDataObject, notes: facts, earlier, outcome: earlier };
	}
}

function laneKey(lane: string): string {
	return `lane ${lane}`;
}

/** The error of an item with an unclear outcome in an earlier try of the execution. */
export function notRepeated(
	context: IExecuteFunctions,
	answer: Extract<SavedResult, { mayHaveBeenDone: string }>,
	itemIndex: number,
	did = 'done',
): NodeError {
	const { mayHaveBeenDone: why, nameInErrors = 'this item', httpCode, onceKey } = answer;
	const next = onceKey === undefined ? 'a new execution' : 'another key';
	const description = `${why} ${lookItUp} If missing, use ${next}.`;
	const message = `${stateInWords(did, true, false)} before: ${nameInErrors}`;
	const error = new NodeOperationError(context.getNode(), message, { itemIndex, description });
	Object.assign(errorFacts(error), { mayHaveBeenDone: true, onceKey });
	return httpCode === undefined ? error : Object.assign(error, { httpCode });
}
