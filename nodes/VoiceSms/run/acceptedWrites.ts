import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** Characters of JSON that the answers of one run may take; past it only identifiers are kept. */
const answersSize = 5_000_000;
const contextKey = 'acceptedByService';

/** What the service said to an item's write: accepted with this answer, or lost on the way. */
export type Answer = { accepted: IDataObject } | { unsure: string };

interface Kept {
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
	private readonly run: string;
	private readonly kept: Kept;

	/** @param operation resource and operation, so that another one never takes these answers */
	constructor(
		private readonly context: IExecuteFunctions,
		operation: string,
	) {
		const ofTool = context.isToolExecution?.() === true;
		// A later round of a loop is another run: same node, other items. A tool's tries each have a
		// round of their own in n8n, so there the arguments tell one call from another.
		const round = ofTool
			? JSON.stringify(context.getInputData().map(({ json }) => json))
			: String(context.evaluateExpression('{{ $runIndex }}', 0));
		this.run = `${operation} ${round}`;
		const runs = this.runs();
		this.kept = runs[this.run] ?? { size: 0, answers: {} };
		if (!ofTool) this.save(this.kept === runs[this.run] ? { [this.run]: this.kept } : {});
	}

	of(index: number): Answer | undefined {
		return this.kept.answers[index];
	}

	keep(index: number, answer: Answer) {
		const size = JSON.stringify(answer).length;
		const room = this.kept.size + size <= answersSize;
		this.kept.answers[index] = room || 'unsure' in answer ? answer : shortened(answer);
		this.kept.size += room ? size : 0;
		this.save({ ...this.runs(), [this.run]: this.kept });
	}

	drop() {
		const { [this.run]: dropped, ...others } = this.runs();
		if (dropped !== undefined) this.save(others);
	}

	private runs(): Record<string, Kept> {
		return (this.context.getContext('node')[contextKey] ?? {}) as unknown as Record<string, Kept>;
	}

	private save(runs: Record<string, Kept>) {
		const store = this.context.getContext('node');
		if (Object.keys(runs).length === 0) delete store[contextKey];
		else store[contextKey] = runs as unknown as IDataObject;
	}
}

/** The identifiers only: enough to go on with, whatever the service adds to its answers. */
function shortened({ accepted }: { accepted: IDataObject }): Answer {
	const ids = Object.entries(accepted).filter(([key]) => /^id$|Id$/.test(key));
	return { accepted: Object.fromEntries(ids) };
}
