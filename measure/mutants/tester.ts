import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';

/** A test file to run. */
export interface Order {
	test: string;
	/** Numbers of the tests to run, until one fails; all when left out. */
	only?: number[];
	/** Texts that stand for those of shipped files, by the path from the root. */
	sources: Record<string, string>;
	/** Number of changes that a test can leave a mark for. */
	changes: number;
}

export interface Ran {
	/** Its place in the file. */
	number: number;
	name: string;
	ms: number;
	/** Of these, what the processor worked: the same on a busy machine. */
	workMs: number;
	failed: boolean;
	/** Numbers of the changes whose place it passed. */
	marks: number[];
}

/** What came of an order. */
export interface Answer {
	tests: Ran[];
	/** Numbers of the changes whose place was passed outside of the tests. */
	loading: number[];
	/** Why the file, or a hook in it, failed. */
	error?: string;
}

/** A process grows with what n8n keeps of each execution. */
const ordersPerProcess = 300;

/** One process at a time that runs test files; a new one after a hang or an end. */
export class Tester {
	private child?: ChildProcess;
	private orders = 0;

	/** Whether no earlier order can have left anything behind in the process. */
	get isFresh(): boolean {
		return this.orders % ordersPerProcess === 0;
	}

	/** Undefined when the process ends, or does not answer within so many milliseconds. */
	async run(order: Order, ms: number): Promise<Answer | undefined> {
		if (this.orders === ordersPerProcess) this.stop();
		const child = (this.child ??= start());
		this.orders++;
		const answer = await new Promise<Answer | undefined>((resolve) => {
			const timer = setTimeout(resolve, ms, undefined);
			const end = (said?: Answer) => {
				clearTimeout(timer);
				resolve(said);
			};
			child.once('message', end).once('exit', () => end());
			child.send(order);
		});
		child.removeAllListeners();
		if (answer === undefined) this.stop();
		return answer;
	}

	/** Ends the process; the next order gets a new one. */
	stop(): void {
		this.child?.kill('SIGKILL');
		this.child = undefined;
		this.orders = 0;
	}
}

function start(): ChildProcess {
	const before = ['tsx/cjs', join(root, 'test/harness/jest/environment.ts')];
	return fork(join(__dirname, 'child.ts'), {
		cwd: root,
		execArgv: before.flatMap((module) => ['--require', module]),
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
}
