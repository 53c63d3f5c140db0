import type { Queue } from './queue';

/** Starts each worker that ends by itself or is killed again, as a supervisor does, until told to stop. */
export function restartWorkers(queue: Queue): { stop(): void } {
	let stopped = false;
	const watch = (index: number) => {
		queue.workers[index].crashed.catch(async ({ message }: Error) => {
			if (stopped) return;
			console.log(`\nWorker ${index + 1}: ${message.split('\n')[0]}`);
			try {
				await queue.restartWorker(index);
				console.log(`worker ${index + 1}     process ${queue.workers[index].pid}`);
				watch(index);
			} catch (error) {
				if (!stopped) console.error((error as Error).message);
			}
		});
	};
	queue.workers.forEach((_, index) => watch(index));
	return {
		stop() {
			stopped = true;
		},
	};
}
