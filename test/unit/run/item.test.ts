import type { Item } from '../../../nodes/VoiceSms/layers/layer';
import { ItemRunner } from '../../../nodes/VoiceSms/run/item';
import { fake } from '../../harness/n8n/fake';

function hints() {
	const state = fake<ConstructorParameters<typeof ItemRunner>[0]>({
		operation: {},
		answers: { lastWriteInLane: () => undefined },
		connection: { api: () => ({}) },
		context: { helpers: {}, getInputData: () => [], getNode: () => ({}) },
	});
	const work = new ItemRunner(state, []);
	const item = { operationLanes: [] as string[] } as Item;
	const { hint } = work.operationContext(item, { nameInErrors: 'it' });
	return { hint, lines: () => work.hintLines() };
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
