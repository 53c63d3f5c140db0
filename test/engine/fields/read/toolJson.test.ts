import type { IDataObject } from 'n8n-workflow';

import { fromModel, inAgentsPreview, underAgentV2 } from '../../../harness/n8n/agents';
import { testClock } from '../../../harness/time/clock';
import { locator, runAt } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import { withSimulator } from '../../../harness/service/service';
import { good } from '../../../harness/n8n/parameters';

const simulator = withSimulator({ seed: { contacts: 3 } });

/** A field for JSON, given to a model as the editor's button does it for the field's type. */
const cases = [
	{
		name: 'call.create',
		field: 'metadata',
		argument: 'Metadata_JSON',
		parametersWith: (metadata: unknown) => ({
			...good.createCall,
			toNumber: '+15550100042',
			additionalFields: { metadata },
		}),
	},
	{
		name: 'contact.create',
		field: 'customFields',
		argument: 'Custom_Fields_JSON',
		parametersWith: (customFields: unknown) => ({
			resource: 'contact',
			operation: 'create',
			firstName: 'Ada',
			additionalFields: { customFields },
		}),
	},
	{
		name: 'contact.update',
		field: 'customFields',
		argument: 'Custom_Fields_JSON',
		parametersWith: (customFields: unknown) => ({
			resource: 'contact',
			operation: 'update',
			contactId: locator('contact_000001'),
			updateFields: { firstName: 'Ada', customFields },
			options: { keepOtherFields: false, customFieldsMode: 'replace' },
		}),
	},
	{
		name: 'contact.upsert',
		field: 'customFields',
		argument: 'Custom_Fields_JSON',
		parametersWith: (customFields: unknown) => ({
			resource: 'contact',
			operation: 'upsert',
			matchBy: 'phone',
			phone: '+15550100042',
			additionalFields: { customFields },
		}),
	},
];

const written = () => simulator.ledger.map(({ body }) => body as IDataObject);

describe.each(cases)('the JSON of $name, in a tool', ({ field, argument, parametersWith }) => {
	const parameters = parametersWith(fromModel(argument)) as IDataObject;

	it.each([
		['', undefined],
		['{}', undefined],
		['{"plan": "gold"}', { plan: 'gold' }],
	])('may be %j', async (text, expected) => {
		await underAgentV2({ parameters, credential: simulator }, async (tool) => {
			const answer = await tool.invoke({ [argument]: text });
			expect(JSON.parse(answer)).toEqual([expect.any(Object)]);
		});
		expect(written()).toHaveLength(1);
		expect(written()[0][field]).toEqual(expected);
		simulator.reset();
		await inAgentsPreview(
			{ parameters, credential: simulator, clock: testClock() },
			{ [argument]: text },
		);
		expect(written()).toHaveLength(1);
		expect(written()[0][field]).toEqual(expected);
	});

	it('is refused where it is no JSON, in words for a model', async () => {
		const { error } = await runAt(simulator, parametersWith('plan: gold') as IDataObject, {
			asTool: true,
		});
		expect(error?.message).toBe(
			`'${argument.replace(/_/g, ' ')}' ${said.notJson}. Give an object such as {"key": "value"}.`,
		);
		expect(simulator.requests).toStrictEqual([]);
	});

	it.each([[{ plan: 'gold' }], ['{"plan": "gold"}'], ['={{ {"plan": "gold"} }}']])(
		'goes out as it was saved when the field held JSON: %j',
		async (saved) => {
			const { error } = await runAt(simulator, parametersWith(saved) as IDataObject, {
				asTool: true,
			});
			expect(error).toBeUndefined();
			expect(written()[0][field]).toEqual({ plan: 'gold' });
		},
	);
});
