/** What a run says and does about people who got it, who did not, and of whom nobody knows. */
import type { IDataObject } from 'n8n-workflow';

import { serviceMessage } from '../../../nodes/VoiceSms/api/http/envelope';
import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { runAt, runNode } from '../../harness/n8n/engine';
import { good } from '../../harness/n8n/parameters';
import { said } from '../../harness/n8n/messages';
import { stored } from '../../harness/service/contacts';
import { empty } from '../../harness/service/service';
import { testClock } from '../../harness/time/clock';

const { simulator } = withSimulatorAndStore({ seed: empty });

const number = (index: number) => `+1555020${String(index).padStart(4, '0')}`;
const list = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: number(index) }));
const send = (options: IDataObject = {}, requestsAtOnce = 1) => ({
	...good.send,
	to: '={{ $json.to }}',
	body: 'Hi',
	options,
	requestOptions: { requestsAtOnce },
});
const goesOn = { onError: 'continueRegularOutput' } as const;

test.each([
	['answers 500', { kind: 'status', status: 500 }],
	['cuts the connection', { kind: 'reset', processed: true }],
] as const)('ten writes in a row of a service that %s are the last', async (_what, fault) => {
	simulator.fail({}, fault, Infinity);
	const parameters = send({ onceKey: 'offer' });
	const { items } = await runAt(simulator, parameters, { items: list(30), settings: goesOn });
	expect(items.map(({ json }) => json.outcome)).toEqual([
		...Array.from({ length: 10 }, () => 'unclear'),
		...Array.from({ length: 20 }, () => 'failed'),
	]);
	expect(simulator.requests).toHaveLength(10);
	simulator.clearFaults();
	const next = await runAt(simulator, parameters, { items: list(30), settings: goesOn });
	expect(next.items.filter(({ json }) => json.outcome === 'sent')).toHaveLength(20);
});

test('nine are not: a known end begins the count anew', async () => {
	for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]) {
		simulator.fail({ body: { to: number(index) } }, { kind: 'status', status: 500 });
	}
	const { items } = await runAt(simulator, send(), { items: list(15), settings: goesOn });
	expect(items.filter(({ json }) => json.outcome === 'sent')).toHaveLength(3);
});

test('updates that are tried again are not counted: twelve lost answers stop none', async () => {
	const items = list(20).map(({ to }) => ({ id: stored({ phone: to }, simulator) }));
	simulator.fail({ method: 'PUT' }, { kind: 'status', status: 502 }, 12);
	const contactId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const { error } = await runAt(simulator, { ...good.updateContact, contactId }, { items });
	expect(error).toBeUndefined();
});

test('lines count by outcome', async () => {
	simulator.fail({ body: { to: number(0) } }, { kind: 'status', status: 400 });
	simulator.fail({ body: { to: number(2) } }, { kind: 'reset', processed: true });
	simulator.fail({ body: { to: number(1) } }, { kind: 'status', status: 400 });
	const items = [{ to: 'nobody' }, ...list(3)];
	const { hints } = await runAt(simulator, send(), { items, settings: goesOn });
	expect(hints).toEqual([
		`Perhaps sent: 1 of 4, ${number(2)} (item 4).`,
		`Failed: 3 of 4, items 1-3 (nobody to ${number(1)}).`,
	]);
});

test.each([
	[{ success: false, detail: 'to is blocked' }, '{"detail":"to is blocked"}'],
	[{ success: false }, undefined],
	[{ success: false, message: 'No', detail: 'x' }, 'No'],
])('of the refusal %j the service says %s', (body, words) => {
	expect(serviceMessage(body)).toBe(words);
});

test.each([{}, { dryRun: true }])('a repeated row names the row before it: %j', async (options) => {
	const items = [...list(1), ...list(1)];
	const result = await runAt(simulator, send({ onceKey: 'a', ...options }), { items });
	expect(result.items[1].json).toMatchObject({
		outcome: 'skipped',
		reason: `Skipped: item 1 ${said.sameKey}`,
	});
});

describe('a credential', () => {
	const runWith = async (credential: IDataObject, count: number) =>
		await runNode({
			parameters: send(),
			items: list(count),
			clock: testClock(),
			credential: credential as { baseUrl: string; apiKey: string },
		});
	test('that differs from item to item is refused before any request', async () => {
		let reads = 0;
		const credential = {
			baseUrl: simulator.baseUrl,
			get apiKey() {
				return reads++ === 0 ? simulator.apiKey : 'other';
			},
		};
		const { error } = await runWith(credential, 2);
		expect(error?.message).toContain('differs from item to item');
		expect(error?.description).toContain('Batch Size of 1');
		expect(simulator.requests).toEqual([]);
	});
	test('whose API Key is empty is refused before any request', async () => {
		const { error } = await runWith({ baseUrl: simulator.baseUrl, apiKey: '' }, 1);
		expect(error?.message).toContain('API Key of the credential is empty');
		expect(simulator.requests).toEqual([]);
	});
});

test('an error of a field has no number of n8n in brackets', async () => {
	const { error } = await runAt(simulator, send(), { items: [...list(1), { to: 'x' }] });
	expect(error?.message).not.toContain('[item');
	expect(error?.message).toMatch(/^Nothing was sent\. .*\(item 2\)$/);
	expect(error?.message).toContain(said.notAPhone);
});
