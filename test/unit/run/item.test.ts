import type { Item } from '../../../nodes/VoiceSms/layers/layer';
import { ItemRunner } from '../../../nodes/VoiceSms/run/doItems';
import { fake } from '../../harness/n8n/fake';

function hints() {
	const state = fake<ConstructorParameters<typeof ItemRunner>[0]>({
		operation: {},
		answers: { lastWriteInLane: () => undefined },
		connection: { api: () => ({}) },
		context: { helpers: {}, getNode: () => ({ type: 'voiceSms' }) },
	});
	const work = new ItemRunner(state, []);
	const item = fake<Item>({ json: {}, operationLanes: [] });
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
