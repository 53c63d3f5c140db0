import { searchTerms } from '../harness/n8n/searchTerms';
import { builder, nodeId, triggerId } from './session';

/**
 * No alias wins these: n8n takes the best word alone, and 8 letters in another node's name, or "send", "wait" and
 * "trigger", score more than any alias can. An AI looks for several things at once, and finds the node by the others.
 */
const lost = [
	...['send sms', 'sms trigger', 'send and wait', 'customer', 'customer texted STOP'],
	...['text message', 'send text message', 'SMS message', 'sms approval', 'make a call', 'opt out'],
];

/** What people look for in the editor, and more words of our subject, as an AI that builds a workflow writes them. */
const ours = [
	...searchTerms.map(([term]) => term).filter((term) => !lost.includes(term)),
	...['incoming sms', 'sms reply', 'reply to sms', 'two-way sms'],
	...['outbound call', 'inbound call', 'missed call text back', 'voice call', 'new contact'],
];

describe("n8n's search for builders", () => {
	let found: Awaited<ReturnType<typeof builder.search>>;

	beforeAll(async () => {
		found = await builder.search([...ours, ...lost]);
	});

	const isOurs = (node: string) => node.startsWith(nodeId);
	const nodesFor = (word: string) => found.get(word)?.nodes ?? [];

	it.each(ours)('finds the node or the trigger for "%s"', (word) => {
		expect(nodesFor(word).filter(isOurs)).not.toEqual([]);
	});

	it.each(ours)('names both wherever it finds one: "%s"', (word) => {
		const { text = '' } = found.get(word) ?? {};
		expect(text).toMatch(new RegExp(`- ${nodeId}\\b`));
		expect(text).toMatch(new RegExp(`- ${triggerId}\\b`));
	});

	it.each(lost)('finds others for "%s": a new n8n that does better is noticed', (word) => {
		expect(nodesFor(word)).toHaveLength(5);
		expect(nodesFor(word).filter(isOurs)).toEqual([]);
	});

	it('says with each result what a builder must know first', () => {
		const { text = '' } = found.get('texting') ?? {};
		for (const option of ['dryRun', 'skipTag', 'onceKey', 'refuseEmptyBlanks', 'maxSegments']) {
			expect(text).toContain(`options.${option}`);
		}
		expect(text).toContain('no-sms');
	});
});
