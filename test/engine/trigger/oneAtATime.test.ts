import type { PollContext } from 'n8n-core';
import type { IBinaryData, Workflow } from 'n8n-workflow';

import { Poller } from '../../harness/poller';
import { empty, service as startService } from '../../harness/service';
import { manualClock } from '../../simulator';

const service = async () => await startService({ seed: empty, clock: manualClock(Date.now()) });

/** A promise that the test settles. */
function pending<Value>() {
	let settle: (value: Value) => void = () => {};
	const promise = new Promise<Value>((resolve) => (settle = resolve));
	return { promise, settle };
}

/** n8n's binary store as the poll of a context sees it. */
function storeOf({ helpers }: PollContext, store: () => Promise<IBinaryData>) {
	(helpers as { prepareBinaryData: unknown }).prepareBinaryData = store;
}

describe("a poll that n8n's binary store never answers", () => {
	const budgetMs = 1_000;

	/** Such a poll of Call Ended, one call being over. */
	async function stuck() {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded', downloadRecording: true });
		await poller.poll();
		const { id } = simulator.store.addCall({ status: 'ENDED' });
		const { promise, settle } = pending<IBinaryData>();
		const begun = pending<void>();
		const context = poller.context({ budgetMs });
		const store = async () => {
			begun.settle();
			return await promise;
		};
		storeOf(context, store);
		return { poller, id, context, store, begun: begun.promise, settle };
	}

	it('fails when its time is over, and the next one gives out what it left', async () => {
		const { poller, id, context } = await stuck();
		await expect(poller.pollIn(context)).rejects.toThrow('longer than n8n gives it');
		expect(await poller.ids()).toEqual([id]);
		expect(poller.log).toEqual([]);
	});

	it('writes no state when the store answers after all', async () => {
		const { poller, context, settle } = await stuck();
		const { workflow } = context as unknown as { workflow: Workflow };
		await expect(poller.pollIn(context)).rejects.toThrow('longer than n8n gives it');
		const before = JSON.stringify(workflow.staticData);
		settle({ data: '', mimeType: 'audio/wav' });
		// What comes of it is a matter of promises alone, all of which come before a request's answer.
		await poller.poll();
		expect(JSON.stringify(workflow.staticData)).toBe(before);
	});

	it('fails in time in the editor, too', async () => {
		const { poller, store } = await stuck();
		const manual = poller.context({ mode: 'manual', budgetMs });
		storeOf(manual, store);
		await expect(poller.pollIn(manual, { mode: 'manual' })).rejects.toThrow('longer than n8n');
	});

	it('has the one that is passed over meanwhile named in the log', async () => {
		const { poller, context, begun } = await stuck();
		const first = poller.pollIn(context);
		await begun;
		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([expect.stringContaining('still under way')]);
		await expect(first).rejects.toThrow('longer than n8n gives it');
	});
});

it('a poll is passed over while another is under way, and the log says so', async () => {
	const simulator = await service();
	const poller = new Poller(simulator, { event: 'callCreated' });
	await poller.poll();
	const { id } = simulator.store.addCall();
	simulator.latencyMs = 200;
	const first = poller.ids();
	expect(await poller.poll()).toEqual([]);
	expect(poller.log).toEqual([expect.stringContaining('still under way')]);
	expect(await first).toEqual([id]);
});

describe('publishing while a poll is under way', () => {
	it('waits for it, then takes the baseline: nothing of what comes after is lost', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callCreated' });
		await poller.poll();
		simulator.latencyMs = 200;
		const slow = poller.poll();
		const context = poller.context({ activation: 'activate' });
		await poller.pollIn(context);
		await slow;
		const { id } = simulator.store.addCall();
		expect((await poller.pollIn(context)).map(({ json }) => json.id)).toStrictEqual([id]);
		expect(poller.log).toEqual([]);
	});

	it('waits no longer than its own time', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callCreated' });
		simulator.fail({}, { kind: 'hang' }, Infinity);
		const slow = poller.poll({ budgetMs: 1_500 });
		const fresh = poller.poll({ activation: 'activate', budgetMs: 300 });
		await expect(fresh).rejects.toThrow('longer than n8n gives it');
		await expect(slow).rejects.toThrow('longer than n8n gives it');
	});

	it('waits in the same context without a second baseline', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callCreated' });
		const context = poller.context({ activation: 'activate' });
		simulator.latencyMs = 200;
		const both = await Promise.all([poller.pollIn(context), poller.pollIn(context)]);
		expect(both).toEqual([[], []]);
		const { id } = simulator.store.addCall();
		expect((await poller.pollIn(context)).map(({ json }) => json.id)).toStrictEqual([id]);
	});
});
