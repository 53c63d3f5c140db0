import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

import { recording } from './recordings';
import { startSimulator, type Simulator } from '.';

const day = 24 * 60 * 60_000;
let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator({
		seed: { contacts: 0, conversations: 0, messages: 0, calls: 0 },
	});
});
afterEach(() => simulator.reset());
afterAll(async () => await simulator.close());

describe('the body of a recording that trickles', () => {
	it('comes whole, in the bits asked for, after its head', async () => {
		const { id } = simulator.store.addCall({ status: 'ENDED' });
		const bytes = Math.ceil(recording.length / 4);
		simulator.fail({ path: `/recordings/${id}.wav` }, { kind: 'trickle', everyMs: 1, bytes });
		const [response] = (await once(
			get(`${simulator.recordingsUrl}/recordings/${id}.wav`),
			'response',
		)) as [IncomingMessage];
		expect(response.statusCode).toBe(200);
		expect(response.headers['content-length']).toBe(String(recording.length));
		const bits: Buffer[] = [];
		for await (const bit of response) bits.push(bit as Buffer);
		expect(bits.length).toBeGreaterThan(1);
		expect(Buffer.concat(bits).equals(recording)).toBe(true);
	});
});

describe('calls made for a test', () => {
	it('stay as they are when they are endless', () => {
		const { id } = simulator.store.addCall({ endless: true });
		simulator.clock.advance(day);
		expect(simulator.store.calls.get(id)?.status).toBe('REGISTERED');
		expect(simulator.store.endCall(id, 'ERROR').status).toBe('ERROR');
	});

	it('stand at the far end of a sorted list when they have no time', () => {
		const undated = simulator.store.addCall({ createdAt: null });
		const dated = simulator.store.addCall();
		expect(simulator.store.calls.all().map(({ id }) => id)).toEqual([dated.id, undated.id]);
		simulator.clock.advance(30_000);
		expect(simulator.store.calls.get(undated.id)).toMatchObject({
			createdAt: null,
			status: 'ENDED',
		});
	});
});
