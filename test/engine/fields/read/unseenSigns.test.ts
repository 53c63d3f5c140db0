import type { IDataObject } from 'n8n-workflow';

import { runAt } from '../../../harness/n8n/engine';
import { good } from '../../../harness/n8n/parameters';
import { empty, withSimulator } from '../../../harness/service/service';

/** Signs that nobody sees change nothing, wherever they were copied from; and a value that gives nothing says why. */
const simulator = withSimulator({ seed: empty, strict: false });
const signs = ['\u200b', '\ufeff', '\u00a0', '\u202a', '\u00ad'];

it.each(signs)('%j around the Base URL', async (sign) => {
	const { baseUrl, apiKey } = simulator;
	const credential = { baseUrl: `${sign}${baseUrl}${sign}`, apiKey };
	const { error } = await runAt(credential, { resource: 'contact', operation: 'getAll' });
	expect(error).toBeUndefined();
	expect(simulator.requests).toHaveLength(1);
});

it.each(signs)('%j around the name of a query parameter', async (sign) => {
	const parameter = [{ name: `${sign}search${sign}`, value: 'Ada' }];
	await runAt(simulator, {
		resource: 'contact',
		operation: 'getAll',
		requestOptions: { queryParameters: { parameter } } as IDataObject,
	});
	expect(simulator.requests[0].query).toHaveProperty('search', 'Ada');
});

it('the pages stay with the node, however their name is written', async () => {
	const parameter = [{ name: 'pa\u200bge', value: '2' }];
	const { error } = await runAt(simulator, {
		resource: 'contact',
		operation: 'getAll',
		requestOptions: { queryParameters: { parameter } } as IDataObject,
	});
	expect(error?.message).toContain('cannot contain page');
});

it.each<[string, string, unknown, string, string]>([
	[
		'a number cleaned',
		"={{ $json.phone.replace(/^00/, '+') }}",
		15550100042,
		"'To Number' is empty",
		'String(',
	],
	[
		'a missing value cleaned',
		'={{ $json.gone.trim() }}',
		'',
		"'To Number' is empty",
		'gives nothing',
	],
	['a missing value', '={{ $json.gone }}', '', "'To Number' is empty", 'Enter a value'],
	['a list of one number', '={{ $json.phone }}', ['+15550100042'], 'is not text', '[0]'],
	['a list of two', '={{ $json.phone }}', ['+15550100042', '+15550100043'], 'is not text', 'text'],
	['an object', '={{ $json.phone }}', { a: 1 }, 'is not text', 'text'],
])('%s is refused by what it is', async (_name, to, phone, message, advice) => {
	const items = [{ phone } as IDataObject];
	const { error } = await runAt(simulator, { ...good.send, to, body: 'Hi' }, { items });
	expect(error?.message).toContain("'To Number'");
	expect(error?.message).toContain(message);
	expect(error?.description).toContain(advice);
	expect(simulator.requests).toStrictEqual([]);
});
