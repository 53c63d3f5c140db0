import type { IDataObject } from 'n8n-workflow';

import { Poller } from '../../harness/poller';
import { empty, service as startService } from '../../harness/service';
import { manualClock } from '../../simulator';

const service = async () => await startService({ seed: empty, clock: manualClock(Date.now()) });

async function begin(parameters: IDataObject = {}) {
	const simulator = await service();
	const poller = new Poller(simulator, { event: 'callEnded', ...parameters });
	await poller.poll();
	return { simulator, poller };
}

describe.each([
	['""', ''],
	['"."', '.'],
	['".."', '..'],
	['missing', undefined as unknown as string],
])('a call whose ID is %s', (_, id) => {
	it('is not followed, and stops no other', async () => {
		const { simulator, poller } = await begin();
		simulator.store.addCall({ id, endless: true });
		expect(await poller.ids()).toEqual([]);
		expect(poller.log).toEqual([expect.stringMatching(/^Not followed, .* ID/)]);
		for (let number = 0; number < 60; number++) {
			simulator.clock.advance(15_000);
			simulator.store.addCall({ status: 'ENDED' });
		}
		expect(await poller.ids()).toHaveLength(60);
		const next = simulator.store.addCall({ status: 'ENDED' });
		expect(await poller.ids()).toEqual([next.id]);
		expect(poller.log).toHaveLength(1);
	});

	it('is not followed from the baseline on either', async () => {
		const simulator = await service();
		simulator.store.addCall({ id, endless: true });
		const poller = new Poller(simulator, { event: 'callEnded' });
		await poller.poll();
		expect(poller.log).toEqual([expect.stringMatching(/^Not followed, .* ID/)]);
		const next = simulator.store.addCall({ status: 'ENDED' });
		expect(await poller.ids()).toEqual([next.id]);
	});

	it('comes out when it is over, without its recording', async () => {
		const options = { recordingPolls: 1 };
		const { simulator, poller } = await begin({ downloadRecording: true, options });
		simulator.store.addCall({ id, status: 'ENDED' });
		simulator.clock.advance(1_000);
		const other = simulator.store.addCall({ status: 'ENDED' });
		const items = await poller.poll();
		expect(items.map(({ json }) => json.id)).toEqual([id, other.id]);
		expect(items[0].json).toMatchObject({
			recordingAttached: false,
			recordingNote: expect.stringContaining('ID'),
		});
	});
});
