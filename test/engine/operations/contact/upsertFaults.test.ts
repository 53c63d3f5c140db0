import type { IDataObject } from 'n8n-workflow';

import { contextOf, runAt, type NodeResult, type NodeRun } from '../../../harness/n8n/engine';
import type { Fault } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { empty, withSimulator } from '../../../harness/service/service';

const simulator = withSimulator({ seed: { ...empty, contacts: 20 } });

const ada = '+15550100042';
const bo = '+15550100043';
/** In the seed. */
const known = '+15552000003';

async function upsert(phones: string[], more: Partial<NodeRun> = {}): Promise<NodeResult> {
	return await runAt(
		simulator,
		{
			resource: 'contact',
			operation: 'upsert',
			phone: '={{ $json.phone }}',
			firstName: '={{ $json.name }}',
			additionalFields: {},
			options: {},
		},
		{ items: phones.map((phone, index) => ({ phone, name: `Name ${index}` })), ...more },
	);
}

/** n8n takes 0 as 1,000 ms. */
const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const goesOn = { onError: 'continueRegularOutput' as const };

const written = (kind: string) => simulator.ledger.filter((entry) => entry.kind === kind).length;
const asked = (method: string) => simulator.requests.filter((one) => one.method === method).length;
const outputs = ({ items }: NodeResult) =>
	items.map(({ json }) => json.created ?? (json.error as IDataObject).message);

describe('a service that asks for fewer requests', () => {
	it.each<[string, string, boolean]>([
		['a new contact', ada, true],
		['a contact that exists', known, false],
	])('gets %s once', async (_name, phone, created) => {
		for (const method of ['GET', 'POST', 'PUT']) {
			simulator.fail({ method }, { kind: 'rateLimited', retryAfter: '1' }, 2);
		}
		const result = await upsert([phone]);
		expect(result.error).toBeUndefined();
		expect(outputs(result)).toStrictEqual([created]);
		expect(simulator.ledger).toHaveLength(1);
	});
});

const lost: Array<[string, Fault]> = [
	['reset', { kind: 'reset', processed: true }],
	['500', { kind: 'status', status: 500, processed: true }],
	['half an answer', { kind: 'halfBody' }],
];
const notDone: Fault = { kind: 'reset' };

describe('a create whose answer was lost', () => {
	it.each(lost)('may have been done, and says so: %s', async (_name, fault) => {
		simulator.fail({ method: 'POST' }, fault);
		const { error } = await upsert([ada]);
		expect(error?.message).toBe(`${said.perhaps}written: contact ${ada}`);
		expect(error?.context.mayHaveBeenDone).toBe(true);
		expect(asked('POST')).toBe(1);
	});

	it.each(lost)(
		'is found and updated by the next item of that person: %s',
		async (_name, fault) => {
			simulator.fail({ method: 'POST' }, fault);
			const result = await upsert([ada, bo, ada], { settings: goesOn });
			expect(outputs(result)).toStrictEqual([
				`${said.perhaps}written: contact ${ada}`,
				true,
				false,
			]);
			expect(written('contact.create')).toBe(2);
			expect(simulator.store.contacts.get(String(result.items[2].json.id))?.firstName).toBe(
				'Name 2',
			);
		},
	);

	it.each<[string, Fault, boolean]>([
		['as it was not done', notDone, false],
		['as the search lags behind', lost[0][1], true],
	])('is not repeated by the next item when no search finds it, %s', async (_name, fault, lags) => {
		simulator.searchLags = lags;
		simulator.fail({ method: 'POST' }, fault);
		const { items } = await upsert([ada, ada, ada], { settings: goesOn });
		expect(asked('POST')).toBe(1);
		for (const { json } of items.slice(1)) {
			const { message, description, mayHaveBeenDone } = json.error as IDataObject;
			expect(message).toBe(`Not created: contact ${ada}`);
			expect(description).toContain('An earlier item may have created this contact');
			expect(description).not.toContain('..');
			expect(mayHaveBeenDone).toBe(false);
		}
	});
});

describe('a create whose answer has no ID', () => {
	it.each<[boolean, unknown]>([
		[false, false],
		[true, `Not created: contact ${ada}`],
	])('is looked for by the next item (search lags: %s)', async (lags, second) => {
		simulator.searchLags = lags;
		simulator.fail({ method: 'POST' }, { kind: 'moreData', value: { client: { phone: ada } } });
		const result = await upsert([ada, ada], { settings: goesOn });
		expect(outputs(result)).toStrictEqual([true, second]);
		expect(asked('POST')).toBe(1);
		if (lags) {
			const { description } = result.items[1].json.error as IDataObject;
			expect(description).toContain(`does not name ${ada}`);
		}
	});
});

describe("n8n's Retry On Fail", () => {
	it('does no item twice that was answered', async () => {
		simulator.fail({ body: { phone: bo } }, { kind: 'status', status: 400, message: 'Not now' });
		const result = await upsert([ada, known, bo], { settings: retryOnFail });
		expect(result.error).toBeUndefined();
		expect(outputs(result)).toStrictEqual([true, false, true]);
		expect(written('contact.create')).toBe(2);
		expect(written('contact.update')).toBe(1);
	});

	it.each(lost)('does not repeat a create that may have been done: %s', async (_name, fault) => {
		simulator.fail({ method: 'POST' }, fault);
		const { error } = await upsert([ada], { settings: retryOnFail });
		expect(error?.message).toBe(`${said.perhaps}written before: contact ${ada}`);
		expect(asked('POST')).toBe(1);
	});

	it('repeats an update that may have been done, as it changes nothing twice', async () => {
		simulator.fail({ method: 'PUT' }, { kind: 'reset', processed: true }, 4);
		const first = await upsert([known]);
		expect(first.error?.message).toBe(`${said.perhaps}written: contact ${known}`);
		expect(first.error?.context.mayHaveBeenDone).toBe(true);
		simulator.reset();
		simulator.fail({ method: 'PUT' }, { kind: 'reset', processed: true }, 4);
		const result = await upsert([known], { settings: retryOnFail });
		expect(result.error).toBeUndefined();
		expect(outputs(result)).toStrictEqual([false]);
		// The second try of n8n finds that nothing is left to change.
		expect(asked('PUT')).toBe(4);
	});

	it('says of an update only whether the last try may have been done', async () => {
		simulator.fail({ method: 'PUT' }, { kind: 'reset' }, 4);
		simulator.fail({ method: 'PUT' }, { kind: 'status', status: 400, message: 'No' }, Infinity);
		const { items } = await upsert([known], { settings: { ...retryOnFail, ...goesOn } });
		expect((items[0].json.error as IDataObject).mayHaveBeenDone).toBe(false);
		expect(asked('PUT')).toBeGreaterThan(4);
	});

	it('knows whom an earlier try has created, though the search lags behind', async () => {
		simulator.searchLags = true;
		simulator.fail({ method: 'PUT' }, { kind: 'status', status: 400, message: 'Not now' });
		const result = await upsert([ada, ada], { settings: retryOnFail });
		expect(result.error).toBeUndefined();
		expect(outputs(result)).toStrictEqual([true, false]);
		expect(written('contact.create')).toBe(1);
		expect(result.items[1].json.id).toBe(result.items[0].json.id);
	});

	it('knows of whom an earlier try may have created, too', async () => {
		simulator.searchLags = true;
		simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true });
		const result = await upsert([ada, ada], { settings: { ...retryOnFail, ...goesOn } });
		expect(outputs(result)).toStrictEqual([
			`${said.perhaps}written before: contact ${ada}`,
			`Not created: contact ${ada}`,
		]);
		expect(asked('POST')).toBe(1);
	});

	it('says of large answers of an earlier try, too, whether a contact was created', async () => {
		const parameters = {
			resource: 'contact',
			operation: 'upsert',
			phone: '={{ $json.phone }}',
			additionalFields: { notes: 'x'.repeat(600_000) },
			simple: false,
			requestOptions: { requestsAtOnce: 1 },
		};
		const many = Array.from({ length: 9 }, (_, index) => `+1555010100${index}`);
		simulator.fail({ body: { phone: bo } }, { kind: 'status', status: 400, message: 'Not now' });
		const result = await upsert([...many, ada, known, bo], { parameters, settings: retryOnFail });
		expect(outputs(result)).toStrictEqual([...many.map(() => true), true, false, true]);
		expect(result.items[9].json.notes).toHaveLength(600_000);
	});

	it('names contacts that an earlier try has updated among those that keep fields', async () => {
		simulator.fail({ body: { phone: bo } }, { kind: 'status', status: 400, message: 'Not now' });
		const { error, hints } = await upsert([known, bo], {
			parameters: {
				resource: 'contact',
				operation: 'upsert',
				phone: '={{ $json.phone }}',
				additionalFields: { city: 'Austin' },
				requestOptions: { requestsAtOnce: 1 },
			},
			settings: retryOnFail,
		});
		expect(error).toBeUndefined();
		expect(hints).toStrictEqual([
			expect.stringContaining('in one contact that already existed: City'),
		]);
	});
});

test('"Retry" on the failed execution goes on where it stopped', async () => {
	simulator.searchLags = true;
	simulator.fail({ body: { phone: bo } }, { kind: 'status', status: 400 });
	const failed = await upsert([ada, bo, ada]);
	expect(failed.error).toBeDefined();
	const contextData = contextOf(failed);
	const again = await upsert([ada, bo, ada], { contextData });
	expect(outputs(again)).toStrictEqual([true, true, false]);
	expect(written('contact.create')).toBe(2);
});

test.each<[string, Fault, string]>([
	['a search that fails', { kind: 'status', status: 400, message: 'No' }, 'GET'],
	['a search without its pages', { kind: 'pagination', value: null }, 'GET'],
	['a search that is refused', { kind: 'status', status: 403, message: 'No' }, 'GET'],
])('%s creates nobody', async (_name, fault, method) => {
	simulator.fail({ method }, fault, Infinity);
	const { error } = await upsert([ada]);
	expect(error?.message).toContain(`: contact ${ada}`);
	expect(simulator.ledger).toStrictEqual([]);
});

test('a contact that was deleted after the search is an error, not a second contact', async () => {
	simulator.fail({ path: '/api/contacts/{id}' }, { kind: 'status', status: 404 }, Infinity);
	const { error } = await upsert([known]);
	expect(error).toMatchObject({ message: `Not written: contact ${known}`, httpCode: '404' });
	expect(simulator.ledger).toStrictEqual([]);
});
