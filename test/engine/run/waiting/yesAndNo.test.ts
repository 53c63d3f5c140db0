/** A no that is there is not lost beside a yes, another number does not answer, and a number beside a word of opt-out is not always a code. */
import type { IDataObject } from 'n8n-workflow';

import { person, questions } from '../../../harness/n8n/askedByTool';
import { companyNumbers } from '../../../simulator';

const { time, simulator, inTurn, ofWorkflow, ...asked } = questions();
/** The person writes both between two looks; `47` stands for the code of the question. */
const reply = (...bodies: string[]) =>
	bodies.forEach((body, index) => asked.reply(12 + index * 3, body, 'May I?'));
const asTool = async () => (await inTurn(['May I?']))[0];
const forPeople = async (more: IDataObject = {}) =>
	(await time.run(ofWorkflow('May I?', more))).json;
const note = 'Several replies say different things, so it is unclear which one is the answer';

test.each([
	['yes 47', 'no 47'],
	['yes 47', 'No'],
	['No', 'yes 47'],
	['Yes', 'No!'],
])('to a tool, %s and then %s are no yes', async (...bodies) => {
	reply(...bodies);
	expect(await asTool()).toMatchObject({ data: { approved: null }, replyNote: note });
});

test('to a tool, the no with the code counts', async () => {
	reply('Yes', 'no 47');
	expect(await asTool()).toMatchObject({ data: { approved: false } });
});

test.each<[string, string, boolean | null]>([
	['Yes', 'No', null],
	['Yes', 'no!!', null],
	['Yes', 'Thank you', true],
	['No', 'Yes', false],
])('to people, %s and then %s give %s', async (one, other, approved) => {
	reply(one, other);
	expect(await forPeople()).toMatchObject({ data: { approved } });
});

test.each([{}, { replyOptions: {} }])(
	'with %j, the number beside a word is no code where nothing has one',
	async (more) => {
		reply('Cancel 20');
		const answer = await forPeople(more);
		expect(answer).toMatchObject({ data: { text: 'Cancel 20' } });
		expect(answer).not.toHaveProperty('optedOut');
	},
);

const ofAnother =
	'A message in the conversation is from another number than the question went to, so it does not count';

test.each<[string, string, IDataObject]>([
	['another number', '+15550100078', { timedOut: true, replyNote: ofAnother }],
	['the same number in another form', '1 (555) 010-0077', { data: { approved: true } }],
	['the last digits of the number', '010-0077', { data: { approved: true } }],
])('in one conversation, a yes of %s', async (_what, fromPhone, expected) => {
	const [to] = companyNumbers;
	void time.sleep(12_000).then(() => {
		const message = simulator.store.receiveSms({ from: person, to, body: 'yes' });
		Object.assign(message, { fromPhone });
	});
	expect(await forPeople()).toMatchObject(expected);
});
