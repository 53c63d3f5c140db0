import type { INode, INodeParameters } from 'n8n-workflow';

import { companyNumbers } from '../../test/simulator';
import type { Contender, Work } from './works';

/** A node of a row, of which the first gets the items. */
export interface NodeOfRow extends Pick<INode, 'name' | 'type' | 'parameters'> {
	/** Type of the node's credential. */
	credential?: string;
}

const [from] = companyNumbers;
const to = '={{ $json.to }}';
const body = '=Hello {{ $json.name }}, see you at {{ $json.time }}';
const contactId = '={{ $json.contactId }}';
const locator = (value: string) => ({ __rl: true, mode: 'id', value });

/** @param baseUrl of the service, as a credential takes it */
export function nodesOf(contender: Contender, work: Work, baseUrl: string): NodeOfRow[] {
	const { does, options } = work;
	switch (contender) {
		case 'voiceSms':
			return [voiceSms(does, body, options)];
		case 'onePath':
			return [voiceSms(does, '={{ $json.body }}', options)];
		case 'withoutOption':
			return [voiceSms(does, body)];
		case 'httpRequest':
			return httpRequest(does, baseUrl);
	}
}

/** This node with its defaults. */
function voiceSms(does: Work['does'], text: string, options: INodeParameters = {}): NodeOfRow {
	const send = { resource: 'sms', operation: 'send', from: locator(from), to, body: text, options };
	const parameters: Record<Work['does'], INodeParameters> = {
		send,
		check: send,
		get: { resource: 'contact', operation: 'get', contactId: locator(contactId) },
		list: { resource: 'contact', operation: 'getAll', returnAll: true },
		poll: { event: 'contactCreated' },
	};
	return {
		name: 'Voice and SMS',
		type: `n8n-nodes-voice-sms.${does === 'poll' ? 'voiceSmsTrigger' : 'voiceSms'}`,
		credential: 'voiceSmsApi',
		parameters: parameters[does],
	};
}

/**
 * n8n's HTTP Request node with its defaults. The key comes from a Header Auth credential, the cheapest
 * of the node's ways. Lists need its pagination and Split Out, polls also Remove Duplicates.
 */
function httpRequest(does: Work['does'], baseUrl: string): NodeOfRow[] {
	const contacts = `${baseUrl}/api/contacts`;
	const listed = { url: contacts, sendQuery: true, queryParameters: pairs({ limit: '100' }) };
	const parameters: Partial<Record<Work['does'], INodeParameters>> = {
		send: {
			method: 'POST',
			url: `${baseUrl}/api/sms/send`,
			sendBody: true,
			bodyParameters: pairs({ to, from, body }),
		},
		get: { url: `=${contacts}/{{ $json.contactId }}` },
		list: { ...listed, options: { pagination: { pagination } } },
		poll: listed,
	};
	const request: NodeOfRow = {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		credential: 'httpHeaderAuth',
		parameters: {
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			...parameters[does],
		},
	};
	if (does === 'list') return [request, splitOut];
	return does === 'poll' ? [request, splitOut, removeDuplicates] : [request];
}

const pairs = (values: Record<string, string>): INodeParameters => ({
	parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
});

const pagination: INodeParameters = {
	paginationMode: 'updateAParameterInEachRequest',
	parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
	paginationCompleteWhen: 'other',
	completeExpression:
		'={{ $response.body.data.pagination.page >= $response.body.data.pagination.totalPages }}',
};

const splitOut: NodeOfRow = {
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'data.clients' },
};

const removeDuplicates: NodeOfRow = {
	name: 'Remove Duplicates',
	type: 'n8n-nodes-base.removeDuplicates',
	parameters: {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: '={{ $json.id }}',
	},
};
