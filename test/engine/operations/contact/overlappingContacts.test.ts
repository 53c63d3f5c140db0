import type { IDataObject } from 'n8n-workflow';

import { locator, runAt, type NodeResult, type NodeRun } from '../../../harness/n8n/engine';
import { empty, service, withSimulator } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import { type Simulator, manualClock } from '../../../simulator';

const { pace, watch } = serviceTime();
const clock = { ...manualClock(), pace };
// Without a latency a request has its answer before the next one goes.
const simulator = withSimulator({ seed: empty, clock, latencyMs: 5 }, watch);

const phone = '+15550100042';
const email = 'ada@example.com';
const tagged = { tags: '={{ $json.tag }}' };
const adding = { tagsMode: 'add' };

const byPhone = { operation: 'upsert', phone, additionalFields: tagged, options: adding };
const byEmail = {
	operation: 'upsert',
	matchBy: 'email',
	email,
	additionalFields: tagged,
	options: adding,
};
const updateBy = (mode: string, value: string): IDataObject => ({
	operation: 'update',
	contactId: locator(value, mode),
	updateFields: tagged,
	options: adding,
});

async function run(
	parameters: IDataObject,
	tags: string[],
	more: Partial<NodeRun> = {},
): Promise<NodeResult> {
	return await runAt(
		simulator,
		{ resource: 'contact', ...parameters },
		{ items: tags.map((tag) => ({ tag })), ...more },
	);
}

const tagsOf = (id: string) => [...(simulator.store.contacts.get(id)?.tags ?? [])].sort();

describe('executions that overlap in one process', () => {
	it.each<[string, boolean]>([
		['by people', false],
		['by models', true],
	])('make one contact of a new person, started %s', async (_name, asTool) => {
		const both = await Promise.all(['a', 'b'].map((tag) => run(byPhone, [tag], { asTool })));
		expect(both.map(({ items }) => items[0].json.created)).toStrictEqual([true, false]);
		const [{ id }, ...others] = simulator.store.contacts.all();
		expect(others).toStrictEqual([]);
		expect(tagsOf(id)).toStrictEqual(['a', 'b']);
	});

	it('that is canceled leaves at once while another one has its turn', async () => {
		const { id } = simulator.store.addContact({ phone, tags: [] });
		simulator.latencyMs = 400;
		let firstIsOver = false;
		const first = run(updateBy('id', id), ['a']).finally(() => (firstIsOver = true));
		const waiting = run(byEmail, ['b'], {
			started: (execution) => setImmediate(() => setImmediate(() => execution.cancel())),
		});
		expect((await waiting).run.status).toBe('canceled');
		expect(firstIsOver).toBe(false);
		await first;
		expect(simulator.store.contacts.all().length).toBe(1);
	});

	it('write one contact one after the other, however each of them knows it', async () => {
		const { id } = simulator.store.addContact({ phone, email, tags: [] });
		const ways = [
			byPhone,
			byEmail,
			updateBy('id', id),
			updateBy('phone', phone),
			updateBy('email', email),
			byPhone,
			updateBy('id', id),
		];
		const all = await Promise.all(ways.map((way, index) => run(way, [`tag ${index}`])));
		for (const { error } of all) expect(error).toBeUndefined();
		expect(tagsOf(id)).toStrictEqual(ways.map((_way, index) => `tag ${index}`));
	});

	it('do not wait for each other at different services', async () => {
		const slow = await service({ seed: empty, clock });
		watch(simulator, slow);
		slow.latencyMs = 200;
		const order: string[] = [];
		const ended = async (name: string, credential: Simulator) => {
			await run(byPhone, ['a'], { credential });
			order.push(name);
		};
		try {
			await Promise.all([ended('slow', slow), ended('usual', simulator)]);
			expect(order).toStrictEqual(['usual', 'slow']);
		} finally {
			watch(simulator);
		}
	});
});

describe('items of one run', () => {
	it('that match one contact by phone and by email lose nothing', async () => {
		const { id } = simulator.store.addContact({ phone, email, tags: [] });
		const parameters = {
			...byPhone,
			matchBy: '={{ $json.by }}',
			phone: '={{ $json.by === "phone" ? $json.value : "" }}',
			email: '={{ $json.by === "email" ? $json.value : "" }}',
		};
		const items = ['phone', 'email', 'phone', 'email'].map((by, index) => {
			return { by, value: by === 'phone' ? phone : email, tag: `tag ${index}` };
		});
		const { error } = await run(parameters, [], { items });
		expect(error).toBeUndefined();
		expect(tagsOf(id)).toStrictEqual(['tag 0', 'tag 1', 'tag 2', 'tag 3']);
	});

	it('that name their contacts in one way go side by side', async () => {
		simulator.latencyMs = 30;
		const ids = Array.from({ length: 40 }, () => simulator.store.addContact({ tags: [] }).id);
		const parameters = { ...updateBy('id', ''), contactId: locator('={{ $json.id }}', 'id') };
		const items = ids.map((id) => ({ id, tag: 'a' }));
		const { error } = await run(parameters, [], { items });
		expect(error).toBeUndefined();
		expect(simulator.mostInFlight).toBeGreaterThan(4);
	});
});
