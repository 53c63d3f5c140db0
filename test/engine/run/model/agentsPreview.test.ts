import type { IDataObject } from 'n8n-workflow';

import {
	fromModel,
	inAgentsPreview,
	sendByModel,
	upsertByModel,
} from '../../../harness/n8n/agents';
import { testClock } from '../../../harness/time/clock';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { locator } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import { good } from '../../../harness/n8n/parameters';

const { simulator, table } = withSimulatorAndStore({
	seed: { contacts: 5, conversations: 5, messages: 5, calls: 5 },
});

const send = sendByModel;
const use = async (parameters: IDataObject, args: IDataObject) => {
	const setup = { parameters, credential: simulator, clock: testClock() };
	return await inAgentsPreview(setup, args);
};
const hello = { To_Number: '+15550100042', Message: 'Hello' };

describe('in Agents (Preview), where n8n keeps nothing of an execution', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['an SMS is sent', send, hello],
		[
			'a call is made',
			{ ...good.createCall, toNumber: fromModel('To_Number'), additionalFields: {} },
			{ To_Number: '+15550100042' },
		],
		[
			'a contact is created',
			{
				resource: 'contact',
				operation: 'create',
				firstName: fromModel('First_Name'),
				lastName: '',
				email: '',
				phone: '',
				additionalFields: {},
			},
			{ First_Name: 'Ada' },
		],
		[
			'a contact is created or updated',
			{ ...upsertByModel, additionalFields: {} },
			{ Phone: '+15550100042' },
		],
	])('%s', async (_name, parameters, args) => {
		const [item, ...more] = await use(parameters, args);
		expect(more).toStrictEqual([]);
		expect(item.json.error).toBeUndefined();
		expect(simulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('the same again goes out again, as nothing is remembered', async () => {
		await use(send, hello);
		const [{ json }] = await use(send, hello);
		expect(json).not.toHaveProperty('repeated');
		expect(simulator.ledger).toHaveLength(2);
	});

	it('a refused one says why', async () => {
		simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
		await expect(use(send, hello)).rejects.toThrow('was not sent: No credit.');
	});

	it('a Send Once Key is refused before anything is sent, with what to do', async () => {
		const parameters = { ...send, options: { onceKey: fromModel('Key') } };
		const sent = use(parameters, { ...hello, Key: 'order-1042' });
		await expect(sent).rejects.toThrow(
			/^Send Once Key does not work in Agents \(Preview\), because n8n keeps no data there\. Remove the option, or use a workflow\.$/,
		);
		expect(simulator.requests).toStrictEqual([]);
		expect(table.statements).toStrictEqual([]);
	});

	it('an empty Send Once Key is refused before anything is sent', async () => {
		const sent = use({ ...send, options: { onceKey: fromModel('Key') } }, { ...hello, Key: '' });
		await expect(sent).rejects.toThrow(`'Send Once Key' ${said.empty}`);
		expect(simulator.requests).toStrictEqual([]);
	});

	it('a hint and a file do no harm', async () => {
		const upsert = { ...upsertByModel, additionalFields: { city: 'Boston' } };
		await use(upsert, { Phone: '+15550100042' });
		const [{ json: updated }] = await use(upsert, { Phone: '+15550100042' });
		expect(updated.created).toBe(false);
		const recording = {
			resource: 'call',
			operation: 'getRecording',
			callId: locator(fromModel('Call')),
			download: true,
			binaryPropertyName: 'data',
		};
		const [{ json }] = await use(recording, { Call: 'call_000001' });
		expect(json.callId).toBe('call_000001');
	});

	it('a date without a time zone is one of the default time zone', async () => {
		const analytics = {
			resource: 'call',
			operation: 'getAnalytics',
			dateRange: 'custom',
			startDate: fromModel('Start_Date'),
			endDate: '2026-02-01',
		};
		await use(analytics, { Start_Date: '2026-01-31T09:00' });
		expect(simulator.requests[0].query.startDate).toMatch(/^2026-01-31T\d\d:00:00/);
	});
});
