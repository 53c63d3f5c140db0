// Each look of a wait once kept 3 KB until the wait was over: of 1,000 calls looked at for an hour, 2 GB.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { INode } from 'n8n-workflow';

import { realClock } from '../../nodes/VoiceSms/api/clock';
import { connect } from '../../nodes/VoiceSms/api/connect';
import type { RequestContext } from '../../nodes/VoiceSms/api/request';
import { readAccess } from '../../nodes/VoiceSms/api/request';

setFlagsFromString('--expose_gc');
const gc = runInNewContext('gc') as () => void;
const turn = async (ms = 0) => await new Promise((resolve) => setTimeout(resolve, ms));

async function heapAfterGc(): Promise<number> {
	gc();
	await turn(50);
	gc();
	return process.memoryUsage().heapUsed / 1e6;
}

test.each<[string, number | undefined]>([
	['without a limit of its own', undefined],
	['with ten minutes left', 600_000],
])('looks leave nothing behind: %s', async (_name, withinMs) => {
	const cancel = new AbortController();
	const context = {
		getNode: () => ({ name: 'n', type: 'voiceSms', typeVersion: 1 }) as INode,
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://host.example/api/v1', apiKey: 'key_1' }),
		getExecutionCancelSignal: () => cancel.signal,
		helpers: {
			httpRequestWithAuthentication: async () =>
				await Promise.resolve({
					statusCode: 200,
					headers: {},
					body: { success: true, data: { call: { id: 'c', status: 'ONGOING' } } },
				}),
		},
	} as unknown as RequestContext;
	const connection = connect(context, await readAccess(context), realClock);
	const api = connection.api({ thing: 'call 1' });
	const look = async (times: number) => {
		for (let n = 0; n < times; n++) {
			await api.get('/api/calls/c', 'call', withinMs);
			if (n % 500 === 0) await turn();
		}
	};
	await look(2000);
	const before = await heapAfterGc();
	await look(10_000);
	expect((await heapAfterGc()) - before).toBeLessThan(10);
});
