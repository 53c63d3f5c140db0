import type { PollContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { said } from '../../harness/n8n/messages';
import { Poller, polling } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import { serviceTime } from '../../harness/time/serviceTime';
import { companyNumbers, manualClock } from '../../simulator';

const minute = 60_000;
const seed = { contacts: 12, conversations: 3, messages: 9, calls: 5 };
const withQuery = (value: string) => ({
	queryParameters: { parameter: [{ name: 'search', value }] },
});

describe('publishing', () => {
	const activate = { activation: 'activate' } as const;

	it('makes the present the baseline, whatever happened while the workflow was not', async () => {
		const { simulator, poller } = await polling({ event: 'callCreated' }, { seed });
		await poller.poll(activate);
		simulator.clock.advance(minute);
		simulator.store.addCall();
		expect(await poller.ids(activate)).toEqual([]);
		const { id } = simulator.store.addCall();
		expect(await poller.ids()).toEqual([id]);
		expect(poller.log).toEqual([]);
	});

	it.each(['init', 'update', 'leadershipChange'] as const)(
		'is not what n8n calls "%s": what happened meanwhile comes out',
		async (activation) => {
			const { simulator, poller } = await polling({ event: 'callCreated' }, { seed });
			await poller.poll(activate);
			simulator.clock.advance(minute);
			const { id } = simulator.store.addCall();
			expect(await poller.ids({ activation })).toEqual([id]);
		},
	);

	it('lets the next polls give out what is new, by the clock of n8n, too', async () => {
		const { simulator, poller } = await polling(
			{ event: 'callCreated' },
			{ seed, clock: manualClock(Date.now()) },
		);
		poller.usualClock = undefined;
		expect(await poller.poll(activate)).toEqual([]);
		const { id } = simulator.store.addCall();
		expect(await poller.ids()).toEqual([id]);
	});

	it('counts once for a context that n8n keeps for all polls', async () => {
		const { simulator, poller } = await polling({ event: 'callCreated' }, { seed });
		const context = poller.context(activate);
		expect(await poller.pollIn(context)).toEqual([]);
		for (let polls = 0; polls < 3; polls++) {
			simulator.clock.advance(minute);
			const { id } = simulator.store.addCall();
			expect((await poller.pollIn(context)).map(({ json }) => json.id)).toStrictEqual([id]);
		}
	});

	it('still counts when its first poll failed', async () => {
		const { simulator, poller } = await polling(
			{ event: 'callCreated', requestOptions: { maxTries: 1 } },
			{ seed },
		);
		await poller.poll(activate);
		simulator.store.addCall();
		const context = poller.context(activate);
		simulator.fail({}, { kind: 'status', status: 500 });
		await expect(poller.pollIn(context)).rejects.toThrow(said.couldNotAnswer);
		expect(await poller.pollIn(context)).toEqual([]);
	});
});

describe("publishing with n8n's durable cursors", () => {
	async function durable() {
		const { simulator, poller } = await polling({ event: 'callCreated' }, { seed });
		poller.durableCursors = true;
		return { simulator, poller };
	}

	it.each(['activate', 'update'] as const)(
		'("%s") makes the present the baseline: what happens before the first poll time comes out',
		async (activation) => {
			const { simulator, poller } = await durable();
			expect(await poller.poll({ activation })).toEqual([]);
			simulator.clock.advance(minute);
			const { id } = simulator.store.addCall();
			expect(await poller.ids()).toEqual([id]);
			expect(await poller.poll()).toEqual([]);
		},
	);

	it('again does so, too: what happened while the workflow was not published does not come out', async () => {
		const { simulator, poller } = await durable();
		await poller.poll({ activation: 'activate' });
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.addCall();
		await poller.poll({ activation: 'activate' });
		simulator.clock.advance(minute);
		const { id } = simulator.store.addCall();
		expect(await poller.ids()).toEqual([id]);
	});

	it('fails when n8n cannot keep the baseline', async () => {
		const { poller } = await durable();
		const context = poller.context({ activation: 'activate' });
		const refused = async () => await Promise.reject(new Error('the database is gone'));
		Object.defineProperty(context, '__commitCursor', { value: refused });
		await expect(poller.pollIn(context)).rejects.toThrow('the database is gone');
	});

	it('works in an n8n that has no cursors', async () => {
		const { poller } = await durable();
		const context = poller.context({ activation: 'activate' });
		Object.defineProperty(context, '__commitCursor', { value: undefined });
		expect(await poller.pollIn(context)).toEqual([]);
	});
});

describe('publishing while a poll is under way', () => {
	const { time: clock, watch } = serviceTime();
	const begin = async () => {
		const ofService = { ...manualClock(), pace: clock };
		const simulator = await service({ seed: empty, clock: ofService });
		watch(simulator);
		return { simulator, poller: new Poller(simulator, { event: 'callCreated' }) };
	};
	const idsIn = async (poller: Poller, context: PollContext) =>
		(await clock.run(poller.pollIn(context, { clock }))).map(({ json }) => json.id);

	it('waits for it, then takes the baseline: nothing of what comes after is lost', async () => {
		const { simulator, poller } = await begin();
		await clock.run(poller.poll({ clock }));
		simulator.latencyMs = 200;
		const slow = poller.poll({ clock });
		const context = poller.context({ activation: 'activate' });
		await clock.run(Promise.all([poller.pollIn(context, { clock }), slow]));
		const { id } = simulator.store.addCall();
		expect(await idsIn(poller, context)).toStrictEqual([id]);
		expect(poller.log).toEqual([]);
	});

	it('waits no longer than its own time', async () => {
		const { simulator, poller } = await begin();
		simulator.fail({}, { kind: 'hang' }, Infinity);
		const began = clock.passed();
		const slow = poller.poll({ clock, budgetMs: 1_500 });
		const fresh = poller.poll({ clock, activation: 'activate', budgetMs: 300 });
		const failed = expect(slow).rejects.toThrow('longer than n8n allows');
		await expect(clock.run(fresh)).rejects.toThrow('longer than n8n allows');
		expect(clock.passed() - began).toBe(300);
		await clock.run(failed);
		expect(clock.passed() - began).toBe(1_500);
	});

	it('waits in the same context without a second baseline', async () => {
		const { simulator, poller } = await begin();
		const context = poller.context({ activation: 'activate' });
		simulator.latencyMs = 200;
		const polls = [1, 2].map(async () => await poller.pollIn(context, { clock }));
		expect(await clock.run(Promise.all(polls))).toEqual([[], []]);
		const { id } = simulator.store.addCall();
		expect(await idsIn(poller, context)).toStrictEqual([id]);
	});
});

describe('a moving expression', () => {
	it('in the query parameters does not begin anew', async () => {
		const simulator = await service({ seed, strict: false });
		const requestOptions = {
			queryParameters: { parameter: [{ name: 'now', value: '={{ Math.random() }}' }] },
		};
		const poller = new Poller(simulator, { event: 'callCreated', requestOptions });
		await poller.poll();
		const first = simulator.requests[0].query.now;
		simulator.clock.advance(minute);
		const { id } = simulator.store.addCall();
		expect(await poller.ids()).toEqual([id]);
		expect(simulator.requests[0].query.now).not.toBe(first);
		expect(poller.log).toEqual([]);
	});

	it('that takes the place of a fixed value begins anew once, and the log says so', async () => {
		const { poller } = await polling(
			{ event: 'callCreated', requestOptions: withQuery('a') },
			{ seed, strict: false },
		);
		await poller.poll();
		poller.parameters = { event: 'callCreated', requestOptions: withQuery('={{ Math.random() }}') };
		for (let polls = 0; polls < 3; polls++) expect(await poller.poll()).toEqual([]);
		expect(poller.log).toHaveLength(1);
	});
});

describe('a state that is dropped', () => {
	const why = 'the event, a filter or a query parameter was changed';
	const before = { event: 'contactCreated', requestOptions: withQuery('person') };

	it.each<[string, IDataObject]>([
		['the event', { ...before, event: 'contactUpdated' }],
		['a filter', { ...before, filters: { source: 'CSV' } }],
		['a filter by an expression', { ...before, filters: { source: '={{ "CSV" }}' } }],
		['a query parameter', { ...before, requestOptions: withQuery('other') }],
	])('because of %s is named in the log', async (_, after) => {
		const { simulator, poller } = await polling(before, { seed });
		await poller.poll();
		simulator.store.addContact({ source: 'CSV', firstName: 'other person' });
		poller.parameters = after;
		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([`The trigger starts again from now: ${why}`]);
		simulator.clock.advance(minute);
		const { id } = simulator.store.addContact({ source: 'CSV', firstName: 'other person' });
		simulator.clock.advance(minute);
		if (after.event === 'contactUpdated') simulator.store.updateContact(id, { notes: 'new' });
		expect(await poller.ids()).toEqual([id]);
		expect(poller.log).toHaveLength(1);
	});

	it.each<[string, unknown, string]>([
		[
			'of a newer version',
			{ version: 3 },
			'the saved state is from another version of this package',
		],
		[
			'of an older version',
			{ version: 1 },
			'the saved state is from another version of this package',
		],
		['that cannot be read', { progress: {} }, 'the saved state cannot be read'],
		['without its progress', { progress: undefined }, 'the saved state cannot be read'],
		['that is none', 'state', 'the saved state cannot be read'],
	])('%s is named in the log', async (_, state, reason) => {
		const { simulator, poller } = await polling({ event: 'callCreated' }, { seed });
		await poller.poll();
		const kept = poller.staticData['node:Voice and SMS Trigger'] as IDataObject;
		kept.state =
			typeof state === 'string' ? state : { ...(kept.state as object), ...(state as object) };
		simulator.store.addCall();
		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([`The trigger starts again from now: ${reason}`]);
		const { id } = simulator.store.addCall();
		expect(await poller.ids()).toEqual([id]);
	});
});

describe('query parameters of the user', () => {
	const requestOptions = { queryParameters: { parameter: [{ name: 'mine', value: '1' }] } };
	const lenient = { strict: false, seed: { contacts: 3, conversations: 3, messages: 9, calls: 3 } };

	it.each(['/api/sms', '/api/calls'])('go to the list of the event only: %s', async (path) => {
		const simulator = await service(lenient);
		const event = path === '/api/sms' ? 'smsReceived' : 'callEnded';
		const poller = new Poller(simulator, { event, requestOptions, downloadRecording: true });
		const others = () => {
			const all = simulator.requests.filter((request) => !request.path.endsWith(path));
			return all.map(({ query }) => query.mine);
		};
		const early = simulator.store.addCall();
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.receiveSms({ from: '+15557770001', to: companyNumbers[0], body: 'hi' });
		for (let number = 0; number < 60; number++) simulator.store.addCall();
		simulator.store.endCall(early.id, 'ENDED');
		const paths: unknown[] = [];
		for (let polls = 0; polls < 3; polls++) {
			await poller.poll();
			expect(simulator.requests[0].query).toMatchObject({ mine: '1' });
			paths.push(...others());
		}
		expect(paths.length).toBeGreaterThan(0);
		expect(paths.filter((mine) => mine !== undefined)).toEqual([]);
	});
});
