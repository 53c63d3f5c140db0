import { UserError } from 'n8n-workflow';

import { operationsWithOptions } from '../../../../nodes/VoiceSms/layers';
import type { Operation } from '../../../../nodes/VoiceSms/operations/operation';
import { run } from '../../../../nodes/VoiceSms/run/run';
import { testClock } from '../../../harness/time/clock';
import { rowOf, withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runNode } from '../../../harness/n8n/engine';
import { keyedSend } from '../../../harness/n8n/keyedSend';
import { settle, until } from '../../../harness/time/turns';
import { said } from '../../../harness/n8n/messages';

const { simulator, table } = withSimulatorAndStore();

/** Something that happens once, and is waited for. */
function event() {
	let happens = () => {};
	const happened = new Promise<void>((resolve) => (happens = resolve));
	return { happens, happened };
}

const send = operationsWithOptions.find(({ value }) => value === 'send') as Operation<{
	to: string;
}>;
const items = [0, 1, 2].map((index) => ({ to: `+1555040000${index}`, key: `key ${index}` }));
const [first, second, third] = items.map(({ to }) => to);

/**
 * Three messages. While n8n's store takes the key of the second, the first is refused with "too many
 * requests" for 2 s, and then the third fails; either only if it is to.
 */
async function sendAll({ refused, fails }: { refused: boolean; fails: boolean }) {
	const [waitBegan, thirdEnded] = [event(), event()];
	const [keyMayBeTaken, waitMayEnd] = [event(), event()];
	const { fault } = table;
	table.fault = async (call, when, row) => {
		if (call === 'insert' && when === 'after' && row === rowOf(items[1].to, 'key 1')) {
			await keyMayBeTaken.happened;
		}
		await fault?.(call, when, row);
	};
	if (refused) simulator.fail({ body: { to: first } }, { kind: 'rateLimited', retryAfter: '2' });
	const sending: Operation<{ to: string }> = {
		...send,
		async run(input, surroundings) {
			if (input.to !== third) return await send.run(input, surroundings);
			if (refused) await waitBegan.happened;
			else await until(() => simulator.ledger.length === 1);
			thirdEnded.happens();
			if (fails) throw new UserError('No');
			return { status: 'queued' };
		},
	};
	const clock = testClock();
	const running = runNode({
		parameters: keyedSend(),
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
		code: { operations: [sending, ...operationsWithOptions] as Operation[], run },
	});
	await thirdEnded.happened;
	await settle();
	keyMayBeTaken.happens();
	await settle();
	waitMayEnd.happens();
	const { error } = await running;
	const sent = simulator.ledger.map(({ body }) => (body as { to: string }).to);
	return { error, sent };
}

describe('when another item fails, an item', () => {
	test.each([
		['that waits, and one whose key is taken, are not sent', true, [], 'None'],
		['whose key is taken is not sent', false, [first], '1'],
	])('%s; their keys are free', async (_name, refused, sentTo, done) => {
		const { error, sent } = await sendAll({ refused, fails: true });
		expect(sent).toEqual(sentTo);
		expect(error?.message).toContain('(item 3');
		expect(error?.description).toContain(`${done} of 3 is sent.`);
		expect(error?.description).not.toContain('skipped');
		expect(table.states).toEqual(sentTo.map(() => 'sent'));
	});

	test('whose key cannot be given back fails, and says so', async () => {
		table.fault = (call, when) => {
			if (call === 'delete' && when === 'before') throw new Error('locked');
		};
		const { error, sent } = await sendAll({ refused: false, fails: true });
		expect(sent).toEqual([first]);
		expect(error?.message).toBe(`Not sent: SMS to ${second} (item 2)`);
		expect(error?.description).toContain(`${said.notFreed} (locked)`);
		expect(error?.description).toContain('1 of 3 is sent.');
	});
});

test('an item that is refused is sent after the wait, and so is one whose key was being taken', async () => {
	const { error, sent } = await sendAll({ refused: true, fails: false });
	expect(error).toBeUndefined();
	expect([...sent].sort()).toEqual([first, second]);
	expect(table.states).toEqual(['sent', 'sent']);
});
