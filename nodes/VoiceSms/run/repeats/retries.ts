import type { IContextObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Answer } from '../../operations/operation';
import { answersSize, fitted } from './keptAnswer';

const contextKey = 'acceptedByService';

interface KeptAnswers {
	/** The operation and the round of a loop. */
	run: string;
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
	private readonly data: IContextObject;
	private readonly kept: KeptAnswers;

	/** @param operation resource and operation, so that another operation never takes these answers */
	constructor(context: IExecuteFunctions, operation: string) {
		this.data = context.getContext('node');
		// A later round of a loop is another run: the same node with other items.
		const run = `${operation} ${String(context.evaluateExpression('{{ $runIndex }}', 0))}`;
		const earlier = this.data[contextKey] as unknown as KeptAnswers | undefined;
		if (earlier?.run !== run) this.drop();
		this.kept = earlier?.run === run ? earlier : { run, size: 0, answers: {} };
	}

	of(index: number): Answer | undefined {
		return this.kept.answers[index];
	}

	keep(index: number, answer: Answer) {
		const kept = fitted(answer, answersSize - this.kept.size);
		this.kept.answers[index] = kept.answer;
		this.kept.size += kept.size;
		this.data[contextKey] = this.kept as unknown as IDataObject;
	}

	drop() {
		delete this.data[contextKey];
	}
}
