import type { IDataObject } from 'n8n-workflow';

import {
	fromModel,
	underAgentV3,
	upsertByModel,
	type ToolSetup,
} from '../../../harness/n8n/agents';
import { testClock } from '../../../harness/time/clock';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { locator, runAt } from '../../../harness/n8n/engine';
import { empty } from '../../../harness/service/service';
import { good } from '../../../harness/n8n/parameters';

const { simulator } = withSimulatorAndStore({ seed: empty });
const setup = (parameters: IDataObject, more: Partial<ToolSetup> = {}): ToolSetup => ({
	parameters,
	credential: simulator,
	clock: testClock(),
	...more,
});
const upsert = { ...upsertByModel, additionalFields: { notes: fromModel('Notes') } };
const ada = (Notes: string) => ({ Phone: '+15557654321', Notes });

const history = Array.from({ length: 40 }, (_one, order) => ({
	order,
	lines: Array.from({ length: 10 }, (_other, line) => ({
		line,
		article: { sku: `A${line}`, price: { net: 1, gross: 2, tax: 3 } },
	})),
}));

test('a repeat says so, however much the record holds', async () => {
	const additionalFields = { notes: fromModel('Notes'), customFields: { history } };
	const node = { ...upsert, operation: 'create', additionalFields };
	const { answers } = await underAgentV3(setup(node), [[ada('n')], [ada('n')]]);
	expect(answers[1][0][0]).toMatchObject({ repeated: true });
});

test.each<[string, IDataObject]>([
	['a deep custom field', { history }],
	['a custom field with a long name', { ['k'.repeat(14_000)]: 1 }],
])('a contact with %s still has its phone number', async (_name, customFields) => {
	simulator.store.addContact({ firstName: 'Ada', phone: '+15557654321', customFields });
	const get = {
		resource: 'contact',
		operation: 'get',
		contactId: locator(fromModel('Contact_ID'), 'id'),
		simple: false,
	};
	const { answers } = await underAgentV3(setup(get), [[{ Contact_ID: '+15557654321' }]]);
	expect(answers[0][0][0]).toMatchObject({ phone: '+15557654321' });
});

test('an error item of a tool has at most 16,000 characters', async () => {
	const call = { id: 'call_000001', status: 'REGISTERED', summary: 'x'.repeat(30_000) };
	simulator.fail({ method: 'POST' }, { kind: 'moreData', value: { call } });
	simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 }, Infinity);
	const { items } = await runAt(
		simulator,
		{ ...good.createCall, toNumber: '+15557654321', options: { waitForEnd: true, waitLimit: 1 } },
		{ settings: { type: 'n8n-nodes-voice-sms.voiceSmsTool', onError: 'continueRegularOutput' } },
	);
	expect(items[0].json).toHaveProperty('details.accepted');
	expect(JSON.stringify(items.map(({ json }) => json)).length).toBeLessThanOrEqual(16_000);
});
