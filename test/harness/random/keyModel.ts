/**
 * Processes that send messages with one Send Once Key, to one receiver or to several, over a model of n8n's store and of the service,
 * in virtual time. The claim, its row and the layers of a request are the shipped ones.
 */
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Failure } from '../../../nodes/VoiceSms/api/errors/failure';
import { attempts, RequestNotMade } from '../../../nodes/VoiceSms/api/flow/attempts';
import { Gate } from '../../../nodes/VoiceSms/api/flow/gate';
import { KeyClaim } from '../../../nodes/VoiceSms/layers/sendOnce/claim';
import { Keys } from '../../../nodes/VoiceSms/layers/sendOnce/keys';
import type { Ask } from '../n8n/deduplication';
import { storeOver } from '../n8n/deduplication';
import type { VirtualTime } from '../time/virtualTime';
import { virtualTime } from '../time/virtualTime';
import { logger } from '../n8n/log';
import { fake } from '../n8n/fake';

/** What befalls a process at one of its steps, in the order in which they come up. */
export type Step =
	| { is: 'fine'; ms: number }
	/** The process stands still. */
	| { is: 'paused'; ms: number }
	| { is: 'killed' }
	/** A statement is carried out, and its answer is lost. */
	| { is: 'lost'; ms: number }
	/** The connection is lost, and the statement is carried out later. */
	| { is: 'late'; ms: number }
	| { is: 'failed'; ms: number };

/** What the service does with a request. */
export type Answer =
	| { is: 'accepts'; afterMs: number }
	| { is: 'refuses'; status: 429 | 400; retryAfterMs: number }
	/** Carried out, without an answer until the timeout. */
	| { is: 'silent'; afterMs: number }
	| { is: 'unreachable' };

export interface Process {
	beginsAt: number;
	/** The receiver, in E.164 form. */
	to: string;
	steps: Step[];
	answers: Answer[];
}

export interface Report {
	/** When the service carried a message out, and which process sent it. */
	carriedOut: Array<{ at: number; process: number }>;
	/** When a process was told that the message may have been sent, and by which other one. */
	toldInDoubt: Array<{ at: number; process: number }>;
	/** Of each process: 'sent', 'skipped', or an error's message; undefined when it was killed. */
	outcomes: Array<string | undefined>;
	/** Rows of the key at the end. */
	rows: number;
}

const timeoutMs = 30_000;
const key = 'order-1042';
const usual: Step = { is: 'fine', ms: 2 };

export async function simulate(processes: Process[]): Promise<Report> {
	const time = virtualTime();
	const rows = new Map<string, { mode: string; data: string[] }>();
	const report: Report = { carriedOut: [], toldInDoubt: [], outcomes: [], rows: 0 };
	const all = processes.map(async (one, index) => {
		await time.sleep(one.beginsAt);
		// A killed process never comes back; its late statements do.
		report.outcomes[index] = await new Promise<string | undefined>((end) => {
			void run(one, index, time, rows, report, () => end(undefined)).then(end);
		});
	});
	await time.run(Promise.all(all).then(async () => await time.sleep(600_000)));
	report.rows = [...rows.keys()].filter((name) => name.includes(':key:')).length;
	return report;
}

async function run(
	one: Process,
	index: number,
	time: VirtualTime,
	rows: Map<string, { mode: string; data: string[] }>,
	report: Report,
	killed: () => void,
): Promise<string> {
	const steps = [...one.steps];
	const answers = [...one.answers];
	let resumesAt = 0;
	/** The process goes on, unless it was killed or stands still. */
	const goOn = async () => {
		while (time.passed() < resumesAt) await time.sleep(resumesAt - time.passed());
	};
	const ask: Ask = async (_call, row, statement) => {
		const step = row.includes(':try:') ? usual : (steps.shift() ?? usual);
		if (step.is === 'killed') {
			killed();
			return await new Promise<never>(() => {});
		}
		if (step.is === 'paused') resumesAt = time.passed() + step.ms;
		if (step.is === 'late') {
			void time.sleep(step.ms).then(() => {
				try {
					statement();
				} catch {
					// Nobody hears of it.
				}
			});
			await time.sleep(5);
			await goOn();
			throw new Error('connection lost');
		}
		if ('ms' in step) await time.sleep(step.is === 'paused' ? 2 : step.ms);
		if (step.is === 'failed') throw new Error('database is locked');
		const answer = statement();
		if (step.is === 'lost') throw new Error('connection lost');
		await goOn();
		return answer;
	};
	const clock = {
		...time,
		sleep: async (ms: number, signal?: AbortSignal) => {
			await time.sleep(ms, signal);
			await goOn();
		},
	};
	const node = fake<INode>({ id: 'node-1', name: 'Send', type: 'x', typeVersion: 1 });
	const workflow = { id: 'workflow-1', active: true };
	const store = storeOver(rows, ask);
	const context = fake<IExecuteFunctions & { node: INode }>({
		node,
		getNode: () => node,
		getWorkflow: () => workflow,
		helpers: {
			getProcessedDataCount: async (scope: 'node', options: never) =>
				await store.getProcessedDataCount(scope, { node, workflow }, options),
			checkProcessedAndRecord: async (items: never, scope: 'node', options: never) =>
				await store.checkProcessedAndRecord(items, scope, { node, workflow }, options),
			clearAllProcessedItems: async (scope: 'node', options: never) =>
				await store.clearAllProcessedItems(scope, { node, workflow }, options),
		},
	});
	const ended = new AbortController().signal;
	const sending = {
		node,
		key,
		receiver: one.to,
		nameInErrors: 'SMS to +1',
		itemIndex: 0,
		shownAt: 'there',
		timeoutMs,
	};
	const claim = new KeyClaim(new Keys(context, clock, ended), sending);
	const exchange = async (): Promise<object | Failure> => {
		const answer = answers.shift() ?? { is: 'accepts', afterMs: 100 };
		if (answer.is === 'unreachable') return { cause: 'notSent' };
		if (answer.is === 'refuses') {
			await time.sleep(50);
			await goOn();
			return { cause: 'status', status: answer.status, retryAfterMs: answer.retryAfterMs };
		}
		void time.sleep(answer.afterMs).then(() => {
			report.carriedOut.push({ at: time.passed(), process: index });
		});
		await time.sleep(answer.is === 'silent' ? timeoutMs : answer.afterMs);
		await goOn();
		return answer.is === 'silent' ? { cause: 'lost' } : {};
	};
	const gate = new Gate(1, clock, ended);
	const flow = { node, logger, clock, ended, leftMs: () => Infinity };
	const subject = { nameInErrors: 'SMS to +1' };
	try {
		await attempts(
			flow,
			gate,
			{ method: 'POST', path: '/api/sms/send', tries: 4, subject, claim },
			exchange,
		);
		return 'sent';
	} catch (error) {
		if (error instanceof RequestNotMade && claim.end.startsWith('used')) return 'skipped';
		const { context: facts, message } = error as { context: object; message: string };
		if ('onceKey' in facts) report.toldInDoubt.push({ at: time.passed(), process: index });
		return message;
	}
}
