import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';

const number = '+12025550143';
const written = '(202) 555-0143';

const simulator = withSimulator({ seed: empty });

const searches: Record<string, (text: string) => IDataObject> = {
	'contact.getAll': (search) => ({ filters: { search } }),
	'sms.getConversations': (search) => ({ filters: { search } }),
	'call.search': (query) => ({ query }),
};

async function search(name: string, text: string, more: IDataObject = {}, asTool = false) {
	const [resource, operation] = name.split('.');
	const parameters = { resource, operation, ...searches[name](text), ...more };
	const settings = asTool ? { type: 'n8n-nodes-voice-sms.voiceSmsTool' } : {};
	const { items, error } = await runNode({ parameters, credential: simulator, settings });
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
}

const asked = () => simulator.requests.map(({ query }) => query.search ?? query.q);

/** A record of each kind with the number. */
function addOfEach(phone: string) {
	simulator.store.addContact({ firstName: 'Ada', phone });
	simulator.store.receiveSms({ from: phone, to: '+15550100001', body: 'Hello' });
	simulator.store.addCall({ direction: 'INBOUND', fromNumber: phone, toNumber: '+15550100001' });
}

describe.each(Object.keys(searches))('%s', (name) => {
	beforeEach(() => addOfEach(number));

	it.each([
		['for a person', false],
		['for a model', true],
	])('finds a number however it is written %s', async (_whom, asTool) => {
		const options = { defaultCountry: 'US' };
		expect(await search(name, written, { options }, asTool)).toHaveLength(1);
		expect(asked()).toStrictEqual([number, written]);
		expect(await search(name, written, {}, asTool)).toHaveLength(1);
	});

	it('gives what both find once, and asks once for a text that needs no other', async () => {
		expect(await search(name, '+1 202 555 0143')).toHaveLength(1);
		simulator.requests.length = 0;
		expect(await search(name, number)).toHaveLength(1);
		expect(asked()).toStrictEqual([number]);
	});
});

it('asks no more when Limit is reached', async () => {
	for (const last of [1, 2, 3]) {
		simulator.store.addContact({ firstName: `Ada ${last}`, phone: number });
	}
	expect(await search('contact.getAll', '+1 202 555 0143', { limit: 2 })).toHaveLength(2);
	expect(asked()).toStrictEqual([number]);
	const told = await search('contact.getAll', '+1 202 555 0143', { limit: 2 }, true);
	expect(told[2].message).toMatch(/there may be more/);
});
