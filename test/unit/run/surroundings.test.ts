import type { Item } from '../../../nodes/VoiceSms/layers/layer';
import type { RunState } from '../../../nodes/VoiceSms/run/item';
import { RunSurroundings } from '../../../nodes/VoiceSms/run/surroundings';

function hints() {
	const state = {
		connection: { api: () => ({}) },
		context: { helpers: {}, getInputData: () => [] },
	} as unknown as RunState;
	const answers = { lastWriteInLane: () => undefined };
	const surroundings = new RunSurroundings(state, answers as never);
	const { hint } = surroundings.of({} as Item, { nameInErrors: 'it' });
	return { hint, lines: () => surroundings.lines() };
}

it('each line is shown once, in the order in which they came first', () => {
	const { hint, lines } = hints();
	for (const line of ['b', 'a', 'b']) hint(line);
	expect(lines()).toStrictEqual(['b', 'a']);
});

it('a counted line says how often it was to be shown', () => {
	const { hint, lines } = hints();
	expect(lines()).toStrictEqual([]);
	for (const kind of ['x', 'y', 'x']) hint(kind, (times) => `${kind}: ${times}`);
	expect(lines()).toStrictEqual(['x: 2', 'y: 1']);
});
