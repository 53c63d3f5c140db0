import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { VoiceSms } from '../../../../nodes/VoiceSms/VoiceSms.node';
import { canceling } from '../../../harness/n8n/canceling';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { contextOf, locator, runNode, type NodeRun } from '../../../harness/n8n/engine';
import { collections } from '../../../harness/n8n/options';
import { empty } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import { companyNumbers, type Fault } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';

const { time, clock, watch, arrivals } = serviceTime();
const { simulator } = withSimulatorAndStore({ seed: empty, clock }, watch);

const number = (index: number) => `+1555020${String(index).padStart(4, '0')}`;
/** So many messages, spread over so many receivers. */
const messages = (count: number, receivers = count) =>
	Array.from({ length: count }, (_, index) => ({
		to: number(index % receivers),
		body: `message ${index}`,
	}));
const idOf = (index: number) => `message_${String(index + 1).padStart(6, '0')}`;
/** The conversation of the item with this index, where all have one of their own. */
const conversationOf = (index: number) =>
	`/api/sms/conversation_${String(index + 1).padStart(6, '0')}/messages`;

/** Sends one message after the other, so that the n-th item has the n-th ID, and waits. */
async function send(
	values: IDataObject = {},
	{ options = {}, ...more }: Partial<NodeRun> & { options?: IDataObject } = {},
) {
	const parameters = {
		resource: 'sms',
		operation: 'send',
		from: locator(companyNumbers[0], 'number'),
		to: '={{ $json.to }}',
		body: '={{ $json.body }}',
		...collections({ waitForDelivery: { values }, requestsAtOnce: 1, ...options }),
	};
	const began = time.passed();
	const given = { items: messages(3), credential: simulator, clock: time, ...more };
	const result = await time.run(runNode({ parameters, ...given }));
	const answers = result.items.map(({ json }) => json);
	return { ...result, answers, took: time.passed() - began };
}
const looks = (index: number) => arrivals('GET', new RegExp(`${conversationOf(index)}$`));
const reads = () => arrivals('GET').length;
const statuses = (answers: IDataObject[]) => answers.map(({ status }) => status);
/** What the editor gives the option when it is added. */
const added = { values: { waitInterval: 5, waitLimit: 10 } };
const continues = { settings: { onError: 'continueRegularOutput' as const } };
const delivered = ['DELIVERED', 'DELIVERED', 'DELIVERED'];

describe('a message that is waited for', () => {
	test('is given with its status and the time of its delivery', async () => {
		const { answers, items, error, hints, took } = await send();
		expect(error).toBeUndefined();
		expect(answers).toStrictEqual(
			messages(3).map(({ to, body }, index) => ({
				outcome: 'sent',
				to,
				from: companyNumbers[0],
				body,
				messageId: idOf(index),
				conversationId: `conversation_00000${index + 1}`,
				carrierSid: expect.any(String) as string,
				segments: 1,
				encoding: 'GSM-7',
				status: 'DELIVERED',
				deliveredAt: simulator.store.messages.get(idOf(index))?.deliveredAt,
			})),
		);
		expect(answers[0].deliveredAt).toMatch(/Z$/);
		expect(items.map(({ pairedItem }) => pairedItem)).toStrictEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(hints).toStrictEqual([]);
		expect(Math.round(took / 1000)).toBe(5);
		expect(reads()).toBe(3);
	});

	test('is looked at once an interval, and no more when it was delivered', async () => {
		simulator.store.deliverAfter(number(1), 15_000);
		const { answers } = await send({ waitInterval: 7 });
		expect(statuses(answers)).toStrictEqual(delivered);
		expect([0, 1, 2].map((index) => looks(index).length)).toStrictEqual([1, 3, 1]);
		const [first, second, third] = looks(1);
		expect(Math.round((second - first) / 1000)).toBe(7);
		expect(Math.round((third - second) / 1000)).toBe(7);
	});

	test.each([{}, { values: {} }, { values: { waitInterval: null, waitLimit: null } }])(
		'is so when the option is added, with %j in it',
		async (waitForDelivery) => {
			const { answers } = await send({}, { options: { waitForDelivery } });
			expect(statuses(answers)).toStrictEqual(delivered);
		},
	);

	test('is so when the editor saves the option as it was added', async () => {
		const { description } = new VoiceSms();
		const given = { resource: 'sms', operation: 'send', options: { waitForDelivery: added } };
		const parameters = (saved: INodeParameters, withDefaults: boolean) =>
			NodeHelpers.getNodeParameters(
				description.properties,
				saved,
				withDefaults,
				false,
				{ typeVersion: 1 },
				description,
			) as INodeParameters;
		const { options } = parameters(given, false);
		expect(options).toStrictEqual({ waitForDelivery: { values: {} } });
		expect(parameters({ ...given, options }, true).options).toMatchObject({
			waitForDelivery: { values: { waitInterval: 5, waitLimit: 10 } },
		});
	});

	test('is not when the option is not added', async () => {
		const { answers, took } = await send({}, { options: { waitForDelivery: undefined } });
		expect(statuses(answers)).toStrictEqual(['queued', 'queued', 'queued']);
		expect(simulator.requests).toHaveLength(3);
		expect(took).toBe(0);
	});

	test('is not looked at when the service says at once that it was delivered', async () => {
		simulator.fail({ method: 'POST' }, { kind: 'moreData', value: { status: 'DELIVERED' } });
		const { answers } = await send({}, { items: messages(1) });
		expect(statuses(answers)).toStrictEqual(['DELIVERED']);
		expect(reads()).toBe(0);
	});

	test('was delivered when it has a time of delivery, whatever its status', async () => {
		const record = { id: idOf(0), status: 'READ', deliveredAt: '2026-06-01T12:00:01.000Z' };
		simulator.fail({ method: 'GET' }, { kind: 'moreData', value: { messages: [record] } });
		const { answers } = await send({}, { items: messages(1) });
		expect(answers[0]).toMatchObject({ status: 'READ', deliveredAt: record.deliveredAt });
		expect(answers[0]).not.toHaveProperty('timedOut');
	});

	test('is given by a tool, too', async () => {
		const { answers } = await send({}, { items: messages(1), asTool: true });
		expect(answers[0]).toMatchObject({ status: 'DELIVERED', messageId: idOf(0) });
		expect(answers[0]).not.toHaveProperty('body');
	});
});

describe('all messages of a run are waited for together', () => {
	test('200 in 2 conversations: a look reads the pages of 2 conversations', async () => {
		const { answers } = await send(
			{ waitInterval: 1 },
			{ items: messages(200, 2), options: { requestsAtOnce: 50 } },
		);
		expect(new Set(statuses(answers))).toStrictEqual(new Set(['DELIVERED']));
		// 100 messages, 50 on a page; sent, and delivered two seconds later.
		expect(reads()).toBeLessThanOrEqual(3 * 2 * 2);
	});

	test('60 in 60 conversations: a look reads each of them once', async () => {
		const { answers, took } = await send(
			{ waitInterval: 20 },
			{ items: messages(60), options: { requestsAtOnce: 50 } },
		);
		expect(new Set(statuses(answers))).toStrictEqual(new Set(['DELIVERED']));
		expect(reads()).toBe(60);
		expect(Math.round(took / 1000)).toBe(20);
	});

	test('with intervals of their own, no more often than the shortest one says', async () => {
		const items = messages(60, 1).map((item, index) => ({ ...item, every: 5 + (index % 3) }));
		simulator.store.deliverAfter(number(0), Infinity);
		await send({ waitInterval: '={{ $json.every }}', waitLimit: 1 }, { items });
		// 5, 6 and 7 seconds in a minute, two pages each, and looks that fall together.
		expect(reads()).toBeLessThan(2 * (12 + 10 + 9 + 3));
	});

	test('a long conversation is read only as far as its messages stand', async () => {
		for (let index = 0; index < 400; index++) {
			const sentAt = time.now() - 3_600_000 + index;
			simulator.store.receiveSms({ from: number(0), to: companyNumbers[0], body: 'old', sentAt });
		}
		const { answers } = await send({}, { items: messages(3, 1) });
		expect(statuses(answers)).toStrictEqual(delivered);
		expect(reads()).toBe(1);
	});
});

describe('at the limit', () => {
	test('a message that never arrives is given with its last status, and says so', async () => {
		simulator.store.deliverAfter(number(1), Infinity);
		const { answers, error, hints, took } = await send({ waitLimit: 1 });
		expect(error).toBeUndefined();
		expect(hints).toStrictEqual([
			expect.stringMatching(/^1 message was not delivered .*: do not send it again\.$/),
		]);
		expect(statuses(answers)).toStrictEqual(['DELIVERED', 'queued', 'DELIVERED']);
		expect(answers.map(({ timedOut }) => timedOut)).toStrictEqual([null, true, null]);
		expect(answers[1].deliveredAt).toBeNull();
		expect(answers[1]).not.toHaveProperty('deliveryNote');
		expect(Math.round(took / 1000)).toBe(60);
		expect(looks(1)).toHaveLength(12);
	});

	test.each(['FAILED', 'undelivered', 'delivered', ''])(
		'%j, which the interface does not name, is given as the status',
		async (status) => {
			const value = { messages: [{ id: idOf(0), status }] };
			simulator.fail({ method: 'GET' }, { kind: 'moreData', value }, Infinity);
			const { answers } = await send({ waitLimit: 1 }, { items: messages(1) });
			expect(answers[0]).toMatchObject({ status, timedOut: true });
		},
	);

	test('a conversation that never shows the message is told of', async () => {
		const value = { messages: [{ id: 'message_9', status: 'DELIVERED' }] };
		simulator.fail({ method: 'GET' }, { kind: 'moreData', value }, Infinity);
		const { answers } = await send({ waitLimit: 1 }, { items: messages(1) });
		expect(answers[0]).toMatchObject({
			status: 'queued',
			timedOut: true,
			deliveryNote: expect.stringContaining('did not show this message') as string,
		});
	});

	test('a conversation that could not be looked at is told of, with the last status seen', async () => {
		const value = { messages: [{ id: idOf(0), status: 'SENT' }] };
		simulator.fail({ method: 'GET' }, { kind: 'moreData', value });
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 500 }, Infinity);
		const options = { maxTries: 1 };
		const { answers, error } = await send({ waitLimit: 1 }, { items: messages(1), options });
		expect(error).toBeUndefined();
		expect(answers[0]).toMatchObject({
			status: 'SENT',
			timedOut: true,
			deliveryNote: expect.stringContaining('The service answered 500.') as string,
		});
	});

	test('each of several messages in one conversation has that note', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 500 }, Infinity);
		const options = { maxTries: 1 };
		const { answers } = await send({ waitLimit: 1 }, { items: messages(3, 1), options });
		expect(answers.map(({ messageId }) => messageId)).toStrictEqual([0, 1, 2].map(idOf));
		for (const { deliveryNote } of answers) {
			expect(deliveryNote).toContain(said.serviceSays);
			// The message was sent: the note is of the look alone.
			expect(deliveryNote).not.toContain(said.butFailed);
		}
		expect(reads()).toBe(12);
	});

	test('it is ten minutes, looked at every five seconds, where nothing else is said', async () => {
		simulator.store.deliverAfter(number(0), Infinity);
		const { took } = await send({}, { items: messages(1) });
		expect(looks(0)).toHaveLength(120);
		expect(Math.round(took / 60_000)).toBe(10);
	});

	test.each([-86_400_000, 86_400_000])(
		'a clock that is set by %i ms changes nothing',
		async (ms) => {
			simulator.store.deliverAfter(number(0), Infinity);
			void time.sleep(20_000).then(() => time.jump(ms));
			const { answers, took } = await send({ waitLimit: 1 }, { items: messages(1) });
			expect(answers[0]).toMatchObject({ timedOut: true });
			expect(Math.round(took / 1000)).toBe(60);
			expect(looks(0)).toHaveLength(12);
		},
	);
});

describe('a look that fails', () => {
	test.each<[string, Fault]>([
		['500', { kind: 'status', status: 500 }],
		['429', { kind: 'rateLimited', retryAfter: '1' }],
		['a lost connection', { kind: 'reset' }],
		['an answer that cannot be read', { kind: 'missingData' }],
	])('with %s for a while does not end the waiting', async (_name, fault) => {
		simulator.fail({ method: 'GET' }, fault, 15);
		const { answers, error } = await send();
		expect(error).toBeUndefined();
		expect(statuses(answers)).toStrictEqual(delivered);
		expect(simulator.ledger).toHaveLength(3);
	});

	test('as the conversation is not there yet does not end the waiting', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 404 }, 9);
		const { answers, error } = await send();
		expect(error).toBeUndefined();
		expect(statuses(answers)).toStrictEqual(delivered);
	});

	test('as the conversation shows nothing of it yet does not end the waiting', async () => {
		const value = { messages: [] };
		simulator.fail({ method: 'GET' }, { kind: 'moreData', value }, 9);
		const { answers } = await send();
		expect(statuses(answers)).toStrictEqual(delivered);
	});

	test.each<[string, Fault, string]>([
		['400', { kind: 'status', status: 400 }, '400'],
		['403', { kind: 'status', status: 403 }, '403'],
		['404 for more than a minute', { kind: 'status', status: 404 }, '404'],
	])('for good with %s is the error of its item alone', async (_name, fault, httpCode) => {
		simulator.fail({ method: 'GET', path: conversationOf(1) }, fault, Infinity);
		const { answers, error } = await send({}, continues);
		expect(error).toBeUndefined();
		expect(statuses(answers)).toStrictEqual(['DELIVERED', 'queued', 'DELIVERED']);
		expect(answers[1].error).toStrictEqual({
			message: `Sent${said.butFailed}: SMS to ${number(1)} (ID ${idOf(1)})`,
			description: expect.stringContaining(said.notRunAgain) as string,
			httpCode,
			mayHaveBeenDone: true,
			itemIndex: 1,
			accepted: expect.objectContaining({ messageId: idOf(1), status: 'queued' }) as object,
		});
		expect(`${JSON.stringify(answers[1].error)}`).not.toContain('sms:send');
		expect(simulator.ledger).toHaveLength(3);
	});

	test('for good is told by each message of its conversation in words of its own, and asked once', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 }, Infinity);
		const { answers } = await send({}, { items: messages(40, 1), ...continues });
		const errors = answers.map(({ error }) => error as IDataObject);
		errors.forEach(({ message, description, itemIndex, accepted }, index) => {
			expect(message).toContain(`(ID ${idOf(index)})`);
			expect(String(description).split(said.notRunAgain)).toHaveLength(2);
			expect(itemIndex).toBe(index);
			expect(accepted).toMatchObject({ messageId: idOf(index) });
		});
		expect(reads()).toBe(1);
	});

	test('ends the run when the node stops on errors, which tells that every message was sent', async () => {
		simulator.fail({ method: 'GET', path: conversationOf(1) }, { kind: 'status', status: 403 });
		const { items, error, took } = await send({ waitInterval: 20 });
		expect(items).toStrictEqual([]);
		expect(error?.message).toContain(`Sent${said.butFailed}: SMS to ${number(1)} (ID ${idOf(1)})`);
		expect(error?.description).toContain('3 of 3 are sent.');
		expect(took).toBeLessThan(21_000);
	});

	test.each([
		['messageId', ''],
		['conversationId', null],
		['conversationId', '..'],
	])('as the answer to the sending has the %s %j says that it was sent', async (name, value) => {
		simulator.fail({ method: 'POST' }, { kind: 'moreData', value: { [name]: value } });
		const { error } = await send({}, { items: messages(1) });
		expect(error?.message).toContain('no valid ID for the message');
		expect(error?.description).toContain(said.notRunAgain);
		expect(reads()).toBe(0);
	});
});

describe('nothing is sent twice', () => {
	const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	test('by Retry On Fail: the waiting goes on', async () => {
		simulator.fail({ method: 'GET', path: conversationOf(1) }, { kind: 'status', status: 403 });
		const { answers, error } = await send({}, { settings: retries });
		expect(error).toBeUndefined();
		expect(statuses(answers)).toStrictEqual(delivered);
		expect(answers.map(({ messageId }) => messageId)).toStrictEqual([0, 1, 2].map(idOf));
		expect(simulator.ledger).toHaveLength(3);
	});

	// Not longer: a body that comes in many pieces takes turns in which virtual time may go on.
	test('by Retry On Fail when the answers are long', async () => {
		const long = { long: 'x'.repeat(100_000) };
		simulator.fail({ method: 'POST' }, { kind: 'moreData', value: long }, 3);
		simulator.fail({ method: 'GET', path: conversationOf(1) }, { kind: 'status', status: 403 });
		const { answers } = await send({}, { settings: retries });
		expect(statuses(answers)).toStrictEqual(delivered);
		expect(simulator.ledger).toHaveLength(3);
	});

	test('by "Retry" on the failed execution', async () => {
		simulator.fail({ method: 'GET', path: conversationOf(1) }, { kind: 'status', status: 403 });
		const failed = await send();
		const contextData = contextOf(failed);
		const { answers, error } = await send({}, { contextData });
		expect(error).toBeUndefined();
		expect(statuses(answers)).toStrictEqual(delivered);
		expect(simulator.ledger).toHaveLength(3);
	});

	test('with a Send Once Key: an item that is skipped does not wait', async () => {
		const options = { onceKey: '={{ $json.body }}' };
		await send({}, { options });
		const before = simulator.requests.length;
		const { answers, took } = await send({}, { options });
		expect(answers.map(({ outcome }) => outcome)).toStrictEqual(Array(3).fill('skipped'));
		expect(simulator.requests).toHaveLength(before);
		expect(took).toBe(0);
	});

	test('nor waited for in a dry run', async () => {
		const { answers, took } = await send({}, { options: { dryRun: true } });
		expect(answers.map(({ outcome }) => outcome)).toStrictEqual(Array(3).fill('wouldSend'));
		expect(simulator.requests).toHaveLength(0);
		expect(took).toBe(0);
	});
});

test('a cancel ends the waiting within a second', async () => {
	simulator.store.deliverAfter(number(1), Infinity);
	const { started, cancel } = canceling();
	void time.sleep(17_000).then(cancel);
	const { run, took } = await send({}, { started });
	expect(run.status).toBe('canceled');
	expect(took).toBeLessThan(18_000);
	const asked = reads();
	await time.run(time.sleep(60_000));
	expect(reads()).toBe(asked);
});

test.each([
	['waitInterval', 0, `'Wait Interval' ${said.notSeconds}, 0.1 or more, not 0`],
	['waitInterval', 'often', `'Wait Interval' ${said.notSeconds}, 0.1 or more, not "often"`],
	['waitLimit', -1, "'Wait Limit' must be a whole number"],
])('%s is not %j, which is said before anything is sent', async (name, value, words) => {
	const { error } = await send({ [name]: value });
	expect(error?.message).toContain(words);
	expect(simulator.requests).toHaveLength(0);
});
