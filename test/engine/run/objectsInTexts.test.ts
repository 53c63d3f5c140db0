/** An object or a list of objects in a blank of a text: n8n writes "[object Object]", and this node nothing. */
import type { IDataObject } from 'n8n-workflow';

import { sendByModel, underAgentV3 } from '../../harness/n8n/agents';
import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { locator, runAt, type NodeRun } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { empty } from '../../harness/service/service';
import { companyNumbers } from '../../simulator';
import { inRefusal, said } from '../../harness/n8n/messages';
import { good } from '../../harness/n8n/parameters';

const { simulator } = withSimulatorAndStore({ seed: empty });

const to = '+15550200042';
const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });
const send = (body: string, options: IDataObject = {}) => ({
	...good.send,
	to,
	body,
	...collections(options),
});
const bodies = () => simulator.ledger.map(({ body }) => body as IDataObject);
const line = (
	which: string,
	advice = " The option 'Refuse Empty Blanks' stops these items.",
	whom = to,
) => `1 text with a gap: ${which} (${whom} (item 1)). ${said.checkNames}${advice}`;
const json = {
	person: { first: 'Ada' },
	people: [{ first: 'Ada' }, { first: 'Bo' }],
	name: 'Ada',
	mixed: ['Ada', { last: 'Smith' }],
	names: ['Ada', 'Bo'],
	said: 'an [object Object]',
	wild: '}} {{ 1 }}',
};

test.each([
	['=Hello {{ $json.person }}!', 'Hello !', '$json.person'],
	['=Hello {{ $json.people }}!', 'Hello !', '$json.people'],
	['=Hello {{ $json.mixed }}!', 'Hello !', '$json.mixed'],
	['={{ $json.name }}: {{$json["person"]}}{{ $json.name }}', 'Ada: Ada', '$json["person"]'],
	['=Hello {{ $json.none ?? $json.person }}!', 'Hello !', '$json.none ?? $json.person'],
	['=Hi {{ $input.item.json.people }}{{ 1 + 1 }}', 'Hi 2', '$input.item.json.people'],
	['={{ "Hi " + $json.person + $json.wild }}', 'Hi }} {{ 1 }}', '$json.person'],
	['=Hi {{ $json.said + " by " + $json.person }}!', 'Hi an  by !', '$json.person'],
	['=Hi {{ $json.person }}\\{{ x }} {{ $json.name }}', 'Hi \\{{ x }} Ada', '$json.person'],
])('%s goes out as %j, with a line', async (body, text, which) => {
	const { error, hints } = await run(send(body), [json]);
	expect(error).toBeUndefined();
	expect(bodies()).toMatchObject([{ body: text }]);
	expect(hints).toStrictEqual([line(which)]);
	const dry = await run(send(body, { dryRun: true }), [json]);
	expect(dry.items[0].json).toMatchObject({ body: text, emptyIn: which });
	const refused = await run(send(body, { refuseEmptyBlanks: true }), [json]);
	expect(refused.error?.message).toContain(`'Message' has an empty blank: ${inRefusal(which)}`);
	expect(simulator.ledger).toHaveLength(1);
});

test.each([
	['=Hello {{ $json.names }}', 'Hello Ada,Bo'],
	['=Hello {{ $json.people.map(({ first }) => first) }}', 'Hello Ada,Bo'],
	['=Hello {{ new Date(0).toISOString().slice(0, 4) }}', 'Hello 1970'],
])('%s holds no object, and goes out as n8n writes it', async (body, text) => {
	const { hints } = await run(send(body), [json]);
	expect(bodies()).toMatchObject([{ body: text }]);
	expect(hints).toStrictEqual([]);
});

test.each([
	['=It said {{ $json.said }}', 'It said an [object Object]'],
	['=It said {{ $json.said.trim() + "!" }}', 'It said an [object Object]!'],
	['={{ $json.said }}', 'an [object Object]'],
	['=It said {{ $input.item.json.said }}', 'It said an [object Object]'],
	['=It said {{ $input.first().json["said"] }}', 'It said an [object Object]'],
])(
	'%s has the sign in a text of the item: it goes out, and a line names it',
	async (body, text) => {
		const { hints } = await run(send(body, { refuseEmptyBlanks: true }), [json]);
		expect(bodies()).toMatchObject([{ body: text }]);
		expect(hints).toStrictEqual([expect.stringContaining('[object Object] in ')]);
	},
);

test('each item counts for itself', async () => {
	const items = ['Ada', { first: 'Bo' }, 'Cy', [{ a: 1 }]].map((name) => ({ name }) as IDataObject);
	const { hints } = await run(send('=Hi {{ $json.name }}'), items);
	expect(bodies().map(({ body }) => body)).toStrictEqual(['Hi Ada', 'Hi ', 'Hi Cy', 'Hi ']);
	expect(hints).toContainEqual(
		expect.stringContaining(
			'2 texts with a gap: $json.name (2) (+15550200042 (item 2), +15550200042 (item 4))',
		),
	);
});

test('a text that is an object is refused, as before', async () => {
	const { error } = await run(send('={{ $json.person }}'), [json]);
	expect(error?.message).toContain(`'Message' ${said.notText}`);
});

test('a row that fails for another reason shows the text that would go out', async () => {
	const parameters = { ...send('=Hello {{ $json.person }}', { dryRun: true }), to: 'nobody' };
	const { items } = await run(parameters, [json]);
	expect(items[0].json).toMatchObject({
		outcome: 'failed',
		body: 'Hello ',
		emptyIn: '$json.person',
	});
});

test('in a Send Once Key', async () => {
	const options = { onceKey: '=order-{{ $json.person }}-{{ $json.name }}' };
	const { items, hints } = await run(send('Ready', options), [json]);
	expect(hints).toStrictEqual([line('$json.person')]);
	expect(JSON.stringify(items)).not.toContain('[object');
	expect((await run(send('Ready', options), [json])).items[0].json.onceKey).toBe('order--Ada');
	const refused = await run(send('Ready', { ...options, refuseEmptyBlanks: true }), [json]);
	expect(refused.error?.message).toContain(`'Send Once Key' has an empty blank: person`);
});

test('in the Send Once Key of a call, which has no option to refuse it', async () => {
	const { hints } = await run(
		{
			resource: 'call',
			operation: 'create',
			toNumber: to,
			additionalFields: {},
			fromNumber: locator(companyNumbers[0]),
			...collections({ onceKey: '=appointment-{{ $json.people }}' }),
		},
		[json],
	);
	expect(hints).toStrictEqual([line('$json.people', '')]);
});

const ask = (more: IDataObject) => ({
	resource: 'sms',
	operation: 'sendAndWait',
	from: locator(companyNumbers[0]),
	to,
	responseType: 'approval',
	approvalOptions: {},
	message: '=May I, {{ $json.name }}?',
	...collections({ limitWaitTime: { values: { resumeAmount: 1 } } }),
	...more,
});

test('in a question', async () => {
	const { run: asked, hints } = await run(ask({ message: '=May I, {{ $json.person }}?' }), [json]);
	expect(asked.status).toBe('waiting');
	expect(bodies()).toMatchObject([{ body: expect.stringMatching(/^May I, \?\n/) as string }]);
	expect(hints).toContain(line('$json.person'));
});

test('on the page of a question, and on its buttons', async () => {
	const asked = ask({
		approvalOptions: { values: { approveLabel: '=Yes {{ $json.people }}' } },
		pageTexts: {
			message: '=For {{ $json.person }} of {{ $json.name }}',
			title: '=A{{ $json.person }}',
		},
	});
	const { run: waiting, hints } = await run(asked, [json]);
	const kept = JSON.stringify(waiting.data.executionData?.contextData);
	expect(kept).toContain('For  of Ada');
	// Only the input, which a question keeps, has such a text.
	expect(kept.replaceAll(json.said, '')).not.toContain('[object');
	expect(hints).toContain(line('$json.person, $json.people'));
	const refusing = { ...collections({ refuseEmptyBlanks: true }) };
	const { error } = await run({ ...asked, ...refusing }, [json]);
	expect(error?.message).toContain("'Message' has an empty blank: person, people");
});

test.each(['create', 'upsert', 'update'])('in the texts of a contact: %s', async (operation) => {
	const { id } = simulator.store.addContact({ phone: to });
	const texts = { notes: '=Likes {{ $json.person }}', status: '=new {{ $json.people }}' };
	const fields = {
		customFields: '={"a": "{{ $json.person }}", "b": "{{ $json.name }}"}',
		...texts,
	};
	const { error, hints } = await run(
		{
			resource: 'contact',
			operation,
			matchBy: 'phone',
			phone: to,
			...(operation === 'update'
				? { contactId: locator(id, 'id'), updateFields: fields }
				: { firstName: '=Ada {{ $json.person }}', additionalFields: fields }),
			...collections({}),
		},
		[json],
	);
	expect(error).toBeUndefined();
	expect(bodies().at(-1)).toMatchObject({
		notes: 'Likes ',
		status: 'new ',
		customFields: { b: 'Ada' },
		...(operation === 'update' ? {} : { firstName: 'Ada' }),
	});
	const whom = `contact ${operation === 'update' ? id : to}`;
	expect(hints).toStrictEqual([line('$json.person, $json.people', '', whom)]);
});

test('as a tool, the model reads the line', async () => {
	const { items } = await run(send('=Hi {{ $json.person }}'), [json], { asTool: true });
	expect(items[1].json.message).toBe(line('$json.person'));
});

test('the words of a model are text, and stay', async () => {
	const written = 'Your bill: [object Object] euros';
	const parameters = { ...sendByModel, body: "={{ $fromAI('Message', 'The text', 'string') }}" };
	const { answers } = await underAgentV3({ parameters, credential: simulator }, [
		[{ To_Number: to, Message: written }],
	]);
	expect(answers[0][0]).toMatchObject([{ status: 'queued' }]);
	expect(bodies()).toMatchObject([{ body: written }]);
});
