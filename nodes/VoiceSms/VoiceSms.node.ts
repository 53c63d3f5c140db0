import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { loadOptions } from './fields/phone/country';
import { listSearch } from './listSearch';
import { operationsWithOptions } from './layers/index';
import { builderHint } from './operations/builderHint';
import { properties, subtitle } from './operations/properties';
import { allWaitHint } from './operations/question/together';
import { visit, waitingTooltip, webhooks } from './operations/question/page/visit';
import { run } from './run/run';

/**
 * The editor names a tool "Send an SMS in Phone", by `defaults`, which n8n's type for this does not have.
 * Clients cut long names.
 */
const asTool = { replacements: { displayName: 'Voice and SMS', defaults: { name: 'Phone' } } };

export class VoiceSms implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice and SMS',
		name: 'voiceSms',
		icon: { light: 'file:voiceSms.svg', dark: 'file:voiceSms.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitle(operationsWithOptions),
		description: 'Send SMS, make calls, and manage contacts',
		defaults: { name: 'Voice and SMS' },
		usableAsTool: asTool,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'voiceSmsApi', required: true }],
		webhooks,
		waitingNodeTooltip: waitingTooltip,
		hints: [allWaitHint],
		builderHint: builderHint(operationsWithOptions),
		properties: properties(operationsWithOptions),
	};

	methods = { listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, operationsWithOptions);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await visit(this);
	}
}
