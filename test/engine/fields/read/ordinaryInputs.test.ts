import type { IDataObject } from 'n8n-workflow';

import { runAt } from '../../../harness/n8n/engine';
import { good, needed } from '../../../harness/n8n/parameters';
import * as ordinary from '../../../harness/inputs/ordinaryInputs';
import { empty, withSimulator } from '../../../harness/service/service';

const simulator = withSimulator({ seed: empty });

const settings = { onError: 'continueRegularOutput' as const };
/** The pairs that came otherwise than wanted. */
function different(rows: unknown[][], wanted: unknown[][]) {
	return wanted.flatMap((pair, at) =>
		JSON.stringify(rows[at]) === JSON.stringify(pair)
			? []
			: [{ wanted: pair, came: rows[at]?.[1] }],
	);
}
const unchanged = <T>(all: readonly T[]) => all.map((one): [T, T] => [one, one]);

/** What arrives of each value in `$json.value`, or why it does not. */
async function arrives(
	parameters: IDataObject,
	given: unknown[],
	of: (row: IDataObject) => unknown,
	more = {},
) {
	const items = given.map((value, index): IDataObject => {
		return { value: value as IDataObject, to: `+1555020${1000 + index}` };
	});
	const run = await runAt(
		simulator,
		{ simple: false, ...parameters },
		{ items, settings, ...more },
	);
	const rows = run.items.map(({ json: { error, ...row } }, index) => {
		return [given[index], error === undefined ? of(row as IDataObject) : error];
	});
	return { rows, hints: run.hints };
}

const contact = (field: string, saved = '={{ $json.value }}'): IDataObject => {
	const [outer, inner = ''] = field.split('.');
	const own = inner === '' ? { [outer]: saved } : { [outer]: { [inner]: saved } };
	return { ...good.createContact, ...own, options: { defaultCountry: 'US' } };
};

it('there are more than 200', () => {
	const all = Object.values(ordinary).map((one) => one.length);
	expect(all.reduce((sum, one) => sum + one)).toBeGreaterThan(200);
});

const options = { refuseEmptyBlanks: true, maxParts: 9, dryRun: false };
const send = (body: string) => ({ ...good.send, to: '={{ $json.to }}', body, options });
const all = [...ordinary.texts, ...ordinary.names];

describe('a text goes out unchanged, and nothing is said', () => {
	it.each<[string, (text: string) => string]>([
		['={{ $json.value }}', (text) => text],
		['=Hello {{ $json.value }}!', (text) => `Hello ${text}!`],
		['={{ "Re: " + $json.value }}', (text) => `Re: ${text}`],
		['={{ `Re: ${$json.value}` }}', (text) => `Re: ${text}`],
		['={{ $json.value.toString() }} ok', (text) => `${text} ok`],
	])('in %s', async (body, written) => {
		const { rows, hints } = await arrives(send(body), all, ({ body: sent }) => sent);
		expect(
			different(
				rows,
				all.map((text) => [text, written(text)]),
			),
		).toStrictEqual([]);
		expect(hints).toStrictEqual([]);
		const bodies = simulator.ledger.map(
			(one) => (one as unknown as { body: IDataObject }).body.body,
		);
		expect(bodies.sort()).toStrictEqual(all.map(written).sort());
	});

	it.each(['={{ $json.value }}', '=Hello {{ $json.value }}', '={{ "Re: " + $json.value }}'])(
		'with words of JavaScript that a person wrote, in %s',
		async (body) => {
			const given = ordinary.wordsOfPeople;
			const { rows } = await arrives(send(body), given, ({ body: sent }) => String(sent));
			for (const [text, sent] of rows) expect(sent).toContain(text);
		},
	);

	it('and so does a value that is no text', async () => {
		const given = ordinary.values.map(([value]) => value);
		const { rows, hints } = await arrives(
			send('=It is {{ $json.value }}'),
			given,
			(row) => row.body,
		);
		const wanted = ordinary.values.map(([value, text]) => [value, `It is ${text}`]);
		expect(different(rows, wanted)).toStrictEqual([]);
		expect(hints).toStrictEqual([]);
	});
});

it.each<[string, Array<[unknown, unknown]>]>([
	['firstName', unchanged(ordinary.names)],
	['lastName', unchanged(ordinary.names)],
	['additionalFields.notes', unchanged([...all, ...ordinary.wordsOfPeople])],
	['additionalFields.company_name', unchanged([...all, ...ordinary.wordsOfPeople])],
	['additionalFields.status', ordinary.values],
	['additionalFields.tags', ordinary.tags],
	['email', ordinary.emails],
	['phone', ordinary.phones],
	['additionalFields.customFields', ordinary.objects],
])('%s arrives, and nothing is said', async (field, pairs) => {
	const given = pairs.map(([value]) => value);
	const name = field.split('.').at(-1) as string;
	const { rows, hints } = await arrives(contact(field), given, (row) => row[name]);
	expect(different(rows, pairs)).toStrictEqual([]);
	expect(hints).toStrictEqual([]);
});

it('dates arrive as moments', async () => {
	const own = { resource: 'call', operation: 'getAnalytics', ...needed['call.getAnalytics'] };
	const dates = { dateRange: 'custom', startDate: '={{ $json.value }}', endDate: '2027-01-01' };
	for (const [given, moment] of ordinary.dates) {
		simulator.reset();
		const items = [{ value: given }];
		const more = { items, timeZone: 'Europe/Berlin' };
		const { error } = await runAt(simulator, { ...own, ...dates }, more);
		expect([given, error?.message]).toStrictEqual([given, undefined]);
		const starts = simulator.requests.flatMap(({ query: { startDate } = {} }) => startDate ?? []);
		expect([given, ...starts.map((one) => new Date(String(one)).toISOString())]).toContain(moment);
	}
});
