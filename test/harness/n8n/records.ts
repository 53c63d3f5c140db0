import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { Answers } from '../../../nodes/VoiceSms/layers/answers/answers';
import type { Item } from '../../../nodes/VoiceSms/layers/layer';
import { type Outcome, waiting } from '../../../nodes/VoiceSms/layers/outcome';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { untyped } from './fake';

interface Given {
	/** What n8n keeps in the execution; undefined outside of one. */
	data?: IContextObject;
	operation: Operation;
	asTool?: boolean;
	credential?: string;
	/** Round of a loop. */
	round?: number;
}

/** The answers of one run of the node. */
export function answersOf({ data, operation, asTool = false, credential, round = 0 }: Given) {
	const context: Partial<IExecuteFunctions> & { runExecutionData: object } = {
		runExecutionData: data === undefined ? {} : { executionData: {} },
		getContext: () => data ?? {},
		getNode: () => untyped({ name: 'SMS', credentials: { voiceSmsApi: { id: credential } } }),
		evaluateExpression: () => round,
	};
	return new Answers(context as IExecuteFunctions, operation, asTool);
}

/** A write, with what these tests need of it. */
export function write(own: Partial<Operation>): Operation {
	return { creates: true, nameInErrors: () => 'SMS to +1', ...own } as Operation;
}

export function itemOf(input: unknown, index = 0, operationLanes: string[] = []): Item {
	return {
		index,
		input,
		shown: {},
		outcome: waiting,
		facts: {},
		settings: {},
		onlyChecked: false,
		operationLanes,
		layers: new Map(),
	};
}

/** Items with these outcomes. */
export function itemsWith(outcomes: Outcome[], own: Partial<Item> = {}): Item[] {
	return outcomes.map((outcome, index) => ({ ...itemOf({}, index), outcome, ...own }));
}
