/** What an earlier try did stays told, whatever the later try cannot read. Found by an attack. */
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { executeFilter } from 'n8n-workflow';

import { rowOf, withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { contextOf, runAt, type NodeResult, type NodeRun } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { empty } from '../../harness/service/service';
import {
	ada,
	ask,
	bob,
	cem,
	from,
	refused,
	send,
	modes,
	saidOf,
	sentencesOf,
	textOf,
	unnamed,
	type Word,
} from '../../harness/random/told';
import type { Fault } from '../../simulator';
import { untyped } from '../../harness/n8n/fake';
import { said } from '../../harness/n8n/messages';

const { simulator, table } = withSimulatorAndStore({ seed: empty });

const twice = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const lost: Fault = { kind: 'reset', processed: true };

const call = (options: IDataObject = {}): IDataObject => ({
	resource: 'call',
	operation: 'create',
	fromNumber: from,
	toNumber: '={{ $json.phone }}',
	additionalFields: { metadata: '={{ { text: $json.text } }}' },
	...collections(options),
});
const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });

/** Row 1 is refused, row 2 sent, the answer to row 3 lost. */
const rows = [
	{ phone: bob, text: 'refused', name: 'Bob' },
	{ phone: ada, text: 'sent', name: 'Ada' },
	{ phone: cem, text: 'lost', name: 'Cem' },
];
const together = { requestsAtOnce: 3 };

/** A credential that n8n loads in its first try only. A try reads it for the first item and for the last. */
function loadedOnce() {
	let reads = 0;
	return {
		baseUrl: simulator.baseUrl,
		get apiKey() {
			if (++reads > 2) throw new Error('The database did not answer');
			return simulator.apiKey;
		},
	};
}

/** Nothing that a run says denies what the service accepted. */
function deniesNothing(result: NodeResult) {
	const denials = /nothing was (sent|started|done)|none of the \d+ items was started/i;
	const said = saidOf(result, rows.length);
	const ofRows = said.slice(1).map(({ row }) => textOf(row?.error as IDataObject | undefined));
	const texts = result.error === undefined ? ofRows : [textOf(result.error)];
	expect(texts.filter((text) => denials.test(text))).toEqual([]);
	expect(result.hints.filter((hint) => denials.test(hint))).toEqual([]);
}

/** Row 1 was not done, row 2 was done with this answer, row 3 may have been done. */
function toldAsItWas(result: NodeResult, { id, shown }: { id: string; shown: IDataObject }) {
	const [one, two, three] = saidOf(result, rows.length);
	expect([two.word, three.word]).toEqual(['done', 'maybe']);
	expect(['not done', 'not started'] satisfies Word[]).toContain(one.word);
	if (result.error === undefined) {
		expect(two.row).toMatchObject({ [id]: idOf(1), ...shown });
	}
	deniesNothing(result);
}

/** ID at the service of what was accepted for a row. */
function idOf(row: number): string {
	const entry = simulator.ledger.find(({ body }) => JSON.stringify(body).includes(rows[row].phone));
	return String(entry?.id);
}

describe.each(modes)('On Error: %s', (onError) => {
	describe('Retry On Fail: in the second try n8n cannot load the credential', () => {
		test.each([
			['SMS', send, { id: 'messageId', shown: { outcome: 'sent', to: ada, body: 'sent' } }],
			['call', call, { id: 'id', shown: { outcome: 'started', toNumber: ada } }],
		] as const)('%s: each row is told as it was', async (what, parameters, answer) => {
			const to = what === 'SMS' ? 'to' : 'toNumber';
			simulator.fail({ body: { [to]: bob } }, refused);
			simulator.fail({ body: { [to]: cem } }, lost);
			const settings = { ...twice, onError };
			const result = await run(parameters(together), rows, { settings, credential: loadedOnce() });
			expect(simulator.ledger).toHaveLength(2);
			toldAsItWas(result, answer);
			expect(sentencesOf(result).join()).toContain('The database did not answer');
		});
	});

	describe('"Retry with currently saved workflow", after an edit that makes the sent row invalid', () => {
		const body = '={{ $json.text }} {{ $json.name }}';
		/** The parameters before and after the edit, and what is other in the sent row. */
		const edits: Array<[string, IDataObject, IDataObject, IDataObject]> = [
			[
				'Refuse Empty Blanks',
				{ ...send(together), body },
				{ ...send({ ...together, refuseEmptyBlanks: true }), body },
				{ name: '' },
			],
			[
				'Max Parts',
				send(together),
				send({ ...together, maxSegments: 1 }),
				{ text: 'sent and longer than one part '.repeat(12) },
			],
			['a renamed column', send(together), { ...send(together), to: '={{ $json.number }}' }, {}],
			[
				'no Default Country',
				send({ ...together, defaultCountry: 'US' }),
				send(together),
				{ phone: '(415) 555-0142' },
			],
		];
		test.each(edits)('%s', async (_name, before, after, sent) => {
			const items = rows.map((row, index) => (index === 1 ? { ...row, ...sent } : row));
			simulator.fail({ body: { to: bob } }, refused, 2);
			simulator.fail({ body: { to: cem } }, lost);
			const first = await run(before, items);
			expect([first.error === undefined, simulator.ledger.length]).toEqual([false, 2]);
			const second = await run(after, items, {
				settings: { onError },
				contextData: contextOf(first),
			});
			expect(simulator.ledger).toHaveLength(2);
			toldAsItWas(second, { id: 'messageId', shown: { outcome: 'sent', to: ada } });
		});
	});

	describe('questions: the second try cannot wait for all of them', () => {
		test('the one that was asked is not told as "nothing was sent"', async () => {
			simulator.fail({ body: { to: bob } }, refused, 2);
			const two = rows.slice(0, 2);
			const first = await run(ask('smsReply', together), two);
			expect(saidOf(first, 2)[1].word).toBe('done');
			expect(simulator.ledger).toHaveLength(1);
			const second = await run(ask('approval', together), two, {
				settings: { onError },
				contextData: contextOf(first),
			});
			expect(simulator.ledger).toHaveLength(1);
			const said = saidOf(second, 2)[1];
			const text = textOf(second.error ?? (said.row?.error as IDataObject | undefined));
			// The error of a run names what failed, not the state of each item: it says that this one was sent.
			if (second.error !== undefined)
				expect(text).toMatch(/accepted: do not run it again.* 1 of 2 is sent/s);
			else expect(['done', 'failed later', 'maybe'] satisfies Word[]).toContain(said.word);
			expect(text).not.toMatch(/nothing was sent/i);
		});
	});

	describe('Send Once Key and Retry On Fail: the answer is lost, and the next try does not repeat it', () => {
		const keyed = send({ onceKey: '={{ $json.key }}' });
		const one = { phone: ada, text: 'Shipped', key: 'order-1042' };
		test.each<[string, Fault, string | undefined]>([
			['HTTP 500', { kind: 'status', status: 500, processed: true }, '500'],
			['no answer', lost, undefined],
		])(
			'%s: the key, the status, the receiver and the text are told',
			async (_name, fault, httpCode) => {
				simulator.fail({ method: 'POST' }, fault);
				const result = await run(keyed, [one], { settings: { ...twice, onError } });
				expect(simulator.requests).toHaveLength(1);
				const [{ word, row }] = saidOf(result, 1);
				expect(word).toBe('maybe');
				expect(textOf(result.error ?? (row?.error as IDataObject))).toContain(said.otherKey);
				if (result.error !== undefined) {
					expect(result.error.httpCode ?? undefined).toBe(httpCode);
					return;
				}
				expect(row?.error).toMatchObject({ onceKey: 'order-1042', mayHaveBeenDone: true });
				expect((row?.error as IDataObject).httpCode).toBe(httpCode);
				// On the error branch n8n adds the fields of the input.
				if (onError === 'continueErrorOutput') return;
				expect(row).toMatchObject({ outcome: 'unclear', to: ada, body: 'Shipped' });
			},
		);
	});

	describe("On n8n's second try, lines above the output speak of all tries", () => {
		const list = [
			{ phone: bob, text: 'refused', key: 'b' },
			{ phone: ada, text: 'Hi', key: 'a' },
			{ phone: ada, text: 'Hi again', key: 'a' },
		];
		/** Row 1 fails in the first try alone. */
		const tryTwice = async (options: IDataObject) => {
			simulator.fail({ body: { to: bob } }, refused);
			const settings = { ...twice, onError };
			const result = await run(send({ ...together, ...options }), list, { settings });
			expect(result.error).toBeUndefined();
			expect(saidOf(result, 3).map(({ word }) => word)).not.toContain('not done');
			return result.hints;
		};
		test('several rows to one number', async () => {
			const hints = await tryTwice({});
			expect(hints.join(' ')).toContain(`Several rows go to one number: ${ada} (2).`);
		});
		test('receivers without a contact', async () => {
			const hints = await tryTwice({ skipTag: 'no-sms' });
			expect(hints.join(' ')).toContain('No contact was found for 2 of 2 receivers');
		});
		test('receivers that were skipped', async () => {
			simulator.store.addContact({ phone: ada, tags: ['no-sms'] });
			const hints = await tryTwice({ skipTag: 'no-sms' });
			expect(hints.join(' ')).toContain('2 items were skipped');
		});
		test('a key that an earlier row of the run used', async () => {
			const hints = await tryTwice({ onceKey: '={{ $json.key }}' });
			expect(hints.join(' ')).toContain(
				'an earlier item of the same run has the same Send Once Key',
			);
		});
		test('a key that the store could not note', async () => {
			table.fault = async (statement, when, row) => {
				if (statement !== 'update' || when !== 'before' || row !== rowOf(ada, 'x Hi')) return;
				await Promise.reject(new Error('database is locked'));
			};
			const hints = await tryTwice({ onceKey: '=x {{ $json.text }}' });
			expect(unnamed(hints, ['x Hi', 'in doubt'])).toEqual([]);
		});
	});
});

test.each<[string, Fault]>([
	['HTTP 500', { kind: 'status', status: 500, processed: true }],
	['no answer', lost],
])(
	'example 17, Retry On Fail: a message whose answer is lost is in doubt (%s)',
	async (_name, fault) => {
		interface Example {
			nodes: Array<{ name: string; parameters: IDataObject & { conditions: IDataObject } }>;
		}
		const { nodes } = JSON.parse(
			readFileSync('examples/17-deliver-again-after-a-crash.json', 'utf8'),
		) as Example;
		const parametersOf = (name: string) => nodes.find((node) => node.name === name)!.parameters;
		simulator.fail({ method: 'POST' }, fault);
		const { errorItems } = await run(
			parametersOf('Send once'),
			[{ order: 1042, toPhone: ada, body: 'Shipped' }],
			{ settings: { ...twice, onError: 'continueErrorOutput' } },
		);
		const { conditions } = parametersOf('In doubt');
		const [{ json }] = errorItems;
		const all = (conditions.conditions as IDataObject[]).map((condition) => {
			expect(condition.leftValue).toBe('={{ $json.error.onceKey }}');
			return { ...condition, leftValue: (json.error as IDataObject).onceKey };
		});
		expect(executeFilter(untyped({ ...conditions, conditions: all }))).toBe(true);
	},
);

describe('the store could not note that row 1 was sent, and row 2 is refused', () => {
	const keyed = send({ onceKey: '={{ $json.text }}', requestsAtOnce: 1 });
	const two = [
		{ phone: ada, text: 'order-1' },
		{ phone: bob, text: 'order-2' },
	];
	beforeEach(() => {
		simulator.fail({ body: { body: 'order-2' } }, refused, 2);
		table.fault = async (statement, when, row) => {
			if (statement !== 'update' || when !== 'before' || row !== rowOf(ada, 'order-1')) return;
			await Promise.reject(new Error('database is locked'));
		};
	});
	test.each(modes)('On Error: %s: the key of row 1 is told to be in doubt', async (onError) => {
		const result = await run(keyed, two, { settings: { onError } });
		expect(saidOf(result, 2).map(({ word }) => word)).toEqual(['done', 'not done']);
		const texts = result.error === undefined ? result.hints : [textOf(result.error)];
		expect(unnamed(texts, ['order-1', 'in doubt'])).toEqual([]);
		expect(texts.join(' ')).not.toContain(said.againWithKey);
	});
	test('also after Retry On Fail', async () => {
		const { error } = await run(keyed, two, { settings: twice });
		expect(unnamed([textOf(error)], ['order-1', 'in doubt'])).toEqual([]);
		expect(textOf(error)).not.toContain(said.againWithKey);
	});
	test('also where the second try cannot load the credential', async () => {
		const settings = { ...twice, onError: 'continueRegularOutput' as const };
		const more = { settings, credential: loadedOnce() };
		const { hints } = await run(keyed, [...two].reverse(), more);
		expect(unnamed(hints, ['order-1', 'in doubt'])).toEqual([]);
	});
});

describe('answers in the data of the execution', () => {
	const kept = (result: NodeResult) => {
		const data = contextOf(result)['node:Voice and SMS'] as IDataObject | undefined;
		return data?.acceptedByService;
	};

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'are gone after the last try of a node that goes on (%s)',
		async (onError) => {
			const list = [{ phone: 'nobody', text: 'refused' }, ...rows.slice(1, 2)];
			const result = await run(send(), list, { settings: { ...twice, onError } });
			expect(simulator.ledger).toHaveLength(1);
			expect(kept(result)).toBeUndefined();
		},
	);

	test('stay after the last try of a node that stops: Retry must not send again', async () => {
		simulator.fail({ method: 'POST' }, { kind: 'status', status: 400 });
		const result = await run(send(), rows.slice(0, 2), { settings: twice });
		const sent = simulator.ledger.length;
		expect(kept(result) === undefined).toBe(sent === 0 || result.error === undefined);
	});
});
