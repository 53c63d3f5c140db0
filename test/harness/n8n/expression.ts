import type { INode, INodeExecutionData, NodeParameterValueType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { nodeOf, nodeTypesWith, voiceSms } from './engine';
import { untyped } from './fake';

/** What n8n makes of a value with expressions in it, read for the first of `items` at this node. */
export function valueAt(
	parameters: INode['parameters'],
	value: NodeParameterValueType,
	items: INodeExecutionData[],
) {
	const type = 'n8n-nodes-voice-sms.voiceSms';
	const node = nodeOf('node-1', 'Voice and SMS', type, { parameters });
	const { expression } = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesWith(voiceSms()),
	});
	return expression.getParameterValue(untyped(value), null, 0, 0, node.name, items, 'manual', {});
}
