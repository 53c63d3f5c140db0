import type { IDataObject } from 'n8n-workflow';

import { Poller } from '../../harness/n8n/poller';
import { following } from '../../harness/n8n/followedCalls';
import { empty, service } from '../../harness/service/service';
import { serviceTime } from '../../harness/time/serviceTime';
import { manualClock } from '../../simulator';
import { untyped } from '../../harness/n8n/fake';

const { time: clock, watch } = serviceTime();

it('the address of a recording that the service never gives does not use up the poll', async () => {
	const { simulator, poller, calls } = await following(3, { downloadRecording: true });
	watch(simulator);
	const [bad, ...others] = calls;
	calls.forEach((id) => simulator.store.endCall(id, 'ENDED'));
	simulator.fail({ path: `/api/calls/${bad}/recording` }, { kind: 'hang' }, Infinity);
	const budgetMs = 2_000;
	for (let polls = 0; polls < 2; polls++) {
		const ids = await clock.run(poller.ids({ clock, budgetMs }));
		expect(ids.sort()).toEqual(polls === 0 ? others : []);
	}
	simulator.clearFaults();
	expect(await clock.run(poller.ids({ clock, budgetMs }))).toEqual([bad]);
});

/** A service in the present: the recording of a call of long ago would not be waited for. */
const present = async () => await service({ seed: empty, clock: manualClock(Date.now()) });

async function begin(parameters: IDataObject = {}) {
	const simulator = await present();
	const poller = new Poller(simulator, { event: 'callEnded', ...parameters });
	await poller.poll();
	return { simulator, poller };
}

describe.each([
	['""', ''],
	['"."', '.'],
	['".."', '..'],
	['missing', untyped(undefined)],
])('a call whose ID is %s', (_, id) => {
	it('comes out when it ends, also from the baseline on, and stops no other', async () => {
		for (const isOld of [true, false]) {
			const simulator = await present();
			const poller = new Poller(simulator, { event: 'callEnded' });
			if (!isOld) await poller.poll();
			const call = simulator.store.addCall({ id, endless: true });
			expect(await poller.poll()).toEqual([]);
			const next = simulator.store.addCall({ status: 'ENDED' });
			expect(await poller.ids()).toEqual([next.id]);
			simulator.store.calls.set(call.id, { ...call, status: 'ENDED' });
			expect(await poller.poll()).toHaveLength(1);
			expect(await poller.poll()).toEqual([]);
		}
	});

	it('comes out when it is over, without its recording', async () => {
		const options = { recordingPolls: 1 };
		const { simulator, poller } = await begin({ downloadRecording: true, options });
		simulator.store.addCall({ id, status: 'ENDED' });
		simulator.clock.advance(1_000);
		const other = simulator.store.addCall({ status: 'ENDED' });
		const items = await poller.poll();
		expect(items.map(({ json }) => json.id)).toStrictEqual([id ?? null, other.id]);
		expect(items[0].json).toMatchObject({
			recordingAttached: false,
			recordingNote: expect.any(String),
		});
	});
});
