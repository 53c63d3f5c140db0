import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { additionalDataWith, nodeOf, nodeTypesWith, voiceSms } from './engine';

/** What n8n hands to a picker of the node, with this credential. */
export function pickerContext(credential: IDataObject): LoadOptionsContext {
	const node = nodeOf('node-1', 'Voice and SMS', 'n8n-nodes-voice-sms.voiceSms');
	const nodeTypes = nodeTypesWith(voiceSms());
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return new LoadOptionsContext(
		workflow,
		node,
		additionalDataWith(async () => credential),
		'',
	);
}

/** Opens a picker as the editor does, with what the user typed into its search. */
export async function openPicker(
	{ baseUrl, apiKey, ...more }: { baseUrl: string; apiKey: string } & IDataObject,
	method: string,
	filter?: string,
	page?: string,
): Promise<INodeListSearchResult> {
	const context = pickerContext({ baseUrl, apiKey, ...more });
	const { listSearch } = voiceSms().methods;
	return await listSearch[method].call(context, filter, page);
}
