import { UserError } from 'n8n-workflow';

import { operations } from '../../nodes/VoiceSms/operations';
import type { Operation } from '../../nodes/VoiceSms/operations/operation';
import { smsSend } from '../../nodes/VoiceSms/operations/sms/send';
import { run } from '../../nodes/VoiceSms/run/run';
import { testClock } from '../harness/clock';
import { withSimulatorAndStore, type DeduplicationTable } from '../harness/deduplication';
import { locator, runNode } from '../harness/engine';
import { companyNumbers, type Simulator } from '../simulator';

let simulator: Simulator;
let table: DeduplicationTable;
withSimulatorAndStore((...both) => ([simulator, table] = both));

/** Something that happens once, and is waited for. */
function event() {
	let happens = () => {};
	const happened = new Promise<void>((resolve) => (happens = resolve));
	return { happens, happened };
}

/** What others have to do now is done. */
async function othersAreIdle() {
	for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const send = smsSend as Operation<{ to: string }>;
const items = [0, 1, 2].map((index) => ({ to: `+1555040000${index}`, key: `key ${index}` }));
const [first, second, third] = items.map(({ to }) => to);

/**
 * Three messages. While n8n's store takes the key of the second, the first is refused with "too many
 * requests" for 2 s, and then the third fails; either only if it is to.
 */
async function sendAll({ refused, fails }: { refused: boolean; fails: boolean }) {
	const [thirdBegan, waitBegan, thirdEnded] = [event(), event(), event()];
	const [keyMayBeTaken, waitMayEnd] = [event(), event()];
	let taken = 0;
	table.fault = async (call, when) => {
		if (call === 'insert' && when === 'after' && ++taken === 2) await keyMayBeTaken.happened;
	};
	if (refused) simulator.fail({ body: { to: first } }, { kind: 'rateLimited', retryAfter: '2' });
	const sending: Operation<{ to: string }> = {
		...send,
		async run(input, surroundings) {
			if (input.to === first) await thirdBegan.happened;
			if (input.to !== third) return await send.run(input, surroundings);
			thirdBegan.happens();
			if (refused) await waitBegan.happened;
			thirdEnded.happens();
			if (fails) throw new UserError('No');
			return { status: 'queued' };
		},
	};
	const clock = testClock();
	const running = runNode({
		parameters: {
			resource: 'sms',
			operation: 'send',
			from: locator(companyNumbers[0]),
			to: '={{ $json.to }}',
			body: 'Hi',
			options: { onceKey: '={{ $json.key }}' },
		},
		items,
		credential: simulator,
		clock: {
			...clock,
			async sleep(ms) {
				waitBegan.happens();
				await waitMayEnd.happened;
				await clock.sleep(ms);
			},
		},
		code: { operations: [sending, ...operations] as Operation[], run },
	});
	await thirdEnded.happened;
	await othersAreIdle();
	keyMayBeTaken.happens();
	await othersAreIdle();
	const takenWhileWaiting = table.keys.size;
	waitMayEnd.happens();
	const { error } = await running;
	const sent = simulator.ledger.map(({ body }) => (body as { to: string }).to);
	return { error, sent, takenWhileWaiting };
}

describe('an item whose key is taken while another one fails', () => {
	test.each([
		['has to wait with all others', true],
		['could go at once', false],
	])('and that %s is not started, its key is free', async (_name, refused) => {
		const { error, sent } = await sendAll({ refused, fails: true });
		expect(sent).toEqual([first]);
		expect(error?.context.itemIndex).toBe(2);
		expect(error?.description).toContain('Items done: 0. Not done: 2. Not started: 1.');
		// That of the first.
		expect(table.keys.size).toBe(1);
	});

	test('and cannot be given back fails, and says so', async () => {
		const began = sendAll({ refused: true, fails: true });
		const { fault } = table;
		let deletes = 0;
		table.fault = async (call, when) => {
			await fault?.(call, when);
			// The first key that is freed is that of the third.
			if (call === 'delete' && when === 'before' && ++deletes > 1) throw new Error('locked');
		};
		const { error, sent } = await began;
		expect(sent).toEqual([first]);
		expect(error?.message).toBe(`Not sent: SMS to ${second}`);
		expect(error?.description).toContain(
			'The key "key 1" stays taken, as n8n\'s store could not free it: locked.',
		);
		expect(error?.description).toContain('Items done: 0. Not done: 1-2. Not started: none.');
	});
});

test('an item that has to wait, its key taken, gives the key back and is sent afterwards', async () => {
	const { error, sent, takenWhileWaiting } = await sendAll({ refused: true, fails: false });
	expect(error).toBeUndefined();
	// Those of the first and the third.
	expect(takenWhileWaiting).toBe(2);
	expect(sent).toEqual([first, second]);
	expect(table.keys.size).toBe(3);
});
