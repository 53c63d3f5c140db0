import type { IDataObject } from 'n8n-workflow';

import { locator, runNode, type NodeRun } from '../../../harness/n8n/engine';
import { Poller } from '../../../harness/n8n/poller';
import { empty, service, withSimulator } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import { companyNumbers, manualClock, type Simulator } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { good } from '../../../harness/n8n/parameters';

const { pace, watch } = serviceTime();
const simulator = withSimulator({ clock: { ...manualClock(), pace } }, watch);
const [own] = companyNumbers;
const customer = '+15550100042';

/** An operation that takes the number of each item. */
type Taking = [operation: string, label: string, parameters: IDataObject];

const operations: Taking[] = [
	['sms.send', 'To Number', { ...good.send, to: '={{ $json.number }}', body: 'Hi' }],
	['call.create', 'To Number', { ...good.createCall, toNumber: '={{ $json.number }}' }],
	[
		'contact.create',
		'Phone',
		{ resource: 'contact', operation: 'create', phone: '={{ $json.number }}' },
	],
	[
		'contact.update',
		'Phone',
		{
			resource: 'contact',
			operation: 'update',
			// Each another one: an update that changes nothing is not sent.
			contactId: locator('=contact_00000{{ $itemIndex + 1 }}'),
			updateFields: { phone: '={{ $json.number }}' },
		},
	],
];

const credentialOf = ({ baseUrl, apiKey }: Simulator, defaultCountry: unknown = '') => {
	return { baseUrl, apiKey, defaultCountry };
};

/** Runs an operation with an item for each number. */
async function run(
	[, , parameters]: Taking,
	numbers: unknown[],
	{ country = '', ...more }: Partial<NodeRun> & { country?: unknown; options?: IDataObject } = {},
) {
	const { options = {}, ...settings } = more;
	return await runNode({
		parameters: { ...parameters, options },
		items: numbers.map((number) => ({ number }) as IDataObject),
		credential: credentialOf(simulator, country),
		...settings,
	});
}

/** The numbers that reached the service, in their order. */
const written = () =>
	simulator.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ body }) => {
			const { to, toNumber, phone } = body as Record<string, unknown>;
			return to ?? toNumber ?? phone;
		});

describe.each(operations)('%s', (...operation) => {
	const [, label] = operation;

	test('a number goes out in E.164 form, however it was written', async () => {
		const numbers = ['(555) 010-0042', '001 555 010 0042', 15550100042, "'+1 555.010.0042"];
		const { error } = await run(operation, numbers, { country: 'US' });
		expect(error).toBeUndefined();
		expect(written()).toStrictEqual(numbers.map(() => customer));
	});

	test.each([
		[3, [customer, '+1 555 010', customer]],
		[2, [customer, '+1 555 010']],
	])(
		'a wrong number of %i is named with item and reason, and nothing leaves',
		async (_, numbers) => {
			const { error, items } = await run(operation, numbers);
			expect(error?.message).toContain(`'${label}' ${said.tooShort} a phone number: "+1 555 010"`);
			expect(error?.message).toMatch(/^Nothing was .* \(item 2\)$/);
			expect(error?.description).toContain('Enter all digits');
			expect(items).toStrictEqual([]);
			expect(simulator.requests).toHaveLength(0);
		},
	);

	test('a wrong number is its own item’s error when the node goes on', async () => {
		const { items } = await run(operation, [customer, 'soon', customer], {
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items.map(({ json }) => (json.error as IDataObject | undefined)?.message)).toStrictEqual(
			[undefined, `'${label}' ${said.notAPhone}: "soon"`, undefined],
		);
		expect(written()).toStrictEqual([customer, customer]);
	});

	test('the country of the options wins over that of the credential', async () => {
		const { error } = await run(operation, ['030 123456', '+1 555 010 0042'], {
			country: 'US',
			options: { defaultCountry: 'DE' },
		});
		expect(error).toBeUndefined();
		expect(written()).toStrictEqual(['+4930123456', customer]);
	});

	test('an expression may give each item its country', async () => {
		const [name, , parameters] = operation;
		const { error } = await runNode({
			parameters: { ...parameters, options: { defaultCountry: '={{ $json.country }}' } },
			items: [
				{ number: '030 123456', country: 'de' },
				{ number: '(555) 010-0042', country: 'US' },
				{ number: '06 12 34 56 78', country: ' FR ' },
			],
			credential: credentialOf(simulator),
		});
		expect([name, error]).toStrictEqual([name, undefined]);
		expect(written()).toStrictEqual(['+4930123456', customer, '+33612345678']);
	});

	test.each([
		['the credential', { country: 'Germany' }],
		['the options', { country: 'US', options: { defaultCountry: 'Germany' } }],
	])('a country in %s that is none is told before any request', async (where, more) => {
		const { error } = await run(operation, [customer], more);
		expect(error?.message).toContain(
			`'${label}' cannot be read, because "Germany" ${said.notACountry}`,
		);
		expect(error?.description).toBe(`Choose the 'Default Country' in ${where} from its list.`);
		expect(simulator.requests).toHaveLength(0);
	});
});

describe.each(operations.slice(0, 2))('%s', (...operation) => {
	test('goes to nobody when brackets behind the + hold no country code', async () => {
		const { error } = await run(operation, ['+(646) 253-0000'], { country: 'US' });
		expect(error?.message).toContain(`'To Number' ${said.unknownCode}`);
		expect(simulator.requests).toHaveLength(0);
	});

	test.each([
		['48213', `${said.tooShort} US`],
		['6591234567', 'may be +16591234567 or +6591234567'],
		['030 12345  12346', said.twoNumbers, 'DE'],
	])('goes to nobody where "%s" %s', async (number, why, country = 'US') => {
		const { error } = await run(operation, [customer, number], { country });
		expect(error?.message).toContain(`'To Number' ${why}`);
		expect(simulator.requests).toHaveLength(0);
	});

	const inUs = (place: string) => `'Default Country' of ${place}: United States (+1).`;

	test.each<[string, string, Parameters<typeof run>[2], string | undefined]>([
		['48213', 'of the credential', { country: 'US' }, inUs('the credential')],
		[
			'48213',
			'of the options',
			{ country: 'DE', options: { defaultCountry: 'us' } },
			inUs('the options'),
		],
		['555 010 00421', 'that made it too long', { country: 'US' }, inUs('the credential')],
		['6591234567', 'that makes it doubtful', { country: 'US' }, inUs('the credential')],
		['soon', 'of words', { country: 'US' }, inUs('the credential')],
		// The country did not count.
		['+155', 'that did not count', { country: 'US' }, undefined],
		['00155', 'that did not count', { country: 'US' }, undefined],
		[
			'48213',
			'[None] of the options',
			{ country: 'US', options: { defaultCountry: '' } },
			undefined,
		],
	])('the advice for "%s" names the country %s', async (number, _which, more, sentence) => {
		const { error } = await run(operation, [number], more);
		expect(error?.description ?? '').toContain(sentence ?? '');
		expect(error?.description?.includes("'Default Country' of ")).toBe(sentence !== undefined);
	});

	test('needs a country for a number without a country code', async () => {
		const { error } = await run(operation, ['(555) 010-0042']);
		expect(error?.message).toContain(`'To Number' ${said.noCountryCode}: "(555) 010-0042"`);
		expect(error?.description).toContain("choose a 'Default Country'");
		expect(simulator.requests).toHaveLength(0);
	});

	test('keeps the order of the items to one number, in whatever way each is written', async () => {
		const numbers = ['(555) 010-0042', '+1 555 010 0042', '0015550100042', '555.010.0042'];
		simulator.fail({}, { kind: 'delay', ms: 40 });
		const { error } = await run(operation, numbers, { country: 'US' });
		expect(error).toBeUndefined();
		expect(simulator.mostInFlight).toBe(1);
		expect(written()).toStrictEqual(numbers.map(() => customer));
	});

	test('keeps the order of the items to one phone with two numbers, which go out as written', async () => {
		const numbers = ['+5215512345678', '+525512345678', '+5215512345678'];
		simulator.fail({}, { kind: 'delay', ms: 40 });
		await run(operation, numbers);
		expect(simulator.mostInFlight).toBe(1);
		expect(written()).toStrictEqual(numbers);
	});

	test('goes side by side to different numbers', async () => {
		simulator.latencyMs = 40;
		await run(operation, ['(555) 010-0042', '(555) 010-0043'], { country: 'US' });
		expect(simulator.mostInFlight).toBe(2);
	});

	test('the sender may be written in any way, too', async () => {
		const [name, , parameters] = operation;
		const field = name === 'sms.send' ? 'from' : 'fromNumber';
		const { error } = await run(
			[name, '', { ...parameters, [field]: locator('(555) 010-0001') }],
			[customer],
			{ country: 'US' },
		);
		expect(error).toBeUndefined();
		expect(simulator.requests[0].body).toMatchObject({ [field]: own });
	});
});

describe.each(operations.slice(2))('%s without a country', (...operation) => {
	test('leaves the number of a new contact to the service, if it has no country code', async () => {
		const { error } = await run(operation, [' (555) 010-0042 ', '0049 30 123456']);
		const isNew = operation[0] === 'contact.create';
		const refused = expect.stringContaining(`'Phone' ${said.noCountryCode}: "(555) 010-0042"`);
		expect(error?.message).toEqual(isNew ? undefined : refused);
		expect(written()).toStrictEqual(isNew ? ['(555) 010-0042', '+4930123456'] : []);
	});

	test('refuses a number that begins with 0, of which the service could make another one', async () => {
		const { error } = await run(operation, ['0170 999888']);
		expect(error?.message).toContain(`'Phone' ${said.noCountryCode}: "0170 999888"`);
		expect(written()).toStrictEqual([]);
		const ofGermany = await run(operation, ['0170 9998880'], { country: 'DE' });
		expect(ofGermany.error).toBeUndefined();
		expect(written()).toStrictEqual(['+491709998880']);
	});
});

describe("the trigger's Company Number", () => {
	const received = (simulator: Simulator, to: string) =>
		simulator.store.receiveSms({ from: customer, to, body: 'Hi' }).id;

	async function triggerAt(companyNumber: string, country = '', options: IDataObject = {}) {
		const simulator = await service({ seed: empty });
		const parameters = { event: 'smsReceived', filters: { companyNumber }, options };
		return new Poller(simulator, parameters, credentialOf(simulator, country));
	}

	test.each<[string, string, IDataObject]>([
		['+1 (555) 010-0002', '', {}],
		['0015550100002', '', {}],
		['(555) 010-0002', 'US', {}],
		['555.010.0002', 'DE', { defaultCountry: 'US' }],
		['15550100002', 'US', {}],
	])('may be "%s", with the country "%s" and options %j', async (number, country, options) => {
		const poller = await triggerAt(number, country, options);
		await poller.poll();
		received(poller.simulator, companyNumbers[0]);
		const id = received(poller.simulator, companyNumbers[1]);
		expect(await poller.ids()).toStrictEqual([id]);
	});

	test.each([
		['(555) 010-0002', '', said.noCountryCode],
		['main', '', said.notAPhone],
		['010 0002', 'US', `${said.tooShort} US`],
		['+15550100002', 'Germany', `cannot be read, because "Germany" ${said.notACountry}`],
	])('cannot be "%s" with the country "%s": %s', async (number, country, why) => {
		const poller = await triggerAt(number, country);
		await expect(poller.poll()).rejects.toThrow(`'Company Number' ${why}`);
		expect(poller.simulator.requests).toHaveLength(0);
		expect(poller.staticData).toEqual({});
	});

	test('is of no account where no number is asked for', async () => {
		const poller = await triggerAt('', 'Germany');
		expect(await poller.poll()).toStrictEqual([]);
	});

	test('goes on from its saved state when a country is chosen', async () => {
		const poller = await triggerAt('+1 555 010 0002');
		await poller.poll();
		poller.credential = credentialOf(poller.simulator, 'US');
		const first = received(poller.simulator, companyNumbers[1]);
		expect(await poller.ids()).toStrictEqual([first]);
		poller.parameters = { ...poller.parameters, options: { defaultCountry: 'DE' } };
		const second = received(poller.simulator, companyNumbers[1]);
		expect(await poller.ids()).toStrictEqual([second]);
		expect(poller.log).toStrictEqual([]);
	});
});
