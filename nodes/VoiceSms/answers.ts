import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** Characters of JSON that the answers of one run may take; past it only identifiers are kept. */
const answersSize = 5_000_000;
const contextKey = 'acceptedByService';

/** What the service said to an item's write: accepted with this answer, or lost on the way. */
export type Answer = { accepted: IDataObject } | { unsure: string };

interface Kept {
	run: string;
	size: number;
	answers: Record<string, Answer>;
}

/**
 * Answers to the writes of one run of the node. n8n's Retry On Fail runs every item again
 * (n8n-core, workflow-execute.ts), and so does "Retry" on a failed execution: an item that was
 * answered is not sent again, its first answer is given back. Kept in the execution's own data,
 * as n8n keeps it across both, and dropped when all items of the run succeed.
 */
export class Answers {
	private readonly kept: Kept;

	/** @param operation resource and operation, so that another one never takes these answers */
	constructor(
		private readonly context: IExecuteFunctions,
		operation: string,
	) {
		const store = context.getContext('node');
		// A later round of a loop is another run: same node, other items.
		const run = `${operation} ${String(context.evaluateExpression('{{ $runIndex }}', 0))}`;
		const kept = store[contextKey] as unknown as Kept | undefined;
		this.kept = kept?.run === run ? kept : { run, size: 0, answers: {} };
	}

	of(index: number): Answer | undefined {
		return this.kept.answers[index];
	}

	keep(index: number, answer: Answer) {
		const size = JSON.stringify(answer).length;
		const room = this.kept.size + size <= answersSize;
		this.kept.answers[index] = room || 'unsure' in answer ? answer : shortened(answer);
		this.kept.size += room ? size : 0;
		this.context.getContext('node')[contextKey] = this.kept as unknown as IDataObject;
	}

	drop() {
		delete this.context.getContext('node')[contextKey];
	}
}

/** The identifiers only: enough to go on with, whatever the service adds to its answers. */
function shortened({ accepted }: { accepted: IDataObject }): Answer {
	const ids = Object.entries(accepted).filter(([key]) => /^id$|Id$/.test(key));
	return { accepted: Object.fromEntries(ids) };
}
