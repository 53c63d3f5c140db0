import { waitFor } from '../../sandbox/progress';
import { startQueue, type Queue } from '../../sandbox/queue/queue';
import { start, until } from './executions';
import { polling } from './polling';
import { inARow, n8nNode, sendSms, smsNode, workerOf } from './workflows';

jest.setTimeout(5 * 60_000);

/** n8n's durable cursors: main keeps the state of triggers apart from the workflow. */
const durableCursors = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};
/** A worker that is gone is missed after seconds; by default it takes a minute and a half. */
const soonMissed = {
	QUEUE_WORKER_LOCK_DURATION: '8000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '4000',
};

describe('n8n in queue mode, with durable cursors and short locks', () => {
	let queue: Queue;

	beforeAll(async () => {
		// By default main has two connections, and requests of n8n that wait for a lock take them all.
		const env = { ...durableCursors, ...soonMissed, DB_POSTGRESDB_POOL_SIZE: '10' };
		queue = await startQueue({ home: 'queueSettings', fresh: true, env });
	});
	beforeEach(() => queue.simulator.reset());
	afterAll(async () => await queue?.stop());

	polling(() => queue, 'poller_state');

	it('an execution whose worker does not come back ends as an error, with nothing to retry', async () => {
		queue.simulator.fail({ method: 'POST' }, { kind: 'hang' });
		const id = await start(queue, workflow);
		await waitFor('the request', 60, async () => {
			return queue.simulator.requests.find(({ method }) => method === 'POST');
		});
		const index = workerOf(queue, id);
		await queue.killWorker(index);
		const { runData } = await until(queue, id, 'error');
		expect(runData).toStrictEqual({});
		const { data: retried } = await queue.n8n.rest.post<{ status: string }>(
			`/executions/${id}/retry`,
			{},
		);
		expect(retried.status).toBe('error');
		expect(queue.simulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
		await queue.restartWorker(index);
	});
});

const workflow = inARow('queueLost', [
	n8nNode('Start', 'manualTrigger'),
	smsNode('Send', sendSms('Hello')),
]);
