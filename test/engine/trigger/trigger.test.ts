import { Poller } from '../../harness/poller';
import type { Simulator, SimulatorOptions } from '../../simulator';
import { companyNumbers, manualClock, startSimulator } from '../../simulator';

const customer = '+15557770001';
const minute = 60_000;
const small = { contacts: 120, conversations: 60, messages: 200, calls: 120 };

const open: Simulator[] = [];
async function service(options: SimulatorOptions = {}) {
	const simulator = await startSimulator({ seed: small, ...options });
	open.push(simulator);
	return simulator;
}
afterEach(async () => {
	await Promise.all(open.splice(0).map(async (simulator) => await simulator.close()));
});

/** Makes one event happen, and gives the ID it is known by. */
const happenings: Record<string, (simulator: Simulator, number: number) => string> = {
	smsReceived: ({ store }, number) =>
		store.receiveSms({ from: `+1555777${number % 40}`, to: companyNumbers[0], body: 'hi' }).id,
	callCreated: ({ store }) => store.addCall().id,
	callEnded: ({ store }) => store.endCall(store.addCall().id, 'ENDED').id,
	contactCreated: ({ store }, number) => store.addContact({ firstName: `New ${number}` }).id,
	contactUpdated: ({ store }, number) => {
		const id = store.contacts.all()[(number * 37) % small.contacts].id;
		return store.updateContact(id, { notes: `Changed ${number}` }).id;
	},
};
const kinds = Object.keys(happenings);

describe.each(kinds)('%s', (event) => {
	const happen = happenings[event];

	it('takes the present as its baseline, and then gives out what is new', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event });
		expect(await poller.poll()).toEqual([]);
		expect(await poller.poll()).toEqual([]);
		simulator.clock.advance(minute);
		const id = happen(simulator, 1);
		expect(await poller.ids()).toEqual([id]);
		expect(await poller.poll()).toEqual([]);
	});

	it.each(['newest-first', 'oldest-first', 'shuffled'] as const)(
		'gives out 500 over many polls exactly once, oldest first, of lists %s',
		async (order) => {
			const simulator = await service({ order });
			const poller = new Poller(simulator, { event, requestOptions: { maxTries: 1 } });
			await poller.poll();
			const happened: string[] = [];
			const givenOut: unknown[] = [];
			for (let number = 0; number < 500; number++) {
				simulator.clock.advance(number % 7 === 0 ? 0 : 700);
				happened.push(happen(simulator, number));
				// Every poll is a restart; some fail first.
				if (number % 23 === 22) {
					if (number % 3 === 0) {
						simulator.fail({ method: 'GET' }, { kind: 'status', status: 500 });
						const before = JSON.stringify(poller.staticData);
						await expect(poller.poll()).rejects.toThrow('could not answer');
						expect(JSON.stringify(poller.staticData)).toBe(before);
					}
					givenOut.push(...(await poller.ids()));
				}
			}
			givenOut.push(...(await poller.ids()));
			const occurrences = event === 'contactUpdated' ? new Set(happened).size : 500;
			expect(new Set(givenOut).size).toBe(occurrences);
			if (event !== 'contactUpdated') expect([...givenOut].sort()).toEqual([...happened].sort());
			expect(await poller.poll()).toEqual([]);
		},
	);

	it.each<[string, Parameters<Simulator['fail']>[1], string]>([
		['a 500', { kind: 'status', status: 500 }, 'could not answer'],
		['a wrong key', { kind: 'status', status: 401 }, 'refused the API Key (HTTP 401)'],
		['a broken page', { kind: 'halfBody' }, 'cannot be read'],
		['another page', { kind: 'wrongPage' }, 'cannot be read'],
		['no pagination', { kind: 'pagination', value: {} }, 'cannot be read'],
		['a refusal', { kind: 'successFalse' }, 'refused the request'],
		['a lost connection', { kind: 'reset' }, 'connection to the service was lost'],
	])('fails on %s, and the next poll catches up', async (_, fault, message) => {
		const simulator = await service();
		const poller = new Poller(simulator, { event, requestOptions: { maxTries: 1 } });
		await poller.poll();
		simulator.clock.advance(minute);
		const id = happen(simulator, 1);
		const before = JSON.stringify(poller.staticData);
		simulator.fail({ method: 'GET' }, fault);
		await expect(poller.poll()).rejects.toThrow(message);
		expect(JSON.stringify(poller.staticData)).toBe(before);
		expect(await poller.ids()).toEqual([id]);
	});

	it('gives a real record in the manual test, and leaves the state alone', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event });
		const [item, ...others] = await poller.poll({ mode: 'manual' });
		expect(others).toEqual([]);
		expect(item.json.id).toMatch(/^(message|call|contact)_/);
		expect(JSON.stringify(poller.staticData)).not.toContain('state');
		await poller.poll();
		const before = JSON.stringify(poller.staticData);
		await poller.poll({ mode: 'manual' });
		expect(JSON.stringify(poller.staticData)).toBe(before);
	});

	it('says so in the manual test when there is nothing yet', async () => {
		const simulator = await service({
			seed: { contacts: 0, conversations: 0, messages: 0, calls: 0 },
		});
		await expect(new Poller(simulator, { event }).poll({ mode: 'manual' })).rejects.toThrow(
			'no record yet',
		);
	});

	it('starts in an empty account, and gives out the first event', async () => {
		const simulator = await service({
			seed: {
				contacts: event === 'contactUpdated' ? 120 : 0,
				conversations: 0,
				messages: 0,
				calls: 0,
			},
		});
		const poller = new Poller(simulator, { event });
		await poller.poll();
		simulator.clock.advance(minute);
		const id = happen(simulator, 1);
		expect(await poller.ids()).toEqual([id]);
	});
});

describe('requests of a poll', () => {
	const news: Record<string, [without: number, withOne: number]> = {
		smsReceived: [1, 2],
		callCreated: [1, 1],
		callEnded: [1, 1],
		contactCreated: [1, 1],
		contactUpdated: [25, 25],
	};

	it.each(Object.entries(news))('%s: %j without and with one event', async (event, expected) => {
		const simulator = await service({ seed: {} });
		const poller = new Poller(simulator, { event });
		await poller.poll();
		const activation = simulator.requests.length;
		await poller.poll();
		const without = simulator.requests.length;
		simulator.clock.advance(15 * minute);
		happenings[event](simulator, 1);
		await poller.poll();
		expect([without, simulator.requests.length]).toEqual(expected);
		expect(activation).toBeLessThan(60);
	});

	it('reads many conversations with news side by side', async () => {
		const simulator = await service({ latencyMs: 10 });
		const poller = new Poller(simulator, { event: 'smsReceived' });
		await poller.poll();
		simulator.clock.advance(minute);
		for (let number = 0; number < 120; number++) {
			store(simulator, `+1555666${1000 + number}`, number);
		}
		simulator.latencyMs = 10;
		expect(await poller.poll()).toHaveLength(120);
		expect(simulator.mostInFlight).toBeGreaterThan(16);
		expect(simulator.requests.length).toBeLessThan(130);
	});

	it('is one, plus one for each call under way that is not on the first page', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded' });
		const early = simulator.store.addCall();
		await poller.poll();
		simulator.clock.advance(1_000);
		for (let number = 0; number < 60; number++) {
			simulator.clock.advance(10);
			simulator.store.addCall({ status: 'ERROR' });
		}
		expect(await poller.poll()).toHaveLength(60);
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests.map(({ path }) => path)).toEqual([
			'/api/v1/api/calls',
			`/api/v1/api/calls/${early.id}`,
		]);
		simulator.clock.advance(minute);
		expect(await poller.ids()).toEqual([early.id]);
	});
});

const store = (simulator: Simulator, from: string, number: number) =>
	simulator.store.receiveSms({ from, to: companyNumbers[0], body: `news ${number}` });

describe('SMS Received', () => {
	it('gives out inbound messages only, of one conversation over many pages', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'smsReceived' });
		await poller.poll();
		const bodies: string[] = [];
		for (let number = 0; number < 130; number++) {
			simulator.clock.advance(1_000);
			simulator.store.sendSms({ from: companyNumbers[0], to: customer, body: 'out' });
			store(simulator, customer, number);
			bodies.push(`news ${number}`);
		}
		const items = await poller.poll();
		expect(items.map(({ json }) => json.body)).toStrictEqual(bodies);
		simulator.store.sendSms({ from: companyNumbers[0], to: customer, body: 'out' });
		expect(await poller.poll()).toEqual([]);
	});

	it('can be of one company number only, and then reads no other conversation', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, {
			event: 'smsReceived',
			simple: false,
			filters: { companyNumber: ' +1 (555) 010-0002 ' },
		});
		await poller.poll();
		simulator.clock.advance(minute);
		store(simulator, customer, 1);
		const wanted = { from: customer, to: companyNumbers[1], body: 'for two' };
		simulator.store.receiveSms(wanted);
		const [item, ...others] = await poller.poll();
		expect(item.json).toMatchObject({ body: 'for two', conversation: { customerPhone: customer } });
		expect(others).toEqual([]);
		expect(simulator.requests).toHaveLength(2);
	});

	it('carries to the next poll what there is no time for', async () => {
		const simulator = await service({ latencyMs: 30 });
		const poller = new Poller(simulator, {
			event: 'smsReceived',
			requestOptions: { requestsAtOnce: 2 },
		});
		simulator.latencyMs = 0;
		await poller.poll();
		simulator.clock.advance(minute);
		for (let number = 0; number < 30; number++) {
			simulator.clock.advance(1);
			store(simulator, `+155566610${10 + number}`, number);
		}
		simulator.latencyMs = 30;
		const bodies: unknown[] = [];
		let polls = 0;
		for (; bodies.length < 30 && polls < 30; polls++) {
			bodies.push(...(await poller.poll({ budgetMs: 400 })).map(({ json }) => json.body));
		}
		expect(polls).toBeGreaterThan(1);
		expect(bodies).toEqual(Array.from({ length: 30 }, (_, number) => `news ${number}`));
	});

	it('fails when even one poll takes longer than n8n gives it', async () => {
		const simulator = await service({ latencyMs: 30 });
		const poller = new Poller(simulator, { event: 'smsReceived' });
		await expect(poller.poll({ budgetMs: 20 })).rejects.toThrow('longer than n8n gives it');
		expect(JSON.stringify(poller.staticData)).not.toContain('state');
	});
});

describe('Call Ended', () => {
	it('follows calls under way until they are over, and forgets deleted ones', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded' });
		const before = simulator.store.addCall();
		await poller.poll();
		simulator.clock.advance(1_000);
		const deleted = simulator.store.addCall();
		const failed = simulator.store.addCall();
		expect(await poller.poll()).toEqual([]);
		simulator.store.removeCall(deleted.id);
		simulator.store.endCall(failed.id, 'ERROR');
		expect(await poller.ids()).toEqual([failed.id]);
		simulator.clock.advance(minute);
		expect(await poller.ids()).toEqual([before.id]);
		expect(JSON.stringify(poller.staticData)).toContain('"followed":[]');
	});

	it('can be of one direction, number and outcome', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, {
			event: 'callEnded',
			filters: { direction: 'OUTBOUND', companyNumber: companyNumbers[1], outcome: 'ERROR' },
		});
		await poller.poll();
		const calls = [
			{ fromNumber: companyNumbers[1], status: 'ERROR' },
			{ fromNumber: companyNumbers[1], status: 'ENDED' },
			{ fromNumber: companyNumbers[0], status: 'ERROR' },
			{ direction: 'INBOUND', toNumber: companyNumbers[1], status: 'ERROR' },
		] as const;
		const [wanted] = calls.map((call) => simulator.store.addCall(call));
		expect(await poller.ids()).toEqual([wanted.id]);
	});

	it('brings the recording along, and waits for one that is not there, others not', async () => {
		const simulator = await service({ clock: manualClock(Date.now()) });
		const poller = new Poller(simulator, {
			event: 'callEnded',
			downloadRecording: true,
			binaryPropertyName: 'recording',
			options: { recordingPolls: 3 },
		});
		await poller.poll();
		const [late, never] = [1, 2].map(() => simulator.store.addCall({ status: 'ENDED' }));
		simulator.clock.advance(1);
		const ready = simulator.store.addCall({ status: 'ENDED' });
		const notYet = { kind: 'status', status: 404 } as const;
		simulator.fail({ path: `/api/calls/${late.id}/recording` }, notYet);
		simulator.fail({ path: `/recordings/${never.id}.wav` }, notYet, 3);
		const [item, ...others] = await poller.poll();
		expect(others).toEqual([]);
		expect(item.json).toMatchObject({ id: ready.id, recordingAttached: true });
		expect(item.binary?.recording).toMatchObject({ mimeType: 'audio/wav' });
		expect(await poller.ids()).toEqual([late.id]);
		const [without] = await poller.poll();
		expect(without.json).toMatchObject({ id: never.id, recordingAttached: false });
		expect(without.json.recordingNote).toMatch(/^Not found \(HTTP 404\)/);
		expect(without.binary).toBeUndefined();
		expect(await poller.poll()).toEqual([]);
	});

	it('fails on a key that may not read recordings, and loses nothing', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded', downloadRecording: true });
		await poller.poll();
		const { id } = simulator.store.addCall({ status: 'ENDED' });
		simulator.fail({ path: '/api/calls/*/recording' }, { kind: 'status', status: 403 });
		await expect(poller.poll()).rejects.toThrow('HTTP 403');
		expect(await poller.ids()).toEqual([id]);
	});
});

describe('Contact Created', () => {
	it('can be of one source and tag', async () => {
		const simulator = await service();
		const filters = { source: 'CSV', tags: 'vip' };
		const poller = new Poller(simulator, { event: 'contactCreated', filters });
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.addContact({ source: 'API', tags: ['vip'] });
		const { id } = simulator.store.addContact({ source: 'CSV', tags: ['vip'] });
		expect(await poller.ids()).toEqual([id]);
	});

	it('gives out an import of 50,000 with one timestamp exactly once', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'contactCreated' });
		await poller.poll();
		simulator.clock.advance(minute);
		for (let number = 0; number < 50_000; number++) simulator.store.addContact();
		const ids = await poller.ids();
		expect(new Set(ids).size).toBe(50_000);
		expect(ids).toHaveLength(50_000);
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
		simulator.clock.advance(1);
		const { id } = simulator.store.addContact();
		expect(await poller.ids()).toEqual([id]);
	}, 120_000);
});

describe('the trigger', () => {
	it('begins anew when the event or a filter changes', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'contactCreated' });
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.addContact({ source: 'CSV' });
		poller.parameters = { event: 'contactCreated', filters: { source: 'CSV' } };
		expect(await poller.poll()).toEqual([]);
		poller.parameters = { event: 'callCreated' };
		simulator.store.addCall();
		expect(await poller.poll()).toEqual([]);
		const { id } = simulator.store.addCall();
		expect(await poller.ids()).toEqual([id]);
	});

	it('tells n8n the cause of a failure that the answer proves', async () => {
		const simulator = await service();
		const wrong = { baseUrl: simulator.baseUrl, apiKey: 'wrong' };
		const poller = new Poller(simulator, { event: 'callCreated' }, wrong);
		await expect(poller.poll()).rejects.toMatchObject({
			httpCode: '401',
			failure: { cause: 'credential-invalid' },
		});
	});

	it('does not run twice at a time', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callCreated' });
		await poller.poll();
		const { id } = simulator.store.addCall();
		simulator.latencyMs = 50;
		const both = await Promise.all([poller.poll(), poller.poll()]);
		expect(both.flat().map(({ json }) => json.id)).toStrictEqual([id]);
	});
});
