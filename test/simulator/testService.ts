import axios, { type AxiosInstance, type AxiosResponse } from 'axios';

import { serviceTime } from '../harness/time/serviceTime';
import {
	companyNumbers,
	manualClock,
	startSimulator,
	type Simulator,
	type SimulatorOptions,
} from '.';

export const [own] = companyNumbers;
export const customer = '+15557654321';
export const sms = { to: customer, from: own, body: 'Hello' };
export const start = Date.parse('2026-06-01T12:00:00.000Z');
export const nobody = 'Your_id_is_not_here';

/** Small lists: only paging needs more, and says so. */
export const small = { contacts: 230, conversations: 60, messages: 300, calls: 120 };

export function client(of: Simulator, key = of.apiKey): AxiosInstance {
	return axios.create({
		baseURL: of.baseUrl,
		headers: { 'x-api-key': key },
		validateStatus: () => true,
		maxRedirects: 0,
	});
}

/** Runs a test against a simulator with other options. */
export async function withSimulator(
	options: SimulatorOptions,
	test: (other: Simulator, http: AxiosInstance) => Promise<void>,
): Promise<void> {
	const other = await startSimulator({ seed: small, ...options });
	try {
		await test(other, client(other));
	} finally {
		await other.close();
	}
}

/** The error code of a request that got no whole answer. */
export async function broken(request: Promise<AxiosResponse>): Promise<string | undefined> {
	return await request.then(
		(response) => `answered ${response.status}`,
		(error: { code?: string }) => error.code,
	);
}

/** A simulator for the tests of a file, on virtual time, as new before each test. */
export function forTests(take: (simulator: Simulator, http: AxiosInstance) => void): void {
	const { pace, watch } = serviceTime();
	let simulator: Simulator;
	beforeAll(async () => {
		simulator = await startSimulator({
			seed: small,
			checkAnswers: true,
			clock: { ...manualClock(), pace },
		});
		watch(simulator);
		take(simulator, client(simulator));
	});
	beforeEach(() => {
		simulator.reset();
		simulator.clock.set(start);
	});
	afterAll(async () => await simulator.close());
}
