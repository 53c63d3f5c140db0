/** Random runs of *Send* and *Call: Create* that happen twice: by n8n's tries, "Retry" or another execution. */
import * as fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';

import type { Fault, Simulator } from '../simulator';
import { companyNumbers } from '../simulator';
import { locator, runNode, type NodeResult } from './engine';
import { collections } from './options';
import type { VirtualTime } from './virtualTime';

/** What befalls a request. */
const fates = {
	accepted: { kind: 'delay', ms: 0 },
	slow: { kind: 'delay', ms: 4 },
	'accepted, answer lost': { kind: 'reset', processed: true },
	'accepted, half an answer': { kind: 'halfBody' },
	'accepted, answer cut': { kind: 'cutBody' },
	'accepted, 500': { kind: 'status', status: 500, processed: true },
	'accepted, no answer in time': { kind: 'trickle', everyMs: 1_000 },
	'not done, connection lost': { kind: 'reset' },
	'not done, 500': { kind: 'status', status: 500 },
	'not done, page of a gateway': { kind: 'html', status: 504 },
	refused: { kind: 'status', status: 400, message: 'Blocked' },
	'success is false': { kind: 'successFalse' },
	'429': { kind: 'rateLimited' },
	'429 for a second': { kind: 'rateLimited', retryAfter: '1' },
	'429 for an hour': { kind: 'rateLimited', retryAfter: '3600' },
} satisfies Record<string, Fault>;
type Fate = keyof typeof fates;

/** Milliseconds that an answer may take, in cases with one that takes longer. */
const timeout = 80;

export interface Row {
	to: number;
	key: number;
	/** Of its requests, in each of two executions; the rest is accepted. */
	fates: [Fate[], Fate[]];
}

export interface Case {
	isCall: boolean;
	rows: Row[];
	/** Row with a wrong number; a place after the last row: none has one. */
	wrong: number;
	keys: 'none' | 'unique' | 'shared';
	/** After how many messages to it each number's contact has the tag. */
	taggedAfter: number[];
	skips: boolean;
	lookUps: Fate[];
	sendInterval?: number;
	requestsAtOnce?: number;
	maxTries?: number;
	onError: NonNullable<INode['onError']>;
	/** n8n's Retry On Fail; 1: off. */
	tries: number;
	/** "Retry" of the failed execution; with keys, another execution after it or at the same time. */
	then: 'nothing' | 'retry' | 'after' | 'beside';
}

const numbers = 4;
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const often = <T>(usual: T, arbitrary: fc.Arbitrary<T>) =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: 3, arbitrary: fc.constant(usual) },
		{ weight: 1, arbitrary },
	);
const fate = fc.constantFrom(...(Object.keys(fates) as Fate[]));
const someFates = often<Fate[]>([], fc.array(fate, { minLength: 1, maxLength: 3 }));
const row = fc.record<Row>({
	to: fc.nat(numbers - 1),
	key: fc.nat(5),
	fates: fc.tuple(someFates, someFates),
});

export const anyCase: fc.Arbitrary<Case> = fc
	.record<Case>({
		isCall: often(false, fc.constant(true)),
		rows: fc.array(row, { minLength: 1, maxLength: 12, size: 'max' }),
		wrong: often(Infinity, fc.nat(15)),
		keys: fc.constantFrom('none', 'unique', 'shared'),
		taggedAfter: fc.array(often(Infinity, fc.constantFrom(0, 1)), {
			minLength: numbers,
			maxLength: numbers,
		}),
		skips: fc.boolean(),
		lookUps: often<Fate[]>([], fc.array(fate, { maxLength: 6 })),
		sendInterval: maybe(fc.constantFrom(1, 1_000)),
		requestsAtOnce: fc.constantFrom(undefined, 1, 2, 2),
		maxTries: maybe(fc.constantFrom(1, 2)),
		onError: fc.constantFrom(
			'stopWorkflow',
			'stopWorkflow',
			'continueRegularOutput',
			'continueErrorOutput',
		),
		tries: fc.integer({ min: 1, max: 3 }),
		then: fc.constantFrom('nothing', 'retry', 'after', 'beside'),
	})
	// An execution does not hear of a tag that comes between its own look-up and its message.
	.map((one) =>
		one.then === 'beside'
			? { ...one, taggedAfter: one.taggedAfter.map((after) => (after === 1 ? 0 : after)) }
			: one,
	);

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
	isTagged(row: number): boolean;
}

/** Plays cases against a simulator. To be made before it, for `carriedOut` is one of its options. */
export class DoubleRuns {
	private played = 0;
	private now?: {
		simulator: Simulator;
		one: Case;
		tag(to: number): void;
		entries: Entry[];
		tries: number[];
	};

	constructor(private readonly time: VirtualTime) {}

	/** A message or call was carried out, and its answer has not left. */
	carriedOut(operationId: string) {
		if (this.now === undefined || !['sendSms', 'startCall'].includes(operationId)) return;
		const { simulator, entries, tries, one } = this.now;
		const { id, body } = simulator.ledger[simulator.ledger.length - 1];
		const { body: text, metadata } = body as { body?: string; metadata?: { text: string } };
		const [played, execution, index] = (text ?? metadata?.text ?? '').split(' ').map(Number);
		if (played !== this.played) throw new Error('It came when its case was over');
		const { to } = one.rows[index];
		const before = entries.filter((entry) => entry.to === to).length;
		const wasTagged = before >= one.taggedAfter[to];
		entries.push({ id, execution, row: index, run: tries[execution], to, wasTagged });
		if (before + 1 === one.taggedAfter[to]) this.now.tag(to);
	}

	/** The runs of a case, in their order, and all that the service has at the end. */
	async play(simulator: Simulator, one: Case): Promise<{ told: Told[]; entries: Entry[] }> {
		simulator.reset();
		this.played++;
		const tag = (to: number) =>
			void simulator.store.addContact({ phone: phoneOf(to), tags: ['vip', 'no-sms'] });
		one.taggedAfter.forEach((after, to) => {
			if (after === 0) tag(to);
		});
		const entries: Entry[] = [];
		const tries = [0, 0];
		this.now = { simulator, one, tag, entries, tries };
		for (const fault of one.lookUps) simulator.fail({ method: 'GET' }, fates[fault]);
		for (const execution of [0, 1]) {
			one.rows.forEach((each, index) => {
				const text = `${this.played} ${execution} ${index}`;
				const body = one.isCall ? { metadata: { text } } : { body: text };
				for (const fault of each.fates[execution]) simulator.fail({ body }, fates[fault]);
			});
		}
		const run = async (execution: number, earlier?: Told): Promise<Told> => {
			const contextData = earlier?.run.data.executionData?.contextData ?? {};
			const result = await runNode({
				parameters: parametersOf(one),
				items: one.rows.map((each, index) => ({
					to: index === one.wrong ? 'nobody' : phoneOf(each.to),
					text: `${this.played} ${execution} ${index}`,
					key: one.keys === 'unique' ? `row ${index}` : `shared ${each.key}`,
				})),
				// n8n reads it once for each try.
				credential: Object.defineProperty({ ...simulator }, 'apiKey', {
					get: () => [simulator.apiKey, tries[execution]++][0],
					enumerable: true,
				}),
				settings: {
					onError: one.onError,
					...(one.tries > 1 && { retryOnFail: true, maxTries: one.tries, waitBetweenTries: 1 }),
				},
				clock: this.time,
				contextData: JSON.parse(JSON.stringify(contextData)) as IDataObject,
			});
			const isTagged = (index: number) => {
				const { to } = one.rows[index];
				return entries.filter((entry) => entry.to === to).length >= one.taggedAfter[to];
			};
			return { ...result, execution, entries: [...entries], isTagged };
		};
		const { time } = this;
		const isAnother = one.keys !== 'none';
		if (one.then === 'beside' && isAnother) {
			return { told: await time.run(Promise.all([run(0), run(1)])), entries };
		}
		const told = [await time.run(run(0))];
		if (one.then === 'retry' && told[0].error) told.push(await time.run(run(0, told[0])));
		if (one.then === 'after' && isAnother) told.push(await time.run(run(1)));
		return { told, entries };
	}
}

const phoneOf = (to: number) => `+1415555014${to}`;

function parametersOf(one: Case): IDataObject {
	const { sendInterval, requestsAtOnce, maxTries } = one;
	const all = [one.lookUps, ...one.rows.flatMap(({ fates: each }) => each)].flat();
	const hasLate = all.includes('accepted, no answer in time');
	const options = collections({
		...(one.keys !== 'none' && { onceKey: '={{ $json.key }}' }),
		...(one.skips && { skipTag: 'no-sms' }),
		...(sendInterval !== undefined && { sendInterval }),
		...(requestsAtOnce !== undefined && { requestsAtOnce }),
		...(maxTries !== undefined && { maxTries }),
		...(hasLate && { timeout }),
	});
	const from = locator(companyNumbers[0]);
	if (!one.isCall) {
		const [to, body] = ['={{ $json.to }}', '={{ $json.text }}'];
		return { resource: 'sms', operation: 'send', from, to, body, ...options };
	}
	const additionalFields = { metadata: '={{ { text: $json.text } }}' };
	const toNumber = '={{ $json.to }}';
	return {
		resource: 'call',
		operation: 'create',
		fromNumber: from,
		toNumber,
		additionalFields,
		...options,
	};
}
