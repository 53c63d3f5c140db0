import { Simulator, startSimulator, type SimulatorOptions } from '../../simulator';
import type { Conversation } from '../../simulator/resources';

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

/**
 * One simulator for the tests of a file, as new before each of them.
 *
 * @param watch is told of it once it listens, as `serviceTime` wants
 */
export function withSimulator(
	options: SimulatorOptions = {},
	watch?: (simulator: Simulator) => void,
): Simulator {
	const simulator = new Simulator(options);
	beforeAll(async () => {
		await simulator.start();
		watch?.(simulator);
	});
	beforeEach(() => simulator.reset());
	afterAll(async () => await simulator.close());
	return simulator;
}

/** No record at all. */
export const empty = { contacts: 0, conversations: 0, messages: 0, calls: 0 };

/** A few records of each kind. */
export const few = { contacts: 5, conversations: 5, messages: 5, calls: 5 };

/** A service that counts so many messages more in each conversation than it lists. */
export function countedMore(more: () => number): SimulatorOptions['reshape'] {
	return (outcome, operationId) => {
		if (operationId !== 'listConversations') return outcome;
		const data = outcome.data as { conversations: Conversation[] };
		const conversations = data.conversations.map((one) => ({
			...one,
			messageCount: one.messageCount + more(),
		}));
		return { ...outcome, data: { ...data, conversations } };
	};
}
