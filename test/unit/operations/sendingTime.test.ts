import type { INode, INodeExecutionData } from 'n8n-workflow';

import { VoiceSms } from '../../../nodes/VoiceSms/VoiceSms.node';
import { inWords } from '../../../nodes/VoiceSms/util/inWords';
import { valueAt } from '../../harness/expression';

const hints = new VoiceSms().description.hints ?? [];

/** What n8n's editor makes of the conditions (n8n-editor-ui, `getNodeHints`). */
function conditions(parameters: INode['parameters'], items: INodeExecutionData[]): unknown[] {
	return hints.map(({ displayCondition = '' }) => valueAt(parameters, displayCondition, items));
}

function shown(parameters: INode['parameters'], count: number): string[] {
	const values = conditions(
		parameters,
		Array.from({ length: count }, () => ({ json: { ms: 5000 } })),
	);
	for (const value of values) expect(typeof value).toBe('boolean');
	return hints.filter((_hint, index) => values[index] === true).map(({ message }) => message);
}
const send = (sendInterval: unknown) => ({
	resource: 'sms',
	operation: 'send',
	options: { sendInterval } as never,
});
const takes = (words: string) => [`With this 'Send Interval' the run takes ${words}`];

const minutes = [1, 2, 5, 10, 20, 30].map((count) => 60 * count);
const hours = [1, 2, 3, 6, 12, 24].map((count) => 3600 * count);
it.each([10, 30, ...minutes, ...hours])('%i seconds are a time that hints name', (seconds) => {
	const ms = seconds * 1000;
	expect(shown(send(ms), 2)).toStrictEqual(takes(`up to ${inWords(ms)}`));
	expect(shown(send(ms + 1), 2)).not.toStrictEqual(takes(`up to ${inWords(ms)}`));
});

describe('before the run, the editor tells how long it will take', () => {
	it.each<[string, number, unknown, string]>([
		['2 messages, one a second', 2, 1000, 'up to 10 seconds'],
		['11 messages, one a second', 11, 1000, 'up to 10 seconds'],
		['12 messages, one a second', 12, 1000, 'up to 30 seconds'],
		['50 messages, one a second', 50, 1000, 'up to 1 minute'],
		['61 messages, one a second', 61, 1000, 'up to 1 minute'],
		['62 messages, one a second', 62, 1000, 'up to 2 minutes'],
		['1,801 messages, one a second', 1801, 1000, 'up to 30 minutes'],
		['1,802 messages, one a second', 1802, 1000, 'up to 1 hour'],
		['100 messages, one a minute', 100, 60_000, 'up to 2 hours'],
		['361 messages, one a minute', 361, 60_000, 'up to 6 hours'],
		['362 messages, one a minute', 362, 60_000, 'up to 12 hours'],
		['1,000 messages, one a minute', 1000, 60_000, 'up to 1 day'],
		['2,000 messages, one a minute', 2000, 60_000, 'more than 1 day'],
		['an interval as text', 50, '1000', 'up to 1 minute'],
	])('%s', (_name, count, sendInterval, words) => {
		expect(shown(send(sendInterval), count)).toStrictEqual(takes(words));
	});

	it('for calls as well', () => {
		const parameters = { ...send(1000), resource: 'call', operation: 'create' };
		expect(shown(parameters, 50)).toStrictEqual(takes('up to 1 minute'));
	});

	it.each<[string, INode['parameters'], number]>([
		['one message', send(1000), 1],
		['no message', send(1000), 0],
		['no interval', { resource: 'sms', operation: 'send', options: {} }, 50],
		['no options', { resource: 'sms', operation: 'send' }, 50],
		['an interval that is no number', send('soon'), 50],
		// n8n resolves no expression within a collection there.
		['an interval of an expression', send('={{ $json.ms }}'), 50],
		['another operation, which has kept it', { ...send(1000), operation: 'getMessages' }, 50],
		[
			'a new contact, which has kept it',
			{ ...send(1000), resource: 'contact', operation: 'create' },
			50,
		],
	])('but not for %s', (_name, parameters, count) => {
		expect(shown(parameters, count)).toStrictEqual([]);
	});

	it('where n8n shows hints before a run', () => {
		const ofTime = hints.filter(({ message }) => message.includes("'Send Interval'"));
		expect(ofTime).toHaveLength(hints.length - 1);
		for (const hint of ofTime) {
			expect(hint).toMatchObject({ location: 'outputPane', whenToDisplay: 'beforeExecution' });
		}
		expect(new Set(hints.map(({ message }) => message)).size).toBe(hints.length);
	});
});

describe('where n8n says that Send and Wait runs only once', () => {
	const ask = { resource: 'sms', operation: 'sendAndWait', responseType: 'smsReply', options: {} };

	it.each<[string, INode['parameters'], number, boolean]>([
		['two replies by SMS', ask, 2, true],
		['one reply by SMS', ask, 1, false],
		['no item', ask, 0, false],
		['two approvals', { ...ask, responseType: 'approval' }, 2, false],
		['Send, which has kept the type', { ...ask, operation: 'send' }, 2, false],
	])('a hint says that all wait, for %s: %s', (_name, parameters, count, isShown) => {
		expect(shown(parameters, count)).toStrictEqual(
			isShown
				? [
						"With the Response Type 'SMS Reply', this node asks the person in every input item and waits for all replies together. Ignore the line from n8n that this action runs only once.",
					]
				: [],
		);
	});

	it('stands where that stands, before and after the run', () => {
		const hint = hints.find(({ message }) => message.includes("'SMS Reply'"));
		expect(hint).toMatchObject({ location: 'outputPane' });
		expect(hint?.whenToDisplay ?? 'always').toBe('always');
	});
});
