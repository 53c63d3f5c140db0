import type { IExecuteFunctions } from 'n8n-workflow';

import { type ThisRun, thisRunOf } from '../../../nodes/VoiceSms/util/thisRun';
import { fake } from '../../harness/n8n/fake';

interface Given {
	earlier?: string[];
	later?: string[];
	/** How often the node ran before. */
	before?: number;
	/** Names of the nodes in n8n's queue. */
	queue?: string[];
	mode?: string;
	/** The execution that called this one, as n8n notes it; undefined for n8n 1, which has no such note. */
	parentExecutionId?: string;
	type?: string;
}

function contextWith(given: Given): IExecuteFunctions {
	const {
		earlier = [],
		later = [],
		before = 0,
		queue = [],
		mode = 'trigger',
		type = 'voiceSms',
	} = given;
	const named = (names: string[]) => names.map((name) => ({ name }));
	const runExecutionData = {
		executionData: { nodeExecutionStack: queue.map((name) => ({ node: { name } })) },
	};
	const members = {
		getNode: () => ({ name: 'Send', type }),
		evaluateExpression: () => before,
		getParentNodes: () => named(earlier),
		getChildNodes: () => named(later),
		getMode: () => mode,
		runExecutionData,
	};
	const { parentExecutionId } = given;
	const noted =
		'parentExecutionId' in given ? { getExecutionContext: () => ({ parentExecutionId }) } : {};
	return fake<IExecuteFunctions>({ ...members, ...noted } as object);
}

it.each<[string, Given, ThisRun['part']]>([
	['a node alone', {}, undefined],
	['a node between others', { earlier: ['List'], later: ['Log'] }, undefined],
	['a node in a loop', { earlier: ['List', 'Loop'], later: ['Loop'] }, 'round'],
	['a later round', { earlier: ['List', 'Loop'], later: ['Loop'], before: 3 }, 'round'],
	['the first of two branches', { earlier: ['If', 'A', 'B'], queue: ['B'] }, 'run'],
	['a node that two outputs of one node lead to', { earlier: ['If'], queue: ['Send'] }, 'run'],
	['the second branch', { earlier: ['If', 'A', 'B'], before: 1 }, 'run'],
	['a node beside another branch', { earlier: ['If', 'A'], queue: ['Other'] }, undefined],
	[
		'a call of a model, each of which is a run',
		{ before: 2, queue: ['Send'], type: 'voiceSmsTool' },
		undefined,
	],
])('the rows of %s are those of %j: %s', (_what, given, part) => {
	expect(thisRunOf(contextWith(given)).part).toBe(part);
});

it.each<[string, Given, boolean]>([
	['started by a trigger', { mode: 'trigger' }, false],
	['started by hand', { mode: 'manual' }, false],
	['called by another workflow', { mode: 'integrated' }, true],
	['that was called, and is retried', { mode: 'retry', parentExecutionId: '7' }, true],
	['that is retried', { mode: 'retry', parentExecutionId: undefined }, false],
	['that is retried in n8n 1', { mode: 'retry' }, false],
	['of an error workflow', { mode: 'error', parentExecutionId: '7' }, false],
	['of a tool', { mode: 'integrated', type: 'voiceSmsTool' }, false],
])('an execution %s: %j is called: %s', (_what, given, isCalled) => {
	expect(thisRunOf(contextWith(given)).isCalled).toBe(isCalled);
});
