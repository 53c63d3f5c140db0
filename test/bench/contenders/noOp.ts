import { createRequire } from 'node:module';
import type { INodeType } from 'n8n-workflow';

import type { NodeContender } from './contender';

const type = 'n8n-nodes-base.noOp';

/** n8n's node that does nothing: what n8n itself takes to hand on the items. */
export function noOp(n8nFolder: string): NodeContender {
	const fromBase = createRequire(`${n8nFolder}/package.json`);
	const { NoOp } = fromBase('n8n-nodes-base/dist/nodes/NoOp/NoOp.node.js') as {
		NoOp: new () => INodeType;
	};
	return {
		nodeTypes: { [type]: new NoOp() },
		credentials: {},
		nodes: () => [{ name: 'No Operation', type, typeVersion: 1, parameters: {} }],
	};
}
