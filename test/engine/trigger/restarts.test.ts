import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../harness/time/clock';
import { polling } from '../../harness/n8n/poller';
import type { Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';

const minute = 60_000;
const customer = '+15557770001';
const notReady = { kind: 'status', status: 404 } as const;

/** A trigger that was at work when n8n was stopped. */
interface Story {
	event: string;
	/** Parameters besides the event. */
	parameters?: IDataObject;
	/** What happened before the state was saved; `poll` is one poll before that. */
	before(simulator: Simulator, poll: () => Promise<unknown>): Promise<unknown>;
	/** One thing that happens afterwards, and what it is known by. */
	then(simulator: Simulator): string;
}

const stories: Record<string, Story> = {
	'SMS Received': {
		event: 'smsReceived',
		async before({ store, clock }, poll) {
			await poll();
			clock.advance(minute);
			store.receiveSms({ from: customer, to: companyNumbers[0], body: 'first' });
			await poll();
		},
		then({ store, clock }) {
			clock.advance(minute);
			store.sendSms({ from: companyNumbers[0], to: customer, body: 'answer' });
			return store.receiveSms({ from: customer, to: companyNumbers[0], body: 'second' }).id;
		},
	},
	'SMS Received of one number, moving elsewhere, too': {
		event: 'smsReceived',
		parameters: { simple: false, filters: { companyNumber: ' +1 555 010 0002 ' } },
		before: async (_, poll) => await poll(),
		then({ store, clock }) {
			clock.advance(minute);
			store.receiveSms({ from: customer, to: companyNumbers[0], body: 'not this one' });
			return store.receiveSms({ from: customer, to: companyNumbers[1], body: 'this one' }).id;
		},
	},
	'Call Created': {
		event: 'callCreated',
		parameters: { filters: { direction: 'INBOUND' } },
		async before({ store, clock }, poll) {
			await poll();
			clock.advance(minute);
			store.addCall({ direction: 'INBOUND' });
			await poll();
		},
		then({ store }) {
			store.addCall({ direction: 'OUTBOUND' });
			return store.addCall({ direction: 'INBOUND' }).id;
		},
	},
	'Call Ended, of a followed call': {
		event: 'callEnded',
		async before({ store, clock }, poll) {
			const early = store.addCall();
			await poll();
			clock.advance(1_000);
			for (let number = 0; number < 60; number++) store.addCall({ status: 'ENDED' });
			store.addCall();
			await poll();
			return early;
		},
		then: ({ store }) => store.endCall('call_000006', 'ERROR').id,
	},
	'Call Missed, of a followed call': {
		event: 'callMissed',
		async before({ store, clock }, poll) {
			store.addCall({ direction: 'INBOUND', endless: true });
			store.addCall({ direction: 'OUTBOUND', endless: true });
			await poll();
			clock.advance(1_000);
			const talked = { direction: 'INBOUND', status: 'ENDED', durationMs: 9_000 } as const;
			for (let number = 0; number < 60; number++) store.addCall(talked);
			await poll();
		},
		then({ store }) {
			store.endCall('call_000007', 'ERROR');
			return store.endCall('call_000006', 'ERROR').id;
		},
	},
	'Call Ended, of a call that could not be read in two polls': {
		event: 'callEnded',
		async before(simulator, poll) {
			const { store, clock } = simulator;
			const { id } = store.addCall();
			await poll();
			for (let number = 0; number < 60; number++) {
				clock.advance(10);
				store.addCall({ status: 'ENDED' });
			}
			simulator.fail({ path: `/api/calls/${id}` }, { kind: 'status', status: 400 }, 2);
			for (let polls = 0; polls < 3; polls++) await poll();
			simulator.clearFaults();
		},
		then: ({ store }) => store.endCall('call_000006', 'ENDED').id,
	},
	'Call Ended, of a call that waits for its recording': {
		event: 'callEnded',
		parameters: { downloadRecording: true, binaryPropertyName: 'data' },
		async before(simulator, poll) {
			const { store } = simulator;
			store.addCall();
			await poll();
			const { id } = store.addCall({ status: 'ENDED' });
			simulator.fail({ path: `/api/calls/${id}/recording` }, notReady, 3);
			for (let polls = 0; polls < 3; polls++) await poll();
			simulator.clearFaults();
		},
		then: () => 'call_000007',
	},
	'Contact Created': {
		event: 'contactCreated',
		async before({ store, clock }, poll) {
			await poll();
			clock.advance(minute);
			store.addContact();
			await poll();
		},
		then: ({ store }) => store.addContact().id,
	},
	'Contact Created, with a tag': {
		event: 'contactCreated',
		parameters: { filters: { tags: 'vip' } },
		before: async (_, poll) => await poll(),
		then({ store, clock }) {
			clock.advance(minute);
			store.addContact({ tags: ['lead'] });
			return store.addContact({ tags: ['vip'] }).id;
		},
	},
	'Contact Updated': {
		event: 'contactUpdated',
		parameters: { filters: { source: 'CSV' } },
		async before({ store, clock }, poll) {
			await poll();
			clock.advance(minute);
			store.updateContact('contact_000003', { notes: 'first' });
			await poll();
		},
		then({ store, clock }) {
			clock.advance(minute);
			store.addContact({ source: 'CSV' });
			return store.updateContact('contact_000008', { notes: 'second' }).id;
		},
	},
	'with a query parameter and every option': {
		event: 'contactCreated',
		parameters: {
			simple: false,
			requestOptions: {
				queryParameters: { parameter: [{ name: 'source', value: 'API' }] },
				maxTries: 2,
				requestsAtOnce: 3,
				timeout: 5000,
			},
		},
		before: async (_, poll) => await poll(),
		then: ({ store }) => store.addContact({ source: 'API' }).id,
	},
};

async function begin({ event, parameters }: Story) {
	const seed = { contacts: 9, conversations: 4, messages: 8, calls: 5 };
	const { simulator, poller } = await polling({ event, ...parameters }, { seed });
	// Recordings are waited for by this computer's clock.
	const poll = async () => await poller.ids({ clock: testClock(simulator.clock.now()) });
	return { simulator, poller, poll };
}

describe.each(Object.entries(stories))('a state of %s', (_, story) => {
	it('gives out what happens next, and nothing else, when n8n starts again', async () => {
		const { simulator, poller, poll } = await begin(story);
		await story.before(simulator, poll);
		poller.staticData = JSON.parse(JSON.stringify(poller.staticData)) as IDataObject;
		const id = story.then(simulator);
		expect(await poll()).toEqual([id]);
		expect(await poll()).toEqual([]);
	});
});
