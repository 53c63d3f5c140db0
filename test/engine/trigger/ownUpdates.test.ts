import type { IDataObject } from 'n8n-workflow';

import { locator, runAt } from '../../harness/n8n/engine';
import { polling } from '../../harness/n8n/poller';
import { empty } from '../../harness/service/service';

const minute = 60_000;
const phone = '+15557770001';

describe('a workflow that starts when a contact is updated, and updates it', () => {
	it.each<[string, (id: string) => IDataObject]>([
		[
			'Update',
			(id) => ({ operation: 'update', contactId: locator(id), updateFields: { notes: 'Seen' } }),
		],
		[
			'Create or Update',
			() => ({ operation: 'upsert', phone, additionalFields: { tags: 'seen' } }),
		],
	])('by %s starts itself once at most', async (_, fields) => {
		const { simulator, poller } = await polling({ event: 'contactUpdated' }, { seed: empty });
		const { id } = simulator.store.addContact({ phone });
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.updateContact(id, { status: 'lead' });
		const started: number[] = [];
		for (let polls = 0; polls < 5; polls++) {
			const ids = await poller.ids();
			started.push(ids.length);
			simulator.clock.advance(minute);
			for (const each of ids) {
				await runAt(simulator, { resource: 'contact', options: {}, ...fields(String(each)) });
			}
		}
		expect(started).toEqual([1, 1, 0, 0, 0]);
	});
});
