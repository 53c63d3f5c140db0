import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../../../../nodes/VoiceSms/api/clock';
import type { RunLimits } from '../../../../nodes/VoiceSms/api/connection';
import { Api } from '../../../../nodes/VoiceSms/api/api';
import { Connection } from '../../../../nodes/VoiceSms/api/connection';
import { contacts } from '../../../../nodes/VoiceSms/api/endpoints';
import { readAccess } from '../../../../nodes/VoiceSms/api/access';
import { testClock } from '../../../harness/time/clock';
import { runNode } from '../../../harness/n8n/engine';
import { collections } from '../../../harness/n8n/options';
import { serviceTime } from '../../../harness/time/serviceTime';
import { said } from '../../../harness/n8n/messages';
import { few, withSimulator } from '../../../harness/service/service';
import { good } from '../../../harness/n8n/parameters';
import { pickerContext } from '../../../harness/n8n/picker';

const { time, watch } = serviceTime();
const simulator = withSimulator({ seed: { ...few, contacts: 500 } }, watch);

/** The service, through one of n8n's own contexts. */
async function api(clock: Clock, limits: RunLimits) {
	const { baseUrl, apiKey } = simulator;
	const context = pickerContext({ baseUrl, apiKey });
	const connection = new Connection(context, await readAccess(context), clock, limits);
	return new Api(connection, { nameInErrors: 'contacts' });
}

const errorOf = async (work: Promise<unknown>) =>
	await work.then(
		() => undefined,
		(error: { message: string; description: string; failure?: IDataObject }) => error,
	);

describe('a run with an end', () => {
	it('fails at once, as rate-limited, when the service asks for more time than is left', async () => {
		const clock = testClock();
		const until = clock.now() + 36_000;
		simulator.fail({}, { kind: 'rateLimited', retryAfter: '3600' }, Infinity);
		const service = await api(clock, { leftMs: () => until - clock.now() });
		const error = await errorOf(service.page(contacts, 1));
		expect(error?.message).toBe(`${said.fewerRequests} (HTTP 429): contacts`);
		expect(error?.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 3_600_000 });
		expect(clock.waits).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
	});

	it('fails its other requests too, without sending them', async () => {
		const clock = testClock();
		simulator.fail({}, { kind: 'rateLimited', retryAfter: '60' }, Infinity);
		const service = await api(clock, { bound: 1, leftMs: () => 30_000 });
		const errors = await Promise.all(
			[1, 2, 3].map(async (one) => await errorOf(service.page(contacts, one))),
		);
		expect(errors.map((error) => error?.message)).toEqual([
			`${said.fewerRequests} (HTTP 429): contacts`,
			'The service accepts no requests at the moment: contacts',
			'The service accepts no requests at the moment: contacts',
		]);
		for (const error of errors) {
			expect(error?.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 60_000 });
		}
		expect(simulator.requests).toHaveLength(1);
	});

	it.each([
		['a broken connection', { kind: 'reset' }, said.lost],
		['503', { kind: 'status', status: 503 }, `${said.couldNotAnswer} (HTTP 503)`],
	] as const)(
		'does not wait after %s when no time is left for it',
		async (_name, fault, message) => {
			const clock = testClock();
			simulator.fail({}, fault, Infinity);
			const service = await api(clock, { leftMs: () => 350 });
			expect((await errorOf(service.page(contacts, 1)))?.message).toContain(message);
			expect(clock.waits).toEqual([]);
		},
	);

	it('gives each request no more time than is left', async () => {
		simulator.fail({}, { kind: 'hang' }, Infinity);
		const service = await api(time, { leftMs: () => 350 });
		const error = await time.run(errorOf(service.page(contacts, 1)));
		expect(error?.description).toContain('No answer came within 350 ms.');
		expect(simulator.requests).toHaveLength(1);
	});

	it('waits when there is time', async () => {
		const clock = testClock();
		simulator.fail({}, { kind: 'rateLimited', retryAfter: '5' });
		const service = await api(clock, { leftMs: () => 36_000 });
		expect((await service.page(contacts, 1)).records).toHaveLength(100);
		expect(clock.waits).toEqual([5000]);
	});
});

describe('a quota that is used up', () => {
	const numbers = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ to: `+1555${String(index).padStart(7, '0')}` }));
	const send = { ...good.send, to: '={{ $json.to }}', body: 'Hi', options: {} };
	const run = async (count: number, options: IDataObject = {}) => {
		const began = time.passed();
		const { items, error } = await time.run(
			runNode({
				parameters: { ...send, ...collections(options) },
				items: numbers(count),
				credential: simulator,
				settings: { onError: 'continueRegularOutput' },
				clock: time,
			}),
		);
		expect(error).toBeUndefined();
		const waited = time.passed() - began;
		return {
			items,
			waited,
			messages: items.map(({ json }) =>
				String((json.error as IDataObject | undefined)?.message ?? 'sent'),
			),
		};
	};

	it.each([1, 4, 32])(
		'fails the rest fast instead of waiting for each, %i at once',
		async (...row) => {
			const [bound] = row;
			simulator.fail({}, { kind: 'rateLimited', retryAfter: '60' }, Infinity);
			const { messages, items } = await run(60, { requestsAtOnce: bound });
			// What was sent: the first ones of the burst, and one of them in its other three tries.
			expect(simulator.requests).toHaveLength(bound + 3);
			expect(messages.filter((message) => message.startsWith('Not sent: '))).toHaveLength(60);
			const rejected = items.filter(({ json }) => (json.error as IDataObject).httpCode === '429');
			expect(rejected).toHaveLength(bound);
			const last = items.at(-1)?.json.error as IDataObject;
			expect(String(last.description)).toContain('Run it again later');
			expect(last).toMatchObject({ mayHaveBeenDone: false, itemIndex: 59 });
			expect(simulator.ledger).toEqual([]);
		},
	);

	it('in the middle fails only what comes after', async () => {
		simulator.fail({ body: { to: numbers(51)[50].to } }, { kind: 'rateLimited', retryAfter: '1' });
		simulator.fail({ method: 'POST', every: 1 }, { kind: 'delay', ms: 0 }, 100);
		simulator.fail({}, { kind: 'rateLimited', retryAfter: '1' }, Infinity);
		const { messages } = await run(150);
		const sent = messages.filter((message) => message === 'sent').length;
		expect(sent).toBe(simulator.ledger.length);
		expect(sent).toBeGreaterThan(90);
		expect(messages.at(-1)).toMatch(/^Not sent/);
	});

	it('for a while does not end the run', async () => {
		simulator.fail({}, { kind: 'rateLimited', retryAfter: '1' }, 3);
		const { messages } = await run(40, { requestsAtOnce: 1 });
		expect(new Set(messages)).toEqual(new Set(['sent']));
		expect(simulator.ledger).toHaveLength(40);
	});

	it.each([
		[1, 50, 35],
		[1, 1000, 35],
		[2, 1000, 35],
	])('with %i tries: of %i requests, a closed service gets %i', async (...row) => {
		const [maxTries, count, most] = row;
		simulator.fail({}, { kind: 'rateLimited', retryAfter: '60' }, Infinity);
		const { messages, waited } = await run(count, { maxTries });
		expect(simulator.requests).toHaveLength(most);
		expect(messages.filter((message) => message.startsWith('Not sent'))).not.toHaveLength(0);
		expect(Math.floor(waited / 60_000)).toBe(3);
	});

	it.each(['0', 'Mon, 01 Jan 2024 00:00:00 GMT'])(
		'that asks to come back at once (%s) is not asked four times in a moment',
		async (retryAfter) => {
			simulator.fail({}, { kind: 'rateLimited', retryAfter }, Infinity);
			const { waited } = await run(1);
			expect(waited).toBeGreaterThan(2000);
			expect(simulator.requests).toHaveLength(4);
		},
	);
});
