import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import type { Order, Word } from './worker';

/** How an order ended; `lost` when its time was over or its process ended. */
export type Ending = Exclude<Word, { kind: 'ready' | 'begins' }> | { kind: 'lost'; why: string };

/** A process grows with what n8n keeps of each execution. */
const ordersPerProcess = 150;

/** One process at a time that carries out orders, replaced when it hangs or ends. */
export class Worker {
	private child: ChildProcess | undefined;
	private orders = 0;

	/** @param limitOf milliseconds that a test may take, or the loading of its file (name '') */
	constructor(private readonly limitOf: (test: string, name: string) => number) {}

	/** True when nothing ran in the process before that could change what comes next. */
	get isFresh(): boolean {
		return this.orders === 0;
	}

	async carryOut(order: Order): Promise<Ending> {
		if (this.orders >= ordersPerProcess) this.stop();
		const child = (this.child ??= await start());
		this.orders++;
		return await new Promise<Ending>((resolve) => {
			let timer: NodeJS.Timeout | undefined;
			const end = (ending: Ending) => {
				clearTimeout(timer);
				child.off('message', hear);
				child.off('exit', exited);
				if (ending.kind === 'lost') this.stop();
				resolve(ending);
			};
			const within = (ms: number, what: string) => {
				clearTimeout(timer);
				timer = setTimeout(() => end({ kind: 'lost', why: `no end of ${what}` }), ms);
			};
			const hear = (word: Word) => {
				if (word.kind === 'begins')
					within(this.limitOf(word.test, word.name), word.name || word.test);
				else if (word.kind !== 'ready') end(word);
			};
			const exited = (code: number | null) => end({ kind: 'lost', why: `ended (code ${code})` });
			child.on('message', hear);
			child.once('exit', exited);
			within(120_000, 'loading');
			child.send(order);
		});
	}

	/** Ends the process; the next order gets a new one. */
	stop(): void {
		this.child?.removeAllListeners('exit');
		this.child?.kill('SIGKILL');
		this.child = undefined;
		this.orders = 0;
	}
}

async function start(): Promise<ChildProcess> {
	const child = fork(join(__dirname, 'worker.ts'), {
		cwd: root,
		execArgv: [
			'--require',
			'tsx/cjs',
			'--max-old-space-size=1500',
			'--require',
			join(root, 'test/harness/environment.ts'),
		],
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	});
	let said = '';
	child.stderr?.on('data', (text) => (said = `${said}${String(text)}`.slice(-2_000)));
	return await new Promise((resolve, reject) => {
		child.once('message', () => resolve(child));
		child.once('exit', () => reject(new Error(`A worker could not start:\n${said}`)));
	});
}
