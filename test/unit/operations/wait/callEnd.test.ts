import type { IDataObject } from 'n8n-workflow';

import { callAtEnd } from '../../../../nodes/VoiceSms/operations/wait/callEnd';
import type { Surroundings } from '../../../../nodes/VoiceSms/operations/operation';
import { testClock } from '../../../harness/clock';

test('the requests of a look and the download share the time that is left of the Wait Limit', async () => {
	const clock = testClock();
	const within: number[] = [];
	const took = async <T>(withinMs: number, answer: T) => {
		within.push(withinMs);
		await clock.sleep(2000);
		return answer;
	};
	const surroundings = {
		...clock,
		api: {
			get: async (path: string, _key: string, withinMs: number) =>
				await took<IDataObject>(
					withinMs,
					path.endsWith('/recording')
						? { callId: 'c1', recordingUrl: 'https://files.example/1.wav' }
						: { id: 'c1', status: 'ENDED' },
				),
			download: async (_url: string, _name: string, _store: unknown, withinMs: number) =>
				await took(withinMs, { data: '', mimeType: 'audio/wav' }),
		},
		wait: async (ms: number) => {
			await clock.sleep(ms);
			return true;
		},
	} as unknown as Surroundings;
	const waiting = { intervalMs: 5000, limitMs: 60_000 };
	await callAtEnd({ id: 'c1', status: 'REGISTERED' }, { waiting, fileField: 'data' }, surroundings);
	expect(within).toStrictEqual([55_000, 53_000, 51_000]);
});
