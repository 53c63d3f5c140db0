import type { IExecuteFunctions } from 'n8n-workflow';

import { dataOf, hasStore, isAnsweredAtOnce, isTool } from '../../../nodes/VoiceSms/util/execution';
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
