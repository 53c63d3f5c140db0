import { startSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { ofAPractice } from '../../../sandbox/workflows';
import { asPeopleUseIt, listExamples, noList } from './lists';

jest.setTimeout(5 * 60_000);

let sandbox: Sandbox;

describe('the examples, as people use them', () => {
	beforeAll(async () => {
		// A Send Once Key of an earlier day would be seen again.
		sandbox = await startSandbox({ home: 'lists', fresh: true, credential: ofAPractice });
	});
	beforeEach(() => sandbox.simulator.reset());
	afterAll(async () => await sandbox?.stop());

	it('all have an entry, or a reason for none', () => {
		const named = [...Object.keys(listExamples), ...Object.keys(noList)].sort();
		expect(named).toStrictEqual(sandbox.examples.map(({ file }) => file));
	});

	it.each(Object.keys(listExamples))(
		'%s: a wrong row stops no other, and nobody is reached twice',
		async (file) => {
			const example = sandbox.examples.find((one) => one.file === file);
			if (!example) throw new Error(`No example ${file}`);
			await asPeopleUseIt({ sandbox, example });
		},
	);
});
