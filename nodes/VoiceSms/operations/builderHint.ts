import type { IBuilderHint } from 'n8n-workflow';

import type { Operation } from './operation';

/** The options that keep people from a wrong, second or unwanted message, with their exact places. */
const protections = [
	'options.dryRun: true (nothing goes out)',
	'options.skipTag: "no-sms" (by convention the tag of people who sent STOP; a second workflow must set it: voiceSmsTrigger with filters.words, then contact.upsert)',
	'options.onceKey (no second message)',
	'options.refuseEmptyBlanks: true (no text with a hole)',
	'options.maxSegments (cost)',
	'options.sendInterval (seconds)',
].join('; ');

/**
 * The texts that an AI that builds workflows reads (n8n, node-catalog): `searchHint` with each result of a search and at the
 * head of the types, the other texts in the types. n8n gives it all operations at once and no output, and checks no
 * parameter of a community node.
 */
export function builderHint(table: readonly Operation[]): IBuilderHint {
	return {
		searchHint: `SMS (send, ask and wait for the answer, read), phone calls by an AI voice agent, contacts. n8n checks nothing here: a parameter with a wrong name or in the wrong place is dropped in silence. What protects people stands inside "options": ${protections}. execute_workflow and test_workflow really send from each node without pinned data, unless it has dryRun or the credential has Test Numbers (a manual test then reaches only these phones): set dryRun first. Contacts are really written, in each test, and start published workflows. One bad row stops the whole list, unless onError is 'continueErrorOutput'.`,
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-voice-sms.voiceSmsTrigger',
				relationHint:
					'Starts the workflow when an SMS comes in, a call begins, ends or is missed, or a contact is added or changed',
			},
		],
		extraTypeDefContent: table.map((operation) => ({
			displayOptions: {
				show: { resource: [operation.resource], operation: [operation.value] },
			},
			content: contentOf(operation),
		})),
	};
}

/** Example: "Delete a call permanently; this cannot be undone. Output: deleted, id." */
function contentOf(operation: Operation): string {
	const { description, list, forBuilder } = operation;
	const content = [
		`${description}.`,
		list === undefined ? 'Output:' : 'Output, for each record:',
		`${outputOf(operation).join(', ')}.`,
	];
	return [...content, ...(forBuilder === undefined ? [] : [forBuilder])].join(' ');
}

/** The names of all fields that an item of the output may have. */
export function outputOf({ output, row }: Operation): readonly string[] {
	const { first = [], told = [], last = [] } = row ?? {};
	return output ?? [...first, ...told, ...last];
}
