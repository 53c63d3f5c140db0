import { createRunExecutionData } from 'n8n-workflow';

import {
	readOpenQuestion,
	usualTexts,
} from '../../../../nodes/VoiceSms/operations/question/page/openQuestion';
import { savedNode } from '../../../harness/n8n/engine';
import { untyped } from '../../../harness/n8n/fake';

test.each([
	'Ask "it" }} {{ `x` ${y}',
	'Ask Mr.constructor',
	'Ask\u2028me',
	'constructor',
	'prototype',
])('the question of a node named %j is found', (name) => {
	const { node, workflow } = savedNode(name);
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
