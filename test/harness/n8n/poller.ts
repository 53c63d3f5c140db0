import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PollContext, TriggersAndPollers } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	IPollFunctions,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { type Clock, realClock } from '../../../nodes/VoiceSms/api/clock';
import { poll } from '../../../nodes/VoiceSms/trigger/poll';
import { VoiceSmsTrigger } from '../../../nodes/VoiceSms/VoiceSmsTrigger.node';
import { root } from '../../../sandbox/paths';
import type { Simulator, SimulatorOptions } from '../../simulator';
import { service } from '../service/service';
import { additionalDataWith, nodeOf, nodeTypesWith } from './engine';
import { logger } from './log';
import { untyped } from './fake';
import { inFewWords } from './wordCount';

export interface PollOptions {
	mode?: WorkflowExecuteMode;
	/** Given for the poll with which n8n starts the trigger; it comes before the first poll time. */
	activation?: WorkflowActivateMode;
	/** Milliseconds that n8n gives the poll; left out, n8n's own five minutes. */
	budgetMs?: number;
	clock?: Clock;
}

let pollers = 0;

const limits = readFileSync(join(root, 'docs', 'operators.md'), 'utf8');
const [, stated] = /^\| State that n8n keeps with the workflow \| (\d+) kB/m.exec(limits) ?? [];
/** The most bytes of a state, as docs/operators.md says it. */
const maxState = Number(stated) * 1000;

/** A trigger in n8n: polled by n8n-core, its static data kept as n8n keeps it. */
export class Poller {
	/** What the process of n8n knows. */
	staticData: IDataObject = {};
	/** What n8n's database has: it is saved on activation and with each execution that starts. */
	saved: IDataObject = {};
	/** Whether n8n keeps the state apart from the workflow: N8N_POLLER_DURABLE_CURSORS_ENABLED. */
	durableCursors = false;
	/** Warnings in n8n's log. */
	readonly log: string[] = [];
	credentialId = '1';
	name = 'Voice and SMS Trigger';
	/** The time of the service. Undefined: the clock of the node, so the node's own `poll` runs. */
	usualClock?: Clock = { ...realClock, now: () => this.simulator.clock.now() };
	/** Each is another workflow. */
	private readonly workflowId = `workflow-${++pollers}`;

	constructor(
		readonly simulator: Simulator,
		public parameters: IDataObject,
		public credential = { baseUrl: simulator.baseUrl, apiKey: simulator.apiKey },
	) {}

	/** One poll, in a context of its own. The simulator's request log then holds its requests. */
	async poll(options: PollOptions = {}): Promise<INodeExecutionData[]> {
		return await this.pollIn(this.context(options), options);
	}

	/** The identifiers of what one poll gives out. */
	async ids(options?: PollOptions): Promise<unknown[]> {
		const ids = (await this.poll(options)).map(({ json }) => json.id);
		// In Jest [undefined] equals [], so that an event without an identifier would go unseen.
		expect(ids).not.toContain(undefined);
		return ids;
	}

	/** n8n begins anew with what it had saved: the state of a poll without events may be lost. */
	restart() {
		this.staticData = copy(this.saved);
	}

	/** One poll in a context that may have served others before, as it does in n8n's own process. */
	async pollIn(context: PollContext, { mode, activation, clock }: PollOptions = {}) {
		const { workflow, node } = untyped<{ workflow: Workflow; node: INode }>(context);
		if (this.durableCursors) this.restart();
		workflow.staticData = copy(this.staticData) as Workflow['staticData'];
		this.simulator.requests.length = 0;
		let output: INodeExecutionData[][] | null;
		try {
			output = await new TriggersAndPollers().runPollFunction(
				untyped<Workflow>({
					...workflow,
					nodeTypes: nodeTypesWith(triggerWith(clock ?? this.usualClock)),
				}),
				node,
				context,
			);
		} catch (error) {
			inFewWords({ error: error as Error });
			throw error;
		} finally {
			// The state of a poll that fails is not to change, whether n8n keeps it or not.
			this.staticData = copy(workflow.staticData);
		}
		expect(output === null || output[0].length > 0).toBe(true);
		expect(JSON.stringify(this.staticData).length).toBeLessThan(maxState);
		if (mode === 'manual') return output?.[0] ?? [];
		if (output !== null || this.keepsWithoutEvents(activation)) this.saved = copy(this.staticData);
		return output?.[0] ?? [];
	}

	/**
	 * Durable cursors are kept after each poll but the one that starts the trigger (n8n-core,
	 * poll-trigger-executor.js), static data after that one only.
	 */
	private keepsWithoutEvents(activation?: WorkflowActivateMode): boolean {
		if (this.durableCursors) return activation === undefined;
		return !(`node:${this.name}` in this.saved);
	}

	/** What n8n hands a poll. */
	context({ mode = 'trigger', activation = 'update', budgetMs }: PollOptions = {}): PollContext {
		const node = nodeOf('trigger-1', this.name, 'n8n-nodes-voice-sms.voiceSmsTrigger', {
			parameters: this.parameters as INode['parameters'],
			credentials: { voiceSmsApi: { id: this.credentialId, name: 'Voice and SMS account' } },
		});
		const workflow = new Workflow({
			id: this.workflowId,
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: nodeTypesWith(voiceSmsTrigger),
		});
		const context = new PollContext(
			workflow,
			workflow.getNode(node.name) as INode,
			additionalDataWith(async () => ({ ...this.credential })),
			mode,
			activation,
			undefined,
			undefined,
			async () => {
				if (this.durableCursors) this.saved = copy(workflow.staticData);
			},
			undefined,
			undefined,
			budgetMs === undefined ? undefined : () => budgetMs,
		);
		const warn = (message: string) => void this.log.push(message);
		return Object.defineProperty(context, 'logger', { value: { ...logger, warn } });
	}
}

/** A trigger at a simulator of its own, which is closed when the test ends. */
export async function polling(parameters: IDataObject, options?: SimulatorOptions) {
	const simulator = await service(options);
	return { simulator, poller: new Poller(simulator, parameters) };
}

/** n8n, too, has one of it in a process. */
const voiceSmsTrigger = new VoiceSmsTrigger();

/** The shipped trigger, or the same with a clock of the test's. */
function triggerWith(clock?: Clock): INodeType {
	if (clock === undefined) return voiceSmsTrigger;
	return {
		description: voiceSmsTrigger.description,
		async poll(this: IPollFunctions) {
			return await poll(this, clock);
		},
	};
}

function copy(data: unknown): IDataObject {
	const kept = JSON.parse(JSON.stringify(data ?? {})) as IDataObject;
	// n8n's own mark, which it does not save either.
	delete kept.__dataChanged;
	return kept;
}
