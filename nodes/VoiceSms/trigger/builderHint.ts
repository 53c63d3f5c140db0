import type { IBuilderHint } from 'n8n-workflow';

import type { Event } from './event';

/** What an AI that builds workflows reads of the trigger, as of the node: `operations/builderHint`. */
export function builderHint(events: ReadonlyArray<Event<unknown>>): IBuilderHint {
	return {
		searchHint:
			'Starts the workflow when an SMS comes in, a call begins, ends or is missed, or a contact is added or changed (parameter "event"). It sends nothing: to send, call or write contacts, add n8n-nodes-voice-sms.voiceSms. execute_workflow cannot start it: try the other nodes behind a manual trigger, then publish.',
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-voice-sms.voiceSms',
				relationHint: 'Sends the answer, calls back, reads or changes the contact',
			},
		],
		extraTypeDefContent: [
			{
				content: ['Values of "event", and the fields of an item:', ...events.map(lineOf)].join(
					'\n',
				),
			},
		],
	};
}

/** Example: "- contactCreated: A contact is added. Output: firstName, lastName." */
function lineOf({ value, description, output, forBuilder }: Event<unknown>): string {
	const line = `- ${value}: ${description}. Output: ${output.join(', ')}.`;
	return forBuilder === undefined ? line : `${line} ${forBuilder}`;
}
