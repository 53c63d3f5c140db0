import { settle } from '../time/turns';

/** A running execution of n8n. */
interface Execution extends PromiseLike<unknown> {
	cancel(): void;
}

const running = new Set<Execution>();

/** The execution ends with its test: one that is under way then, as the test failed, is canceled. */
export function endsWithTest<T extends Execution>(execution: T): T {
	running.add(execution);
	const over = () => void running.delete(execution);
	execution.then(over, over);
	return execution;
}

// `readingsMain.ts` runs without jest.
(globalThis as Partial<typeof globalThis>).afterEach?.(async () => {
	const left = [...running];
	for (const execution of left) execution.cancel();
	// All that a canceled run still does needs neither the network nor a timer.
	await Promise.race([Promise.allSettled(left), settle(500)]);
});
