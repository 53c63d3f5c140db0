/** Plays cases in which items run twice: by n8n's tries, "Retry" or another execution. */
import type { IDataObject } from 'n8n-workflow';

import type { Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';
import { fates, type Case } from './doubleRunCases';
import { locator, runNode, type NodeResult } from '../n8n/engine';
import { collections } from '../n8n/options';
import type { VirtualTime } from '../time/virtualTime';

/** Milliseconds that an answer may take, in cases with one that takes longer. */
const timeout = 80;

/** A message or call at the service. */
export interface Entry {
	id: string;
	execution: number;
	row: number;
	/** The try of n8n, from 1, counted over all runs of the execution. */
	run: number;
	to: number;
	/** Whether its number had the tag when it came. */
	wasTagged: boolean;
}

/** What a run of the node told, and what the service had then. */
export interface Told extends NodeResult {
	execution: number;
	entries: Entry[];
	/** Numbers whose contact had the tag. */
	tagged: Set<number>;
}

/** A case that is played. */
interface Play {
	simulator: Simulator;
	one: Case;
	entries: Entry[];
	tagged: Set<number>;
	/** Tries of n8n so far, of each execution. */
	tries: [number, number];
}

/** Plays cases against a simulator that tells it what was carried out. */
export class DoubleRuns {
	/** Cases so far: the name of a message begins with it. */
	private played = 0;
	private play?: Play;

	constructor(private readonly time: VirtualTime) {}

	/** To be called when the simulator has carried something out, before its answer leaves. */
	carriedOut(operationId: string) {
		if (this.play === undefined || !['sendSms', 'startCall'].includes(operationId)) return;
		const { simulator, entries, tries, tagged, one } = this.play;
		const { id, body } = simulator.ledger[simulator.ledger.length - 1];
		const { body: text, metadata } = body as { body?: string; metadata?: { text: string } };
		const [played, execution, row] = (text ?? metadata?.text ?? '').split(' ').map(Number);
		if (played !== this.played) throw new Error('It came when its case was over');
		const { to } = one.rows[row];
		entries.push({ id, execution, row, run: tries[execution], to, wasTagged: tagged.has(to) });
		const count = entries.filter((entry) => entry.to === to).length;
		if (count === one.taggedAfter[to]) this.tag(to);
	}

	/** What each run of a case told, in their order, and all that the service has at the end. */
	async of(simulator: Simulator, one: Case): Promise<{ told: Told[]; entries: Entry[] }> {
		simulator.reset();
		this.played++;
		const play: Play = { simulator, one, entries: [], tagged: new Set(), tries: [0, 0] };
		this.play = play;
		this.begin(play);
		const { time } = this;
		const run = async (execution: number, earlier?: Told) =>
			await this.run(play, execution, earlier);
		const { entries } = play;
		if (one.then === 'beside' && one.keys !== 'none') {
			return { told: await time.run(Promise.all([run(0), run(1)])), entries };
		}
		const told = [await time.run(run(0))];
		const isFailed = told[0].error !== undefined;
		if (one.then === 'retry' && isFailed) told.push(await time.run(run(0, told[0])));
		if (one.then === 'after' && one.keys !== 'none') told.push(await time.run(run(1)));
		return { told, entries };
	}

	private begin({ simulator, one }: Play) {
		one.taggedAfter.forEach((after, to) => {
			if (after === 0) this.tag(to);
		});
		for (const fate of one.lookUps) simulator.fail({ method: 'GET' }, fates[fate]);
		one.rows.forEach(({ fates: all }, index) => {
			all.forEach((each, execution) => {
				const text = this.nameOf(execution, index);
				const body = one.isCall ? { metadata: { text } } : { body: text };
				for (const fate of each) simulator.fail({ body }, fates[fate]);
			});
		});
	}

	private tag(to: number) {
		if (this.play === undefined || this.play.tagged.has(to)) return;
		this.play.tagged.add(to);
		this.play.simulator.store.addContact({ phone: phoneOf(to), tags: ['vip', 'no-sms'] });
	}

	private async run(play: Play, execution: number, earlier?: Told): Promise<Told> {
		const { simulator, one, tries, entries, tagged } = play;
		const contextData = earlier?.run.data.executionData?.contextData ?? {};
		const result = await runNode({
			parameters: parametersOf(one),
			items: one.rows.map((each, index) => ({
				// Every second row writes it otherwise.
				to: index === one.wrong ? 'nobody' : phoneOf(each.to).replace('+', index % 2 ? '00' : '+'),
				text: this.nameOf(execution, index),
				key: one.keys === 'unique' ? `row ${index}` : `shared ${each.key}`,
			})),
			credential: {
				baseUrl: simulator.baseUrl,
				// n8n reads it once for each try.
				get apiKey() {
					tries[execution]++;
					return simulator.apiKey;
				},
			},
			settings: {
				onError: one.onError,
				...(one.tries > 1 && { retryOnFail: true, maxTries: one.tries, waitBetweenTries: 1 }),
			},
			clock: this.time,
			contextData: JSON.parse(JSON.stringify(contextData)) as IDataObject,
		});
		return { ...result, execution, entries: [...entries], tagged: new Set(tagged) };
	}

	private nameOf(execution: number, index: number): string {
		return `${this.played} ${execution} ${index}`;
	}
}

const phoneOf = (to: number) => `+1415555014${to}`;

function parametersOf(one: Case): IDataObject {
	const { sendInterval, requestsAtOnce, maxTries } = one;
	const all = [one.lookUps, ...one.rows.flatMap(({ fates: each }) => each)].flat();
	const options = collections({
		...(one.keys !== 'none' && { onceKey: '={{ $json.key }}' }),
		...(one.skips && { skipTag: 'no-sms' }),
		...(sendInterval !== undefined && { sendInterval }),
		...(requestsAtOnce !== undefined && { requestsAtOnce }),
		...(maxTries !== undefined && { maxTries }),
		...(all.includes('accepted, no answer in time') && { timeout }),
	});
	const [to, text] = ['={{ $json.to }}', '={{ $json.text }}'];
	const from = locator(companyNumbers[0]);
	if (!one.isCall) return { resource: 'sms', operation: 'send', from, to, body: text, ...options };
	return {
		resource: 'call',
		operation: 'create',
		fromNumber: from,
		toNumber: to,
		additionalFields: { metadata: '={{ { text: $json.text } }}' },
		...options,
	};
}
