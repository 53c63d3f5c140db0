import type { IDataObject } from 'n8n-workflow';

import { locator, runNode } from '../../../harness/n8n/engine';
import { companyNumbers } from '../../../simulator';
import { withSimulator } from '../../../harness/service/service';

const simulator = withSimulator({ seed: { contacts: 3 } });

const call = { fromNumber: locator(companyNumbers[0]), toNumber: '+15550209999' };

it.each<[string, IDataObject, string]>([
	[
		'Create a contact',
		{ resource: 'contact', operation: 'create', firstName: 'Ada' },
		'customFields',
	],
	['Create a call', { resource: 'call', operation: 'create', ...call }, 'metadata'],
])(
	'%s refuses a number whose last digits are lost, before any request',
	async (_name, own, field) => {
		const before = simulator.requests.length;
		const additionalFields = { [field]: '{"page": {"id": 17841405793187219}}' };
		const { error } = await runNode({
			parameters: { ...own, additionalFields },
			credential: simulator,
		});
		expect(error?.message).toContain('has a number of more than 15 digits in "page.id"');
		expect(error?.description).toContain('Write this number as text, in quotes.');
		expect(simulator.requests.length).toBe(before);
	},
);
