import type { Item } from '../../../nodes/VoiceSms/layers/layer';
import { ItemRunner } from '../../../nodes/VoiceSms/run/doItems';

function hints() {
	const state = {
		operation: {},
		answers: { lastWriteInLane: () => undefined },
		connection: { api: () => ({}) },
		context: { helpers: {}, getNode: () => ({ type: 'voiceSms' }) },
	} as unknown as ConstructorParameters<typeof ItemRunner>[0];
	const work = new ItemRunner(state, []);
	const item = { json: {}, operationLanes: [] as string[] } as unknown as Item;
	const { hint } = work.operationContext(item, { nameInErrors: 'it' });
	return { hint, lines: () => [...work.hints] };
}

it('each line is shown once, in the order in which they came first', () => {
	const { hint, lines } = hints();
	for (const line of ['b', 'a', 'b']) hint(line);
	expect(lines()).toStrictEqual(['b', 'a']);
});

it('an empty line is not shown', () => {
	const { hint, lines } = hints();
	hint('');
	expect(lines()).toStrictEqual([]);
});
