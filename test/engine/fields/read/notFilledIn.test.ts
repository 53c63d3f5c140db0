import type { IDataObject } from 'n8n-workflow';

import { events } from '../../../../nodes/VoiceSms/trigger/events';
import { properties } from '../../../../nodes/VoiceSms/trigger/properties';
import { readWith, readsById, withValue } from '../../../harness/n8n/eachField';
import { locator, runAt } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import { needed, runnable } from '../../../harness/n8n/parameters';
import { Poller } from '../../../harness/n8n/poller';
import { few, withSimulator } from '../../../harness/service/service';
import { flat, formOf } from '../../../source/fields';

const simulator = withSimulator({ seed: few });

const rows = runnable.flatMap(([name, operation]) =>
	flat(formOf(operation, false))
		.filter(({ field }) => !['notice', 'hidden'].includes(field.type))
		.filter(({ path }) => !(path === 'options.defaultCountry' && readsById.includes(name)))
		.map((placed) => [name, placed.path, placed] as const),
);

/** What a field needs to be shown or read. */
function needs(name: string, path: string): IDataObject {
	if (path === 'limit') return { returnAll: false };
	if (/(downloadRecording|waitInterval|waitLimit)$/.test(path)) {
		const isAsked = name === 'sms.sendAndWait';
		if (isAsked) return { responseType: 'smsReply' };
		return { options: { waitForEnd: true, ifNotReady: 'wait' } };
	}
	if (/(yes|no)Words$/.test(path)) return { responseType: 'smsReply' };
	if (path.endsWith('maxDateAndTime')) {
		return { options: { limitWaitTime: { values: { limitType: 'atSpecifiedTime' } } } };
	}
	return readWith(path);
}

/** The same in the trigger. */
function needsInTrigger(path: string): IDataObject {
	if (path === 'binaryPropertyName' || path.endsWith('recordingPolls')) {
		return { downloadRecording: true };
	}
	if (path.endsWith('ownWords')) return { filters: { words: { values: { list: 'own' } } } };
	return {};
}

const unfilled: Array<[string, string, string]> = [
	[
		'an expression that is not switched on',
		'Hello {{ $json.name }}',
		'has an expression that is not switched on: {{ $json.name }}',
	],
	[
		'the braces of another program',
		'Hello {{ first_name }}!',
		'has an expression that is not switched on: {{ first_name }}',
	],
	[
		'a placeholder of a builder',
		"<__PLACEHOLDER_VALUE__the customer's number__>",
		'is still to be filled in: "the customer\'s number"',
	],
	[
		'a placeholder in a text with expressions',
		'=Hello {{ $json.name }}, <__PLACEHOLDER_VALUE__your practice__>',
		'is still to be filled in: "your practice"',
	],
];

/** Each field with one of these, in turn. */
const inTurn = <Row extends readonly unknown[]>(all: Row[]) =>
	all.map((row, index) => [...row, ...unfilled[index % unfilled.length]] as const);

describe('a field that is not filled in yet', () => {
	it.each(inTurn(rows))(
		'is refused before any request: %s %s',
		async (name, path, placed, _kind, value, why) => {
			const [resource, operation] = name.split('.');
			const own = { resource, operation, ...needed[name], ...needs(name, path) };
			const { error } = await runAt(simulator, withValue(own, placed, value), {
				items: [{ name: 'Ada' }],
			});
			expect(error?.message).toContain(`'${placed.field.displayName}' ${why}`);
			expect(simulator.requests).toStrictEqual([]);
		},
	);

	const ofTrigger = events.flatMap(({ value: event }) =>
		flat(properties)
			.filter(({ field }) => {
				const { show = {} } = field.displayOptions ?? {};
				const shownFor = show.event ?? show['/event'];
				return field.type !== 'notice' && (shownFor?.includes(event) ?? true);
			})
			.filter(({ path }) => isOf(event, path))
			.map((placed) => [event, placed.path, placed] as const),
	);

	it.each(inTurn(ofTrigger))(
		'is refused when the workflow is published or tried: %s %s',
		async (event, path, placed, _kind, value, why) => {
			const own = { event, ...needsInTrigger(path) };
			const poller = new Poller(simulator, withValue(own, placed, value));
			for (const mode of ['trigger', 'manual'] as const) {
				const wanted = `'${placed.field.displayName}' ${why}`;
				await expect(poller.poll({ mode })).rejects.toThrow(wanted);
			}
			expect(simulator.requests).toStrictEqual([]);
		},
	);
});

/** Whether a field of a collection is that of this event's collection. */
function isOf(event: string, path: string): boolean {
	const [collection, name] = path.split('.');
	if (collection !== 'filters') return true;
	const { filters } = events.find(({ value }) => value === event)!;
	return filters.some(({ field }) => field.name === name);
}

const send = { resource: 'sms', operation: 'send', ...needed['sms.send'] };

it.each([
	'50 % off {{ 5 }}',
	'{{ $5 }} off',
	'It costs {{5}} $json',
	'How do I use $json or $(x) in n8n?',
	'Curly {{}} braces and $dollars',
	'<PLACEHOLDER>',
])('%j is a text like any other', async (body) => {
	const { error } = await runAt(simulator, { ...send, body });
	expect(error).toBeUndefined();
	expect(simulator.ledger.at(-1)?.body).toMatchObject({ body });
});

it.each([
	'Hi {{ `Dear ${$json.name}` }}',
	'Hi {{ { a: $json.name }.a }}',
	'Hi {{ [{ a: 1 }], $json.name }}',
	'50 % off {{ today }}',
	'Hi {{\n$json.name\n}}',
	'Today is {{ DateTime.now() }}',
	'Total: {{ Math.round(5.5) }}',
	'{{ new Date() }}',
	" ={{ $('Form').item.json.name }}",
])('%j is not switched on', async (body) => {
	const { error } = await runAt(simulator, { ...send, body }, { items: [{ name: 'Ada' }] });
	expect(error?.message).toContain("'Message' has an expression that is not switched on: {{");
	expect(simulator.requests).toStrictEqual([]);
});

it.each([
	['Hi $json.name, hello', '$json.name'],
	['Hi ${$json.name}!', '$json.name'],
	["Hi $('Form').item.json.name", "$('Form').item.json.name"],
	['{{ 1 }} $json.name {{ 2 }}', '$json.name'],
	['=Hi $json["name"] {{ $json.name }}', '$json["name"]'],
])('%j has an expression without braces', async (body, found) => {
	const { error } = await runAt(simulator, { ...send, body }, { items: [{ name: 'Ada' }] });
	expect(error?.message).toContain(`'Message' ${said.noBraces}: ${found}`);
	expect(simulator.requests).toStrictEqual([]);
});

it('what comes out of an expression is data', async () => {
	for (const text of ['Hello {{ $json.name }}', '<__PLACEHOLDER_VALUE__x__>']) {
		const { error } = await runAt(
			simulator,
			{ ...send, body: '={{ $json.text }}' },
			{ items: [{ text }] },
		);
		expect(error).toBeUndefined();
		expect(simulator.ledger.at(-1)?.body).toMatchObject({ body: text });
	}
});

it('what is saved of another operation, or in a field that is not shown, is not looked at', async () => {
	const left = {
		query: '{{ $json.q }}',
		filters: { search: '{{ $json.q }}' },
		startDate: '{{ $now }}',
	};
	const { error } = await runAt(simulator, { ...send, ...left });
	expect(error).toBeUndefined();
});

it('each row has the reason where the node goes on', async () => {
	const { items } = await runAt(
		simulator,
		{ ...send, to: locator('{{ $json.to }}').value, options: { dryRun: true } },
		{ items: [{}, {}], settings: { onError: 'continueRegularOutput' } },
	);
	expect(items.map(({ json }) => json.reason)).toEqual([
		...[0, 1].map(() => expect.stringContaining('not switched on') as string),
	]);
});
