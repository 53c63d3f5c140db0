import axios from 'axios';
import { address, freePort, runN8n, withLog, type N8nProcess } from '../n8nProcess';
import { waitFor } from '../progress';

const startSeconds = 240;

export interface Worker extends N8nProcess {
	/** Of its health check; a worker has no editor. */
	url: string;
}

/**
 * Starts a worker and waits until it takes work.
 *
 * @param concurrency executions at a time
 */
export async function startWorker(
	userFolder: string,
	concurrency: number,
	env: NodeJS.ProcessEnv,
): Promise<Worker> {
	const port = await freePort();
	const url = `http://${address}:${port}`;
	const worker = await runN8n(['worker', `--concurrency=${concurrency}`], userFolder, {
		env: {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: address,
			...env,
		},
	});
	try {
		const ready = waitFor('the worker to start', startSeconds, async () => {
			const answer = await axios
				.get(`${url}/healthz/readiness`, { proxy: false, timeout: 5_000 })
				.catch(() => undefined);
			return answer && true;
		});
		await Promise.race([worker.crashed, ready]);
	} catch (error) {
		await worker.stop();
		throw withLog(error as Error, worker.logFile);
	}
	return { ...worker, url };
}
