import { callAtEnd } from '../../../../nodes/VoiceSms/operations/wait/callEnd';
import type { OperationContext } from '../../../../nodes/VoiceSms/operations/context';
import { testClock, waitOn } from '../../../harness/time/clock';
import { fake, untyped } from '../../../harness/n8n/fake';

test('the requests of a look and the download share the time that is left of the Wait Limit', async () => {
	const clock = testClock();
	const within: number[] = [];
	const took = async <T>(answer: T) => {
		await clock.sleep(2000);
		return answer;
	};
	const context = fake<OperationContext>({
		...clock,
		api: {
			about() {
				return this;
			},
			within(ms: number) {
				within.push(ms);
				return this;
			},
			get: async () => await took({ callId: 'c1', recordingUrl: 'https://files.example/1.wav' }),
			getRecord: async () => await took({ id: 'c1', status: 'ENDED' }),
			download: async () => await took({ data: '', mimeType: 'audio/wav' }),
		},
		wait: waitOn(clock),
		leftMs: () => Infinity,
	});
	const waiting = { intervalMs: 5000, limitMs: 60_000 };
	await callAtEnd({ id: 'c1', status: 'REGISTERED' }, { waiting, fileField: 'data' }, context);
	expect(within).toStrictEqual([55_000, 53_000, 51_000]);
});

test('a call without an ID cannot be waited for', async () => {
	const begun = callAtEnd(
		{ status: 'REGISTERED' },
		{ waiting: { intervalMs: 5000, limitMs: 60_000 }, fileField: undefined },
		untyped(testClock()),
	);
	await expect(begun).rejects.toThrow('no valid ID');
});

test('a call that is over from the start is given as it is, without a request', async () => {
	const context = untyped(testClock());
	const ended = { id: 'c1', status: 'ENDED' };
	const waiting = { intervalMs: 5000, limitMs: 60_000 };
	expect(await callAtEnd(ended, { waiting, fileField: undefined }, context)).toBe(ended);
});

test.each([
	['ERROR', 2],
	['ENDED', 4],
])('the recording of a call with the status %s is looked for %i times', async (status, times) => {
	const clock = testClock();
	const asked: string[] = [];
	const context = fake<OperationContext>({
		...clock,
		api: {
			about() {
				return this;
			},
			within() {
				return this;
			},
			get: async (path: string) => {
				asked.push(path);
				return await Promise.resolve({ callId: 'c1', recordingUrl: null });
			},
		},
		wait: waitOn(clock),
		leftMs: () => Infinity,
	});
	const waiting = { intervalMs: 5000, limitMs: 20_000 };
	const answer = await callAtEnd({ id: 'c1', status }, { waiting, fileField: 'data' }, context);
	expect(answer).toMatchObject({ recordingAttached: false });
	expect(asked).toStrictEqual(Array(times).fill('/api/calls/c1/recording'));
});
