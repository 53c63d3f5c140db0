import type { Simulator, SimulatorOptions } from '../../simulator';
import { startSimulator } from '../../simulator';

const open: Simulator[] = [];

/** A simulator that is closed when the test ends. */
export async function service(options: SimulatorOptions = {}): Promise<Simulator> {
	const simulator = await startSimulator(options);
	open.push(simulator);
	return simulator;
}

afterEach(async () => {
	await Promise.all(open.splice(0).map(async (simulator) => await simulator.close()));
});

/** One simulator for the tests of a file, as new before each of them. */
export function withSimulator(
	take: (simulator: Simulator) => void,
	options: SimulatorOptions,
): void {
	let simulator: Simulator;
	beforeAll(async () => {
		simulator = await startSimulator(options);
		take(simulator);
	});
	beforeEach(() => simulator.reset());
	afterAll(async () => await simulator.close());
}

/** No record at all. */
export const empty = { contacts: 0, conversations: 0, messages: 0, calls: 0 };
