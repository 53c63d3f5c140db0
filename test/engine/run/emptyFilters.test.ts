import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import { runAt } from '../../harness/n8n/engine';
import { few, withSimulator } from '../../harness/service/service';

const simulator = withSimulator({ seed: few });

/** The filters of every operation that lists records. */
const filters = operationsWithOptions.flatMap(({ resource, value, fields }) => {
	const { options = [] } = fields.find(({ name }) => name === 'filters') ?? {};
	return (options as INodeProperties[]).map(
		({ name, displayName }): [string, string, string, string] => [
			`${resource}.${value}`,
			displayName,
			name,
			resource,
		],
	);
});
const read = async (resource: string, operation: string, given: unknown, items: IDataObject[]) => {
	const conversationId = simulator.store.conversations.all()[0].id;
	const parameters = { resource, operation, returnAll: true, query: '+1555', conversationId };
	return await runAt(
		simulator,
		{ ...parameters, simple: true, options: {}, filters: given as IDataObject },
		{ items },
	);
};
const line = (which: string) =>
	expect.stringMatching(
		`^Filters without a value: ${which.replace(/[()]/g, '\\$&')}\\. `,
	) as string;

it('there are filters to look at', () => {
	expect(new Set(filters.map(([operation]) => operation))).toStrictEqual(
		new Set([
			'sms.getConversations',
			'sms.getMessages',
			'call.getAll',
			'call.search',
			'contact.getAll',
		]),
	);
});

it.each(filters)(
	'%s names the filter %s where it gives nothing',
	async (of, label, name, resource) => {
		const [, operation] = of.split('.');
		const given = { [name]: '={{ $json.segmnet }}' };
		const { error, hints } = await read(resource, operation, given, [{}, {}]);
		expect(error).toBeUndefined();
		expect(hints).toContainEqual(
			expect.stringMatching(
				new RegExp(`^Filters without a value: ${label} \\(2\\) \\(items 1-2 \\(.*\\)\\)\\. `),
			),
		);
	},
);

it.each<[string, unknown, string[]]>([
	[
		'only the items where it gives nothing',
		{ search: '={{ $json.segment }}' },
		['Search (contacts (item 2))'],
	],
	[
		'each filter',
		{ search: '={{ $json.segment }}', tags: '={{ $json.segmnet }}' },
		['Tag (2), Search (items 1-2 (contacts))'],
	],
	['an empty text', { search: ' ' }, ['Search (2) (items 1-2 (contacts))']],
	['no filter that gives something', { search: 'Ada', tags: 'vip' }, []],
	['nothing without filters', {}, []],
])('names %s', async (_name, given, expected) => {
	const { error, hints } = await read('contact', 'getAll', given, [{ segment: 'Ada' }, {}]);
	expect(error).toBeUndefined();
	expect(hints.filter((one) => one.startsWith('Filters'))).toStrictEqual(expected.map(line));
});
