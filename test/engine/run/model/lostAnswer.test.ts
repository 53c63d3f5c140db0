import { rowOf, withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runAt, type NodeRun } from '../../../harness/n8n/engine';
import { keyedSend } from '../../../harness/n8n/keyedSend';
import { said } from '../../../harness/n8n/messages';

const { simulator, table } = withSimulatorAndStore();

const [to, key] = ['+15550209999', 'order-1042'];
const send = async (settings: NodeRun['settings'] = {}) => {
	const { items, errorItems, error } = await runAt(simulator, keyedSend(), {
		items: [{ to, key }],
		asTool: true,
		settings,
	});
	return error?.message ?? JSON.stringify([...items, ...errorItems]);
};

test('a model is not told that nothing was sent of an SMS whose answer was lost', async () => {
	simulator.fail({}, { kind: 'reset', processed: true });
	const told = await send();
	expect(told).toContain(`It ${said.unclear} SMS to +15550209999 was sent`);
	expect(told).not.toContain(said.nothingSentOf);
	expect(told).not.toMatch(/\bkey\b/);
});

test('a model is told why an SMS was refused, also when its key could not be freed', async () => {
	simulator.fail({}, { kind: 'status', status: 400 });
	table.fault = (call) => {
		if (call === 'delete') throw new Error('the database is down');
	};
	const told = await send();
	expect(told).toContain('SMS to +15550209999 was not sent');
	expect(told).not.toContain('may have been sent');
	expect(told).not.toMatch(/\bkey\b/);
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'On Error: %s: no model is told the key of a lost message',
	async (onError) => {
		simulator.fail({ method: 'POST' }, { kind: 'status', status: 500, processed: true });
		for (const told of [await send({ onError }), await send({ onError })]) {
			expect(told).toContain('Do not do it again');
			expect(told).not.toContain(key);
		}
	},
);

test('a model is told that the store took no key, and not which', async () => {
	table.fault = async () => await Promise.reject(new Error('database is locked'));
	const told = await send();
	expect(told).toContain('n8n could not save its key');
	expect(told).toContain('database is locked');
	expect(told).not.toContain(key);
	expect(simulator.requests).toEqual([]);
});

test('no model is told the key that the store could not note', async () => {
	table.fault = async (statement, when, row) => {
		if (statement !== 'update' || when !== 'before' || row !== rowOf(to, key)) return;
		await Promise.reject(new Error('database is locked'));
	};
	const told = await send();
	expect(told).toContain(simulator.ledger[0].id);
	expect(told).not.toContain(key);
});
