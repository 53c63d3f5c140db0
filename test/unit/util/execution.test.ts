import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { dataOf, hasStore, isAnsweredAtOnce, isTool } from '../../../nodes/VoiceSms/util/execution';
import {
	isApprovedForSeveralItems,
	isQueuedAgain,
	outputOfNode,
} from '../../../nodes/VoiceSms/util/unpromised';
import { fake } from '../../harness/n8n/fake';

const data = { of: 'the node' };
const contextWith = (members: object) =>
	fake<IExecuteFunctions>({
		getContext: () => data,
		getWorkflow: () => ({ id: 'workflow-1' }),
		...members,
	});
const noWorkflow = { getWorkflow: () => ({ id: undefined }) };

it.each<[string, boolean]>([
	['n8n-nodes-voice-sms.voiceSms', false],
	['n8n-nodes-voice-sms.voiceSmsTool', true],
	['n8n-nodes-voice-sms.voiceSmsHitlTool', true],
	['toolVoiceSms', false],
])('the type %s is that of a tool: %s', (type, expected) => {
	expect(isTool(contextWith({ getNode: () => ({ type }) }))).toBe(expected);
});

it.each<[string, object, unknown]>([
	['an execution', { runExecutionData: { executionData: {} } }, data],
	['none', { runExecutionData: {}, ...noWorkflow }, undefined],
	['none of a saved workflow', { runExecutionData: {} }, undefined],
	['one without a workflow', { runExecutionData: { executionData: {} }, ...noWorkflow }, data],
	['a workflow, where n8n does not show the execution', {}, data],
	['no workflow, where n8n does not show the execution', noWorkflow, undefined],
])('the data of the node in %s', (_name, members, expected) => {
	expect(dataOf(contextWith(members), 'node')).toBe(expected);
});

it('the data of the execution is that of all its nodes', () => {
	const getContext = (of: string) => ({ of });
	const execution = { runExecutionData: { executionData: {} }, getContext };
	expect(dataOf(contextWith(execution), 'flow')).toStrictEqual({ of: 'flow' });
	expect(dataOf(contextWith(execution), 'node')).toStrictEqual({ of: 'node' });
	expect(dataOf(contextWith({ runExecutionData: {}, ...noWorkflow }), 'flow')).toBeUndefined();
});

it('an error of n8n is not taken for the lack of data', () => {
	const getContext = () => {
		throw new Error('Broken');
	};
	expect(() => dataOf(contextWith({ getContext }), 'node')).toThrow('Broken');
});

it.each([
	['workflow-1', true],
	['', false],
	[undefined, false],
])('the workflow with the ID %j has a store: %s', (id, expected) => {
	expect(hasStore(contextWith({ getWorkflow: () => ({ id }) }))).toBe(expected);
});

it.each<[string, object, boolean]>([
	['AI Agent v2 of n8n 2', { isToolExecution: () => true, getNextRunIndex: () => 0 }, true],
	['AI Agent v3 of n8n 2', { isToolExecution: () => false }, false],
	['AI Agent v2 of n8n 1, which does not say it', { getNextRunIndex: () => 0 }, true],
	['AI Agent v3 of n8n 1, which does not say it', {}, false],
])('%s takes the answer of a tool at once, or not', (_name, members, expected) => {
	expect(isAnsweredAtOnce(contextWith(members))).toBe(expected);
});

describe('an approved call', () => {
	const call = (round: number, id: string, more: object = {}) => ({
		nodeName: 'SMS',
		runIndex: round,
		action: { id, input: { to: 'Bob' }, metadata: { parentNodeName: 'Review' }, ...more },
	});
	const agent = (items: number, ...actions: object[]) => ({
		node: { name: 'Agent' },
		data: { main: [Array.from({ length: items }, () => ({}))] },
		metadata: { subNodeExecutionData: { actions } },
	});
	const plain = { metadata: {} };
	const isForSeveral = (...nodeExecutionStack: object[]) =>
		isApprovedForSeveralItems(
			contextWith({
				getNode: () => ({ name: 'SMS' }),
				evaluateExpression: () => 1,
				runExecutionData: { executionData: { nodeExecutionStack } },
			}),
		);

	it.each<[string, object[], boolean]>([
		['of an agent with one item', [agent(1, call(1, 'a'))], false],
		['of an agent with two items', [agent(2, call(1, 'a'))], true],
		['of an agent that is not in the queue', [], false],
		['beside a copy of itself', [agent(1, call(1, 'a'), call(2, 'a'))], true],
		[
			'beside a copy that nobody approved',
			[agent(1, call(1, 'a', plain), call(2, 'a', plain))],
			true,
		],
		['beside another call', [agent(1, call(1, 'a'), call(2, 'b'))], false],
		['beside two copies of another', [agent(1, call(1, 'a'), call(2, 'b'), call(3, 'b'))], false],
		[
			'beside an agent with two items and an approved call of its own',
			[agent(2, call(7, 'x'), call(8, 'x')), agent(1, call(1, 'a'))],
			false,
		],
		[
			'without approval beside an approved one',
			[agent(2, call(1, 'a', plain), call(2, 'b'))],
			false,
		],
	])('%s', (_name, queue, expected) => {
		expect(isForSeveral(...queue)).toBe(expected);
	});
});

it.each<[string, unknown, boolean]>([
	['the node', [null, { node: { name: 'SMS' } }], true],
	['a node before it', [{ node: { name: 'List' } }], true],
	['another node', [{ node: { name: 'Other' } }], false],
	['a run without a node', [{}, { node: undefined }], false],
	['no run, where there was one', [null], false],
	['nothing', undefined, false],
])('a queue with %s has another run of the node: or not', (_name, nodeExecutionStack, expected) => {
	const context = contextWith({
		getNode: () => ({ name: 'SMS' }),
		runExecutionData: { executionData: { nodeExecutionStack } },
	});
	expect(isQueuedAgain(context, ['List'])).toBe(expected);
});

it.each<[string, object, IDataObject | undefined]>([
	['its answer', { ai_tool: [[{ json: { id: 'a' } }]] }, { id: 'a' }],
	['no items', { ai_tool: [[]] }, undefined],
	['no output', { ai_tool: [null] }, undefined],
	['another output alone', { main: [[{ json: { id: 'a' } }]] }, undefined],
])('the earlier run of a tool with %s', (_name, data, expected) => {
	const context = contextWith({
		runExecutionData: { resultData: { runData: { SMS: [{ data }] } } },
	});
	expect(outputOfNode(context, { node: 'SMS', round: 0 })).toStrictEqual(expected);
});
