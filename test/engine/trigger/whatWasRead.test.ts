import { testClock } from '../../harness/time/clock';
import { turnThePage } from '../../harness/n8n/followedCalls';
import { Poller } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import { companyNumbers } from '../../simulator';

const minute = 60_000;

/** A service that takes 100 requests a minute, and a poll each minute. */
async function limited(parameters: object) {
	const simulator = await service({ seed: empty });
	const requestOptions = { maxTries: 1, requestsAtOnce: 8 };
	const poller = new Poller(simulator, { ...parameters, requestOptions });
	const clock = testClock(simulator.clock.now());
	const poll = async () => {
		simulator.clock.advance(minute);
		await clock.sleep(minute);
		simulator.limitRate({ ratePerSecond: 0, burst: 100, retryAfter: false });
		return await poller.ids({ clock });
	};
	const polls = async (count: number) => {
		const givenOut: unknown[] = [];
		for (let number = 0; number < count; number++) givenOut.push(...(await poll()));
		return givenOut;
	};
	return { simulator, poller, poll, polls };
}

describe('a poll in which the service asks for fewer requests gives out what it has read', () => {
	const receive = (simulator: Awaited<ReturnType<typeof service>>, number: number) => {
		simulator.clock.advance(1_000);
		const from = `+1555777${String(number).padStart(4, '0')}`;
		return simulator.store.receiveSms({ from, to: companyNumbers[0], body: 'STOP' }).id;
	};

	it('of 300 conversations with news', async () => {
		const { simulator, poll, polls } = await limited({ event: 'smsReceived' });
		await poll();
		const ids = Array.from({ length: 300 }, (_, number) => receive(simulator, number));
		const givenOut = await polls(5);
		expect(givenOut.sort()).toEqual(ids.sort());
	});

	it('of a week without an event, after a restart that forgot it', async () => {
		const { simulator, poller, poll, polls } = await limited({ event: 'smsReceived' });
		for (let number = 0; number < 300; number++) receive(simulator, number);
		await poll();
		for (let number = 0; number < 300; number++) {
			simulator.clock.advance(1_000);
			const to = `+1555777${String(number).padStart(4, '0')}`;
			simulator.store.sendSms({ from: companyNumbers[0], to, body: 'news' });
			if (number % 50 === 49) await poll();
		}
		poller.restart();
		const stop = receive(simulator, 7);
		expect(await polls(5)).toEqual([stop]);
	});

	it('of 250 calls under way', async () => {
		const { simulator, poll, polls } = await limited({ event: 'callEnded' });
		const ids = Array.from({ length: 250 }, () => simulator.store.addCall({ endless: true }).id);
		await poll();
		turnThePage(simulator);
		await poll();
		ids.forEach((id) => simulator.store.endCall(id, 'ENDED'));
		const givenOut = await polls(16);
		expect(givenOut.sort()).toEqual(ids.sort());
	});

	it('of 150 recordings', async () => {
		const event = { event: 'callEnded', downloadRecording: true };
		const { simulator, poll, polls } = await limited(event);
		await poll();
		const ids = Array.from({ length: 150 }, () => {
			simulator.clock.advance(10);
			return simulator.store.addCall({ status: 'ENDED' }).id;
		});
		const givenOut = await polls(3);
		expect(givenOut.sort()).toEqual(ids.sort());
		expect(simulator.recordingRequests).toHaveLength(150);
	});
});
