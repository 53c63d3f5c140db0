import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import { companyNumbers } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { question } from '../../../harness/n8n/parameters';

const { time, clock, watch, arrivals } = serviceTime();
const simulator = withSimulator({ seed: empty, clock }, watch);

const customer = '+15550200001';
const other = '+15550200002';
/** Asks and waits for a reply by SMS. */
const ask = async (more: IDataObject = {}, items: IDataObject[] = [{ to: customer }]) =>
	await runNode({
		parameters: {
			...question,
			to: '={{ $json.to }}',
			message: 'Are you coming?',
			responseType: 'smsReply',
			replyOptions: { values: { yesWords: 'yes', noWords: 'no' } },
			options: {},
			...more,
		},
		items,
		credential: simulator,
		clock: time,
	});
/** The customer writes so many milliseconds from now. */
const reply = (ms: number, body: string, from = customer) =>
	void time.sleep(ms).then(() => simulator.store.receiveSms({ from, to: companyNumbers[0], body }));

test('a conversation that was seen and is missed once is looked for again', async () => {
	const gone = { kind: 'status', status: 404, message: 'Conversation not found' } as const;
	void time.sleep(15_000).then(() => simulator.fail({ method: 'GET' }, gone, 1));
	reply(25_000, 'yes');
	const { items, error } = await time.run(ask());
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ data: { approved: true } });
});

test('so is one that is missed again after it was seen in between', async () => {
	const gone = { kind: 'status', status: 404, message: 'Conversation not found' } as const;
	for (const ms of [15_000, 85_000]) {
		void time.sleep(ms).then(() => simulator.fail({ method: 'GET' }, gone, 1));
	}
	reply(105_000, 'yes');
	const { items, error } = await time.run(ask());
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ data: { approved: true } });
});

test('a reply without a time does not count', async () => {
	void time.sleep(25_000).then(() => {
		const written = simulator.store.receiveSms({
			from: customer,
			to: companyNumbers[0],
			body: 'yes',
		});
		Object.assign(written, { sentAt: undefined, deliveredAt: undefined });
	});
	const { items } = await time.run(ask());
	expect(items[0].json).toMatchObject({ timedOut: true });
});

test.each([
	['a yes', {}],
	['a text', { replyOptions: {} }],
])('%s after two questions may answer both, so it answers neither', async (_what, more) => {
	const data = { approved: null, text: 'yes' };
	reply(25_000, 'yes');
	const both = async () => {
		const one = ask({ message: 'Shall we pay out 10,000 dollars?', ...more });
		await time.sleep(15_000);
		const two = ask({ message: 'Is the colour blue fine?', ...more });
		return await Promise.all([one, two]);
	};
	const [paid, colour] = (await time.run(both())).map(({ items }) => items[0].json);
	const respondedAt = expect.any(String) as string;
	expect([paid.data, colour.data]).toStrictEqual([
		{ ...data, respondedAt },
		{ ...data, respondedAt },
	]);
	expect(paid.replyNote).toContain('Another message went to this person');
	expect(colour.replyNote).toContain('Another question to this person is open');
});

test.each(['outbound', 'OUTBOUND_AUTO', 'SYSTEM'])(
	'a message from our own number is no reply, with the direction %j',
	async (direction) => {
		void time.sleep(12_000).then(() => {
			const ours = simulator.store.sendSms({ from: companyNumbers[0], to: customer, body: 'yes' });
			Object.assign(ours, { direction });
		});
		reply(40_000, 'no');
		const { items } = await time.run(ask());
		expect(items[0].json).toMatchObject({ data: { text: 'no', approved: null } });
	},
);

test('a look that is refused does not name the permission of the sending', async () => {
	simulator.fail({ method: 'GET' }, { kind: 'status', status: 403, message: 'Forbidden' }, 9);
	const { error } = await time.run(ask());
	expect(error?.message).toBe(`Sent${said.butFailed}: SMS to ${customer} (ID message_000001)`);
	expect(error?.description).toContain(`${said.serviceSays} Forbidden`);
	expect(`${error?.message} ${error?.description}`).not.toContain('sms:send');
});

test('a question whose answer nobody waits for is not called done', async () => {
	const bad = { kind: 'status', status: 400 } as const;
	simulator.fail({ method: 'POST', body: { to: other } }, bad, 9);
	const { error } = await time.run(ask({}, [{ to: customer }, { to: other }]));
	expect(simulator.ledger).toHaveLength(1);
	expect(error?.description).toContain(`nobody waits: ${customer} (item 1)`);
	expect(error?.message).toContain(`${other} (item 2`);
});

test('a reply that came in time is taken, though the limit passes while others are sent to', async () => {
	const limit = {
		limitType: 'atSpecifiedTime',
		maxDateAndTime: new Date(time.now() + 40_000).toISOString(),
	};
	// The second message is begun in time, and the service takes it after a minute.
	simulator.fail(
		{ method: 'POST', body: { to: other } },
		{ kind: 'rateLimited', retryAfter: '60' },
		1,
	);
	reply(20_000, 'yes');
	const options = { limitWaitTime: { values: limit } };
	const { items, error } = await time.run(
		ask({ replyOptions: {}, options }, [{ to: customer }, { to: other }]),
	);
	expect(error).toBeUndefined();
	expect(simulator.ledger).toHaveLength(2);
	expect(arrivals('GET').length).toBeGreaterThan(0);
	expect(items.map(({ json }) => json)[0]).toMatchObject({ data: { text: 'yes' } });
});

test('a reply within the limit is taken, whatever the intervals of other items', async () => {
	reply(1_000_000, 'yes', other);
	const options = {
		waitInterval: '={{ $json.every }}',
		limitWaitTime: { values: { resumeAmount: 20, resumeUnit: 'minutes' } },
	};
	const result = await time.run(
		ask({ replyOptions: {}, options }, [
			{ to: customer, every: 600 },
			{ to: other, every: 480 },
		]),
	);
	expect(result.error).toBeUndefined();
	expect(result.items[1].json).toMatchObject({ data: { text: 'yes' } });
});
