import type { IDataObject } from 'n8n-workflow';

import {
	fromModel,
	underAgentV2,
	underAgentV3,
	upsertByModel,
	type ToolSetup,
} from '../../../harness/n8n/agents';
import { testClock } from '../../../harness/time/clock';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { locator } from '../../../harness/n8n/engine';
import { empty } from '../../../harness/service/service';

const { simulator } = withSimulatorAndStore({ seed: empty });

const upsert = { ...upsertByModel, additionalFields: { notes: fromModel('Notes') } };
const update = {
	resource: 'contact',
	operation: 'update',
	contactId: locator(fromModel('Contact_ID'), 'id'),
	updateFields: { tags: fromModel('Tags'), notes: fromModel('Notes') },
	options: { tagsMode: 'add' },
};
const ada = (Notes: string) => ({ Phone: '+15557654321', Notes });
const with_ = (parameters: IDataObject): ToolSetup => ({
	parameters,
	credential: simulator,
	clock: testClock(),
});
const done = () => simulator.ledger.map(({ kind }) => kind);
const stored = () => [...simulator.store.contacts.values()].map(({ notes }) => notes);

describe('a model that creates or updates one contact more than once', () => {
	it('makes one contact though the search lags', async () => {
		simulator.searchLags = true;
		await underAgentV3(with_(upsert), [[ada('a price')], [ada('a price, paid')]]);
		expect(done()).toStrictEqual(['contact.create', 'contact.update']);
		expect(stored()).toStrictEqual(['a price, paid']);
	});

	it('does not create what an earlier call may have created', async () => {
		simulator.searchLags = true;
		simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true });
		const { answers } = await underAgentV3(with_(upsert), [[ada('a')], [ada('b')]]);
		const error = String(answers[1][0][0].error);
		expect(error).toContain('Not created: contact +15557654321');
		expect(error).toContain('An earlier call of this tool may have created this contact');
		expect(error).toContain('only a new execution can create it');
		expect(done()).toStrictEqual(['contact.create']);
	});

	it('makes one contact of calls made at the same time, under AI Agent v2', async () => {
		simulator.searchLags = true;
		await underAgentV2(with_(upsert), async (tool) => {
			await Promise.all([tool.invoke(ada('a')), tool.invoke(ada('b'))]);
		});
		expect(stored()).toStrictEqual(['b']);
	});

	it('can set a value again that was changed in between', async () => {
		const turns = ['open', 'closed', 'open'].map((notes) => [ada(notes)]);
		const { answers } = await underAgentV3(with_(upsert), turns);
		expect(stored()).toStrictEqual(['open']);
		expect(answers[2][0][0]).not.toHaveProperty('repeated');
	});

	it('creates no second contact, and writes nothing, when it says the same again', async () => {
		simulator.searchLags = true;
		const { answers } = await underAgentV3(with_(upsert), [[ada('a')], [ada('a')]]);
		expect(answers.flat(2).map(({ created }) => created)).toStrictEqual([true, false]);
		expect(done()).toStrictEqual(['contact.create']);
	});
});

describe('updates of one contact that are made at the same time, under AI Agent v2', () => {
	it.each<[string, IDataObject, IDataObject, IDataObject]>([
		['two tags', { Tags: 'a', Notes: '' }, { Tags: 'b', Notes: '' }, { tags: ['a', 'b'] }],
		[
			'a tag and a note',
			{ Tags: 'a', Notes: '' },
			{ Tags: '', Notes: 'n' },
			{ tags: ['a'], notes: 'n' },
		],
	])('%s are both kept', async (_name, one, other, expected) => {
		const { id } = simulator.store.addContact({ firstName: 'Ada', tags: [] });
		await underAgentV2(with_(update), async (tool) => {
			const calls = [one, other].map((given) => ({ Contact_ID: id, ...given }));
			const answers = await Promise.all(calls.map(async (call) => await tool.invoke(call)));
			expect(answers.join()).not.toContain('error');
		});
		expect(simulator.store.contacts.get(id)).toMatchObject(expected);
	});
});
