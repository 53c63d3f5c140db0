/** Random cases of *Send* and *Call: Create* that run twice, for `doubleRuns.ts`. */
import * as fc from 'fast-check';
import type { INode } from 'n8n-workflow';

import type { Fault } from '../../simulator';

/** What befalls a request. */
export const fates = {
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
export type Fate = keyof typeof fates;

/** Different receivers of a case. */
const numbers = 4;

export interface Row {
	to: number;
	/** Its Send Once Key, where rows share keys. */
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
	skips: boolean;
	/** After how many messages to it each number's contact has the tag. */
	taggedAfter: number[];
	/** Of the requests that look contacts up, in the order in which they come. */
	lookUps: Fate[];
	/** Seconds. */
	sendInterval?: number;
	requestsAtOnce?: number;
	maxTries?: number;
	onError: NonNullable<INode['onError']>;
	/** n8n's Retry On Fail; 1: off. */
	tries: number;
	/** "Retry" of the failed execution; with keys, another execution after it or at the same time. */
	then: 'nothing' | 'retry' | 'after' | 'beside';
}

const seldom = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: 3, arbitrary: fc.constant(usual) },
		{ weight: 1, arbitrary: other },
	);
const fate = fc.oneof(
	fc.constantFrom(...(Object.keys(fates) as Fate[])),
	fc.constantFrom<Fate>('accepted, answer lost', 'accepted, no answer in time'),
	fc.constantFrom<Fate>('refused', 'success is false'),
	fc.constantFrom<Fate>('slow', '429 for a second'),
);
const someFates = seldom<Fate[]>([], fc.array(fate, { minLength: 1, maxLength: 3 }));
const row = fc.record<Row>({
	to: fc.nat(numbers - 1),
	key: fc.nat(2),
	fates: fc.tuple(someFates, someFates),
});
const taggedAfter = seldom(Infinity, fc.constantFrom(0, 1));

export const anyCase: fc.Arbitrary<Case> = fc
	.record<Case>({
		isCall: seldom(false, fc.constant(true)),
		rows: fc.array(row, { minLength: 1, maxLength: 12, size: 'max' }),
		wrong: seldom(Infinity, fc.nat(30)),
		keys: fc.constantFrom('none', 'unique', 'shared'),
		skips: fc.boolean(),
		taggedAfter: fc.array(taggedAfter, { minLength: numbers, maxLength: numbers }),
		lookUps: seldom<Fate[]>([], fc.array(fate, { maxLength: 6 })),
		sendInterval: fc.constantFrom(undefined, undefined, 0.001, 1),
		requestsAtOnce: fc.constantFrom(undefined, 1, 2, 2),
		maxTries: fc.constantFrom(undefined, undefined, 1, 2),
		onError: seldom(
			'stopWorkflow',
			fc.constantFrom('continueRegularOutput', 'continueErrorOutput'),
		),
		tries: fc.integer({ min: 1, max: 3 }),
		then: fc.constantFrom('nothing', 'retry', 'after', 'beside'),
	})
	// An execution need not hear of a tag between its look-up and its message.
	.map((one) => ({
		...one,
		...(one.then === 'beside' && {
			taggedAfter: one.taggedAfter.map((after) => (after === 1 ? 0 : after)),
		}),
	}));
