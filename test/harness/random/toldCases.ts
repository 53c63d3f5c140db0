/** Random cases of an execution that is tried twice, with all options of sending, for `toldRuns.ts`. */
import * as fc from 'fast-check';

import { fates, type Fate } from './doubleRunCases';
import { modes, type Mode } from './told';
import { untyped } from '../n8n/fake';

/** Different receivers of a case. */
export const numbers = 4;
export const longName = 'of the very long name '.repeat(10);

export interface ToldRow {
	to: number;
	/** Its Send Once Key, where rows share keys. */
	key: number;
	/** Of its requests, before and after "Retry"; the rest is accepted. */
	fates: [Fate[], Fate[]];
	/** Fills the blank of the text. */
	name: string;
	/** Written without its country. */
	isNational: boolean;
	isChecked: boolean;
}

/** The node's parameters. */
export interface Setup {
	onError: Mode;
	keys: 'none' | 'unique' | 'shared';
	skips: boolean;
	dryRun: 'no' | 'all' | 'some';
	refusesBlanks: boolean;
	isShort: boolean;
	hasCountry: boolean;
	keepsInput: boolean;
	waits: boolean;
	/** The expression of the receiver names a column that is not there. */
	isRenamed: boolean;
	/** Which of the company's numbers sends. */
	sender: 0 | 1;
	/** The column of the name: with `nick`, names and gaps change places. */
	blank: 'name' | 'nick';
	/** Behind the text. */
	addition: '' | ' again';
	sendInterval?: number;
	requestsAtOnce?: number;
	maxTries?: number;
}

export interface ToldCase {
	isCall: boolean;
	rows: ToldRow[];
	before: Setup;
	/** What the user changed before "Retry with currently saved workflow". */
	edits: Partial<Setup>;
	/** n8n's Retry On Fail; 1: off. */
	tries: number;
	/** Tries, from 1 and counted over both runs, in which n8n cannot load the credential. */
	unloaded: number[];
	/** From this try on the receiver of this row cannot be read. */
	wrong: { row: number; from: number };
	/** The run is canceled when the service has carried out so many. */
	canceledAfter: number;
	/** Whose contacts have the tag, or none. */
	contacts: Array<'none' | 'plain' | 'tagged'>;
	/** Of the requests that look contacts up, and of those that look at what was sent. */
	lookUps: Fate[];
	looks: Fate[];
	/** Rows whose key the store cannot note. */
	notNoted: number[];
	/** Whether the input has columns of these names. */
	hasColumns: boolean;
}

const seldom = <T>(usual: T, other: fc.Arbitrary<T>, weight = 3): fc.Arbitrary<T> =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight, arbitrary: fc.constant(usual) },
		{ weight: 1, arbitrary: other },
	);
const fate = fc.oneof(
	fc.constantFrom(...(Object.keys(fates) as Fate[])),
	fc.constantFrom<Fate>('accepted, answer lost', 'accepted, 500', 'accepted, half an answer'),
	fc.constantFrom<Fate>('refused', 'success is false', 'refused'),
);
const someFates = seldom<Fate[]>([], fc.array(fate, { minLength: 1, maxLength: 3 }), 2);
const row = fc.record<ToldRow>({
	to: fc.nat(numbers - 1),
	key: fc.nat(1),
	fates: fc.tuple(someFates, someFates),
	name: seldom('Ada', fc.constantFrom('', longName)),
	isNational: seldom(false, fc.constant(true)),
	isChecked: seldom(false, fc.constant(true)),
});

const setup = {
	onError: fc.constantFrom(...modes),
	keys: fc.constantFrom('none', 'unique', 'shared'),
	skips: fc.boolean(),
	dryRun: seldom<Setup['dryRun']>('no', fc.constantFrom('all', 'some'), 6),
	refusesBlanks: seldom(false, fc.constant(true)),
	isShort: seldom(false, fc.constant(true)),
	hasCountry: seldom(true, fc.constant(false)),
	keepsInput: fc.boolean(),
	waits: seldom(false, fc.constant(true)),
	isRenamed: seldom(false, fc.constant(true), 20),
	sender: fc.constant<Setup['sender']>(0),
	blank: fc.constant<Setup['blank']>('name'),
	addition: fc.constant<Setup['addition']>(''),
	sendInterval: seldom<number | undefined>(undefined, fc.constant(1)),
	requestsAtOnce: fc.constantFrom(undefined, 1, 2, 3),
	maxTries: fc.constantFrom(undefined, 1, 2),
};
const before = fc.record<Setup>({
	...setup,
	// "Retry" is for an execution that failed.
	onError: seldom<Mode>('stopWorkflow', fc.constantFrom(...modes), 1),
});
const edits = fc
	.record<{ [name in keyof Setup]: Setup[name] | undefined }>(
		untyped({
			...Object.fromEntries(
				Object.entries(setup).map(([name, values]) => [
					name,
					seldom<unknown>(undefined, values as fc.Arbitrary<unknown>, 5),
				]),
			),
			onError: seldom<Mode | undefined>(undefined, fc.constantFrom(...modes), 1),
			isRenamed: seldom<boolean | undefined>(undefined, fc.constant(true), 8),
			sender: seldom<Setup['sender'] | undefined>(undefined, fc.constant(1), 1),
			blank: seldom<Setup['blank'] | undefined>(undefined, fc.constant('nick'), 2),
			addition: seldom<Setup['addition'] | undefined>(undefined, fc.constant(' again'), 5),
		}),
	)
	.map((all) => {
		return Object.fromEntries(
			Object.entries(all).filter(([, value]) => value !== undefined),
		) as Partial<Setup>;
	});

export const anyToldCase: fc.Arbitrary<ToldCase> = fc.record<ToldCase>({
	isCall: seldom(false, fc.constant(true), 4),
	rows: fc.array(row, { minLength: 1, maxLength: 6, size: 'max' }),
	before,
	edits,
	tries: fc.constantFrom(1, 2, 2, 3),
	unloaded: seldom<number[]>([], fc.constantFrom([2], [2], [3], [2, 3], [1])),
	wrong: fc.record({ row: seldom(Infinity, fc.nat(5)), from: fc.constantFrom(1, 2, 2, 3) }),
	canceledAfter: seldom(Infinity, fc.integer({ min: 1, max: 4 }), 7),
	contacts: fc.array(
		fc.constantFrom<ToldCase['contacts'][number]>('none', 'none', 'plain', 'tagged'),
		{ minLength: numbers, maxLength: numbers },
	),
	lookUps: seldom<Fate[]>([], fc.array(fate, { minLength: 1, maxLength: 3 })),
	looks: seldom<Fate[]>(
		[],
		fc.array(fc.oneof(fc.constant<Fate>('refused'), fate), { minLength: 1, maxLength: 3 }),
		1,
	),
	notNoted: seldom<number[]>([], fc.array(fc.nat(5), { minLength: 1, maxLength: 2 })),
	hasColumns: fc.boolean(),
});
