import type { INode } from 'n8n-workflow';

import { Connection } from '../../../nodes/VoiceSms/api/connection';
import { Api } from '../../../nodes/VoiceSms/api/api';
import type { RunLimits } from '../../../nodes/VoiceSms/api/connection';
import type { RequestContext } from '../../../nodes/VoiceSms/api/access';
import { testClock } from '../../harness/time/clock';
import { logger } from '../../harness/n8n/log';
import { fake } from '../../harness/n8n/fake';
import { access } from '../../harness/n8n/access';

/** The timeouts of the requests that were made, in milliseconds. */
async function timeoutsOf(
	ask: (api: Api) => Promise<unknown>,
	limits: RunLimits,
	timeoutMs?: number,
): Promise<{ timeouts: unknown[]; error?: string }> {
	const timeouts: unknown[] = [];
	const timers = jest.spyOn(AbortSignal, 'timeout');
	const context = fake<RequestContext>({
		logger,
		getNode: () => ({ name: 'Voice and SMS' }) as INode,
		helpers: {
			httpRequestWithAuthentication: async () => {
				timeouts.push(timers.mock.lastCall?.[0]);
				return await Promise.resolve({
					statusCode: 200,
					headers: {},
					body: { success: true, data: {} },
				});
			},
		},
	});
	const connection = new Connection(context, access, testClock(), limits);
	const api = new Api(connection, { nameInErrors: 'x' }, { timeoutMs });
	const error = await ask(api).then(
		() => undefined,
		({ message }: Error) => message,
	);
	timers.mockRestore();
	return { timeouts, error };
}

const post = async (api: Api) => await api.post('/x', {});
const get = async (api: Api) => await api.get('/x');
const within = (ms: number, ask: typeof get) => async (api: Api) => await ask(api.within(ms));

describe('the time of a request', () => {
	it.each<[string, (api: Api) => Promise<unknown>, number | undefined, number]>([
		['a tool at once', post, 0, 45_000],
		['a tool after a while', post, 20_000, 25_000],
		['a tool at the last moment', post, 35_000, 10_000],
		['a tool that reads', get, 3_600_000, 45_000],
		['a tool that waits', within(90_000, get), 0, 90_000],
		['a tool that writes in time', within(20_000, post), 0, 30_000],
		['a tool that may write for long', within(90_000, post), 5_000, 40_000],
		['a person', post, undefined, 120_000],
		['a person who reads in time', within(20_000, get), undefined, 20_000],
		['a person who writes in time', within(20_000, post), undefined, 30_000],
	])('of %s', async (_name, ask, since, timeoutMs) => {
		const msSinceModelCall = since === undefined ? undefined : () => since;
		const { timeouts } = await timeoutsOf(ask, { msSinceModelCall }, 120_000);
		expect(timeouts).toEqual([timeoutMs]);
	});

	it.each<[string, (api: Api) => Promise<unknown>, number]>([
		['sends', post, 35_001],
		['updates', async (api) => await api.put('/x', {}), 3_600_000],
		['deletes', async (api) => await api.delete('/x'), 45_000],
	])('is over for a tool that %s too late', async (_name, ask, since) => {
		expect(await timeoutsOf(ask, { msSinceModelCall: () => since })).toEqual({
			timeouts: [],
			error: 'The service accepts no requests at the moment: x',
		});
	});

	it('of a write of a tool is the usual time, if that is shorter', async () => {
		const { timeouts } = await timeoutsOf(post, { msSinceModelCall: () => 5_000 });
		expect(timeouts).toEqual([30_000]);
	});
});
