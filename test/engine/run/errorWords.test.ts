/** An error says in at most 35 words: the state and the receiver first, why, what to do, and who is still to be run. */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { contextOf, runAt, type NodeRun } from '../../harness/n8n/engine';
import { inFewWords, wordsOf } from '../../harness/n8n/wordCount';
import { textOf } from '../../harness/random/told';
import { question, good } from '../../harness/n8n/parameters';
import { loopOverItems, runWorkflow, sender } from '../../harness/n8n/workflow';
import { stored } from '../../harness/service/contacts';
import { empty } from '../../harness/service/service';
import type { Fault } from '../../simulator';

const { simulator, table } = withSimulatorAndStore({ seed: empty });

const number = (index: number) => `+1555200${String(index).padStart(4, '0')}`;
const list = (count = 5): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		to: number(index),
		name: 'Ada',
		k: `o k${index}`,
	}));
const send = (options: IDataObject = {}, more: IDataObject = {}) => ({
	...good.send,
	to: '={{ $json.to }}',
	body: 'Hi',
	options,
	requestOptions: { requestsAtOnce: 1, maxTries: 1 },
	...more,
});
const call = {
	...good.createCall,
	toNumber: '={{ $json.to }}',
	requestOptions: { requestsAtOnce: 1, maxTries: 1 },
};
const keyed = { onceKey: '={{ $json.k }}' };
const says = (status: number, message: string): Fault => ({ kind: 'status', status, message });
const lost: Fault = { kind: 'reset', processed: true };
const toItem = (index: number, fault: Fault) =>
	simulator.fail({ body: { to: number(index) } }, fault, Infinity);
const bad = (...indexes: number[]) =>
	list().map((item, index) => (indexes.includes(index) ? { ...item, to: '555 12' } : item));

const errorOf = async (parameters: IDataObject, items = list(), more: Partial<NodeRun> = {}) =>
	(await runAt(simulator, parameters, { items, ...more })).error;
/** The error of a second try of the same execution. */
const again = async (parameters: IDataObject, items = list()) => {
	const first = await runAt(simulator, parameters, {
		items,
		settings: { retryOnFail: true, maxTries: 2 },
	});
	return await errorOf(parameters, items, { contextData: contextOf(first) });
};
const inLoop = async (options: IDataObject, items = list(6)) => {
	const run = await runWorkflow({
		others: { Loop: loopOverItems(3) },
		connections: [`Loop 1 > ${sender}`, `${sender} > Loop`],
		first: 'Loop',
		items,
		parameters: send(options),
		credential: simulator,
	});
	return run.data.resultData.error;
};

type Case = [what: string, state: string, of: number | string, () => Promise<unknown>];
const cases: Case[] = [
	[
		'1 refused',
		'Not sent',
		2,
		async () => {
			toItem(2, says(400, 'Number is not reachable'));
			return await errorOf(send());
		},
	],
	[
		'2 the answer is lost',
		'Perhaps sent',
		2,
		async () => {
			toItem(2, lost);
			return await errorOf(send());
		},
	],
	[
		'3 the service fails',
		'Perhaps sent',
		2,
		async () => {
			toItem(2, says(500, 'Internal error'));
			return await errorOf(send());
		},
	],
	[
		'4 too many requests',
		'Not sent',
		2,
		async () => {
			toItem(2, says(429, 'Slow down'));
			return await errorOf(send());
		},
	],
	[
		'5 a wrong key',
		'Not sent',
		0,
		async () =>
			await errorOf(send(), list(), {
				credential: { baseUrl: simulator.baseUrl, apiKey: 'other' },
			}),
	],
	[
		'6 a permission that lacks',
		'Not sent',
		0,
		async () => {
			toItem(0, says(403, 'Missing permission'));
			return await errorOf(send());
		},
	],
	[
		'7 a web page in place of an answer',
		'Perhaps sent',
		0,
		async () => {
			simulator.fail({}, { kind: 'html', status: 200 }, Infinity);
			return await errorOf(send());
		},
	],
	[
		'8 a proxy that fails',
		'Perhaps sent',
		1,
		async () => {
			toItem(1, { kind: 'html', status: 502 });
			return await errorOf(send());
		},
	],
	[
		'9 nothing at the address',
		'Not sent',
		0,
		async () =>
			await errorOf(send(), list(), {
				credential: { ...simulator, baseUrl: 'http://127.0.0.1:1/api/v1', apiKey: 'k' },
			}),
	],
	[
		'10 invalid numbers',
		'Nothing was sent',
		'555 12',
		async () => await errorOf(send(), bad(1, 3)),
	],
	[
		'11 one invalid number',
		'Nothing was sent',
		'555 12',
		async () => await errorOf(send(), bad(1)),
	],
	[
		'12 a column that no row has',
		'Nothing was sent',
		'nmae',
		async () => await errorOf(send({}, { body: '=Hi {{ $json.nmae }}' })),
	],
	[
		'13 an empty blank that is refused',
		'Nothing was sent',
		number(1),
		async () => {
			const items = list().map((item, index) => (index === 1 ? { ...item, name: '' } : item));
			return await errorOf(
				send({ refuseEmptyBlanks: true }, { body: '=Hi {{ $json.name }}' }),
				items,
			);
		},
	],
	[
		'14 an empty message',
		'Nothing was sent',
		"'Message'",
		async () => await errorOf(send({}, { body: '={{ "" }}' })),
	],
	[
		'15 an expression that is not switched on',
		'Nothing was sent',
		"'Message'",
		async () => await errorOf(send({}, { body: 'Hi {{ $json.name }}' })),
	],
	[
		'16 a redirect',
		'Not sent',
		0,
		async () => {
			simulator.fail({}, { kind: 'redirect', to: 'https://other.example.com' }, Infinity);
			return await errorOf(send());
		},
	],
	[
		'17 a key in doubt',
		'Perhaps sent before',
		2,
		async () => {
			await table.killed(async () => await errorOf(send(keyed), [list()[2]]));
			return await errorOf(send(keyed));
		},
	],
	[
		'18 not repeated',
		'Perhaps sent',
		2,
		async () => {
			toItem(2, lost);
			return await again(send());
		},
	],
	[
		'19 refused in a round',
		'Not sent',
		4,
		async () => {
			toItem(4, says(400, 'bad'));
			return await inLoop({});
		},
	],
	[
		'20 lost in a round, with a key',
		'Perhaps sent',
		4,
		async () => {
			toItem(4, lost);
			return await inLoop(keyed);
		},
	],
	[
		'21 a contact that cannot be read',
		'Not sent',
		0,
		async () => {
			simulator.fail({ path: /contacts/ }, says(403, 'Missing permission'), Infinity);
			return await errorOf(send({ skipTag: 'no-sms' }));
		},
	],
	[
		'22 too long',
		'Nothing was sent',
		"'Message'",
		async () => await errorOf(send({ maxSegments: 1 }, { body: '“Hi” '.repeat(40) })),
	],
	[
		'23 a long list',
		'Not sent',
		24,
		async () => {
			toItem(24, says(400, 'Number is not reachable'));
			return await errorOf(send(), list(400));
		},
	],
	[
		'24 several states',
		'Perhaps sent',
		2,
		async () => {
			toItem(1, says(400, 'Number is not reachable'));
			toItem(2, lost);
			return await errorOf(send({}, { requestOptions: { requestsAtOnce: 3, maxTries: 1 } }));
		},
	],
	[
		'25 refused, with keys',
		'Not sent',
		2,
		async () => {
			toItem(2, says(400, 'Number is not reachable'));
			return await errorOf(send(keyed));
		},
	],
	[
		'26 a delivery that cannot be read',
		'Sent, but',
		0,
		async () => {
			simulator.fail({ method: 'GET' }, says(403, 'no'), Infinity);
			return await errorOf(
				send({ waitForDelivery: { values: { waitInterval: 5, waitLimit: 10 } } }),
			);
		},
	],
	[
		'27 a call that is refused',
		'Not started',
		1,
		async () => {
			simulator.fail({ body: { toNumber: number(1) } }, says(400, 'Busy'), Infinity);
			return await errorOf(call);
		},
	],
	[
		'28 a call whose answer is lost',
		'Perhaps started',
		1,
		async () => {
			simulator.fail({ body: { toNumber: number(1) } }, lost, Infinity);
			return await errorOf(call);
		},
	],
	[
		'29 a contact with tags that cannot be read',
		'Not sent',
		0,
		async () => {
			const id = stored({ phone: number(0) }, simulator);
			Object.assign(simulator.store.contacts.get(id) as object, { tags: [7, {}] });
			return await errorOf(send({ skipTag: 'no-sms' }));
		},
	],
	[
		'30 a question that is refused',
		'Not sent',
		0,
		async () => {
			toItem(0, says(400, 'Number is not reachable'));
			return await errorOf({ ...question, to: '={{ $json.to }}', responseType: 'smsReply' });
		},
	],
	[
		'31 a timeout',
		'Perhaps sent',
		2,
		async () => {
			toItem(2, { kind: 'halfBody' });
			return await errorOf(send());
		},
	],
	[
		'32 a store that saves no key',
		'Not sent',
		0,
		async () => {
			table.fault = (call) => {
				if (call === 'insert') throw new Error('database is locked');
			};
			return await errorOf(send(keyed));
		},
	],
	[
		'33 two contacts with one number',
		'Nothing was written',
		0,
		async () => {
			for (const firstName of ['Ada', 'Bob']) stored({ firstName, phone: number(0) }, simulator);
			return await errorOf({ ...good.upsertContact, phone: number(0) }, [{}]);
		},
	],
	[
		'34 two questions with a link',
		'Nothing was sent',
		'2 items',
		async () => await errorOf({ ...question, to: '={{ $json.to }}' }, list(2)),
	],
	[
		'35 one item, without a country code',
		'Nothing was sent',
		'555 12',
		async () => await errorOf(send(), bad(0).slice(0, 1)),
	],
	[
		'36 one item, with an empty message',
		'Nothing was sent',
		0,
		async () => await errorOf(send({}, { body: '={{ "" }}' }), list(1)),
	],
	[
		'37 one item, refused',
		'Not sent',
		0,
		async () => {
			toItem(0, says(400, 'Number is not reachable'));
			return await errorOf(send(), list(1));
		},
	],
	[
		'38 too few digits in a list, with a Default Country',
		'Nothing was sent',
		'555 12',
		async () => await errorOf(send({ defaultCountry: 'AT' }), bad(1, 3)),
	],
	[
		'39 all of a list, refused',
		'Not sent',
		0,
		async () => {
			toItem(0, says(402, 'Insufficient credit'));
			return await errorOf(send());
		},
	],
];

/** How advice begins. */
const verb =
	/(?:^|[.:] |, (?:then|or) )(?:Add|Ask|Check|Choose|Correct|Do not|Or check|Enter|Fill|Fix|Leave|Look|Make|Merge|Open|Put|Raise|Read|Run|Send|Set|Shorten|Take|Use|Wait|Write) /;

test.each(cases)('%s', async (_what, state, of, run) => {
	const error = (await run()) as { message: string; description?: string };
	const text = textOf(error);
	expect(text).toContain(state);
	expect(error.message).toContain(typeof of === 'number' ? number(of) : of);
	expect(text).toMatch(verb);
	expect(text).not.toContain('[item');
	expect(wordsOf(text)).toBeLessThanOrEqual(35);
});

describe('each error, reason and line that a test sees', () => {
	const description =
		'The service says: no and no. Left: +1555 (item 1), items 2-5 (+1556 to +1559).';

	test.each<[number, string, boolean]>([
		[29, description, false],
		[30, description, true],
		[20, 'Choose "one of the values" of \'Default Country\'.', false],
	])('has at most 35 words: %i and %s', (words, more, isLong) => {
		const error = { message: Array(words).fill('word').join(' '), description: more };
		const count = () => inFewWords({ items: [{ json: { error } }] });
		if (isLong) expect(count).toThrow('36 words, at most 35');
		else expect(count).not.toThrow();
	});
});
