import type { INode } from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import {
	readOpenQuestion,
	usualTexts,
} from '../../../../nodes/VoiceSms/operations/question/page/openQuestion';
import { VoiceSms } from '../../../../nodes/VoiceSms/VoiceSms.node';
import { nodeTypesWith } from '../../../harness/n8n/engine';
import { untyped } from '../../../harness/n8n/fake';

test.each([
	'Ask "it" }} {{ `x` ${y}',
	'Ask Mr.constructor',
	'Ask\u2028me',
	'constructor',
	'prototype',
])('the question of a node named %j is found', (name) => {
	const node: INode = {
		id: 'node-1',
		name,
		type: 'n8n-nodes-voice-sms.voiceSms',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const workflow = new Workflow({
		id: '1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesWith(new VoiceSms()),
	});
	const open = { question: 'x', texts: usualTexts, round: '0' };
	const data = createRunExecutionData({
		executionData: {
			contextData: { [`node:${name}`]: { openQuestion: JSON.stringify(open) } },
			nodeExecutionStack: [],
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	});
	const read = readOpenQuestion({
		getNode: () => node,
		evaluateExpression: (text: string) =>
			untyped(
				workflow.expression.resolveSimpleParameterValue(
					`=${text}`,
					{},
					data,
					0,
					0,
					name,
					[],
					'webhook',
					{},
				),
			),
	});
	expect(read).toStrictEqual(open);
});
