import { builder, nodeId, triggerId } from './session';

/** What an AI that builds a workflow looks for. */
const ofBuilders = [
	...['sms', 'SMS message', 'text message', 'send text message', 'texting', 'messaging', 'message'],
	...['receive sms', 'incoming sms', 'sms received', 'sms reply', 'reply to sms', 'two-way sms'],
	...['sms campaign', 'bulk sms', 'mass texting', 'sms notification', 'sms conversation'],
	...[
		'call',
		'phone call',
		'make a call',
		'outbound call',
		'inbound call',
		'missed call',
		'call ended',
	],
	...['call recording', 'call analytics', 'call statistics', 'call report', 'daily call report'],
	...[
		'voice',
		'voice agent',
		'voice call',
		'telephony',
		'phone',
		'phone number',
		'contact',
		'contacts',
	],
	...['new contact', 'contact created', 'sync contacts', 'crm', 'human in the loop', 'approval'],
	'appointment reminder',
];

/** What people say, as an AI may hand it on. */
const ofPeople = [
	...['customers', 'reminder', 'missed call text back', 'stop', 'unsubscribe', 'opt out', 'inbox'],
	...[
		'conversations',
		'unanswered messages',
		'wait for answer',
		'notify by phone',
		'ai phone call',
	],
	...['voicemail', 'patient', 'survey'],
];

/**
 * No alias wins these: n8n takes the best word alone, and 8 letters in another node's name, or "send", "wait" and
 * "trigger", score more than any alias can. An AI looks for several things at once, and finds the node by the others.
 */
const lost = ['send sms', 'sms trigger', 'send and wait', 'customer', 'customer texted STOP'];

describe("n8n's search for builders", () => {
	let found: Awaited<ReturnType<typeof builder.search>>;

	beforeAll(async () => {
		found = await builder.search([...ofBuilders, ...ofPeople, ...lost]);
	});

	const isOurs = (node: string) => node.startsWith(nodeId);
	const nodesFor = (word: string) => found.get(word)?.nodes ?? [];

	it('is asked for 45 words of builders and 15 of people', () => {
		expect([new Set(ofBuilders).size, new Set(ofPeople).size]).toEqual([45, 15]);
	});

	it.each([...ofBuilders, ...ofPeople])('finds the node or the trigger for "%s"', (word) => {
		expect(nodesFor(word).filter(isOurs)).not.toEqual([]);
	});

	it.each([...ofBuilders, ...ofPeople])('names both wherever it finds one: "%s"', (word) => {
		const { text = '' } = found.get(word) ?? {};
		expect(text).toMatch(new RegExp(`- ${nodeId}\\b`));
		expect(text).toMatch(new RegExp(`- ${triggerId}\\b`));
	});

	it.each(lost)('finds others for "%s": a new n8n that does better is noticed', (word) => {
		expect(nodesFor(word)).toHaveLength(5);
		expect(nodesFor(word).filter(isOurs)).toEqual([]);
	});

	it('says with each result what a builder must know first', () => {
		const { text = '' } = found.get('text message') ?? {};
		for (const option of ['dryRun', 'skipTag', 'onceKey', 'refuseEmptyBlanks', 'maxSegments']) {
			expect(text).toContain(`options.${option}`);
		}
		expect(text).toContain('no-sms');
	});
});
