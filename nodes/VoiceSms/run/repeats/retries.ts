import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Answer } from '../../operations/operation';
import { answersSize, fitted } from './keptAnswer';

const contextKey = 'acceptedByService';

interface KeptAnswers {
	size: number;
	answers: Record<string, Answer>;
}

/**
 * Answers to the writes of one run of the node. n8n's Retry On Fail runs every item again (n8n-core,
 * workflow-execute.ts), and so does "Retry" on a failed execution. An answered item is not sent again: its
 * first answer is returned. The answers are kept in the execution's own data, which survives both, and
 * dropped when n8n has no reason for another try.
 */
export class AcceptedWrites {
	private readonly run: string;
	private readonly kept: KeptAnswers;

	/** @param operation resource and operation, so that another operation never takes these answers */
	constructor(
		private readonly context: IExecuteFunctions,
		operation: string,
	) {
		// A later round of a loop is another run: the same node with other items.
		this.run = `${operation} ${String(context.evaluateExpression('{{ $runIndex }}', 0))}`;
		const earlier = this.runs()[this.run];
		this.kept = earlier ?? { size: 0, answers: {} };
		this.save(earlier === undefined ? {} : { [this.run]: earlier });
	}

	of(index: number): Answer | undefined {
		return this.kept.answers[index];
	}

	keep(index: number, answer: Answer) {
		const kept = fitted(answer, answersSize - this.kept.size);
		this.kept.answers[index] = kept.answer;
		this.kept.size += kept.size;
		const runs = this.runs();
		if (runs[this.run] !== this.kept) this.save({ ...runs, [this.run]: this.kept });
	}

	drop() {
		const { [this.run]: dropped, ...others } = this.runs();
		if (dropped !== undefined) this.save(others);
	}

	private runs(): Record<string, KeptAnswers> {
		return (this.context.getContext('node')[contextKey] ?? {}) as unknown as Record<
			string,
			KeptAnswers
		>;
	}

	private save(runs: Record<string, KeptAnswers>) {
		const data = this.context.getContext('node');
		if (Object.keys(runs).length === 0) delete data[contextKey];
		else data[contextKey] = runs as unknown as IDataObject;
	}
}
