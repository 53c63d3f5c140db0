import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { loadOptions } from './fields/phone/country';
import { events } from './trigger/events';
import { poll } from './trigger/poll';
import { builderHint, properties, subtitle } from './trigger/properties';

export class VoiceSmsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice and SMS Trigger',
		name: 'voiceSmsTrigger',
		icon: { light: 'file:voiceSms.svg', dark: 'file:voiceSms.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		// n8n's list shows it for both nodes (n8n-editor-ui, generateMergedNodesAndActions).
		description: 'Send SMS, make calls, manage contacts, or start the workflow when one comes in',
		defaults: { name: 'Voice and SMS Trigger' },
		polling: true,
		triggerPanel: { header: 'See what an event looks like' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'voiceSmsApi', required: true }],
		builderHint: builderHint(events),
		properties,
	};

	methods = { loadOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
