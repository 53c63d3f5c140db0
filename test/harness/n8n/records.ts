import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { EarlierCalls } from '../../../nodes/VoiceSms/layers/answers/calls';
import { EarlierTries } from '../../../nodes/VoiceSms/layers/answers/tries';
import type { Item, LineContext } from '../../../nodes/VoiceSms/layers/layer';
import { type Outcome, notStarted } from '../../../nodes/VoiceSms/layers/outcome';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { untyped } from './fake';

interface Given {
	/** What n8n keeps in the execution; undefined outside of one. */
	data?: IContextObject;
	operation: Operation;
	/** Round of a loop. */
	round?: number;
}

/** The answers of one run of the node for people. */
export function triesOf(given: Given) {
	return new EarlierTries(contextOf(given), given.operation, given.round ?? 0);
}

/** The answers of one call of the node by a model. */
export function callsOf(given: Given) {
	return new EarlierCalls(contextOf(given), given.operation);
}

function contextOf({ data, round = 0 }: Given) {
	const context: Partial<IExecuteFunctions> & { runExecutionData: object } = {
		runExecutionData: data === undefined ? {} : { executionData: {} },
		getContext: () => data ?? {},
		evaluateExpression: () => round,
		getNode: () => untyped({ name: 'SMS', type: 'n8n-nodes-voice-sms.voiceSmsTool' }),
	};
	return context as IExecuteFunctions;
}

/** A write, with what these tests need of it. */
export function write(own: Partial<Operation>): Operation {
	return { creates: true, nameInErrors: () => 'SMS to +1', ...own } as Operation;
}

export function itemOf(input: unknown, index = 0, operationLanes: string[] = []): Item {
	return {
		index,
		json: {},
		input,
		shown: {},
		outcome: notStarted,
		notes: {},
		settings: {},
		operationLanes,
		layers: new Map(),
	};
}

/** What lines and errors are made of, for rows of the whole list or of a part of it. */
export function toldOf(
	operation: Operation,
	{ before = 0 }: { before?: number } = {},
): LineContext {
	const context = untyped<IExecuteFunctions>({
		continueOnFail: () => false,
		getNode: () => ({ type: 'voiceSms', parameters: {} }),
	});
	return { context, operation, asTool: false, runIndex: before };
}

/** Items with these outcomes. */
export function itemsWith(outcomes: Outcome[], own: Partial<Item> = {}): Item[] {
	return outcomes.map((outcome, index) => ({ ...itemOf({}, index), outcome, ...own }));
}
