/** Who answers with an opt-out word wants no more SMS, and is asked nothing more. */
import type { IDataObject } from 'n8n-workflow';

import { optOutWords } from '../../../../nodes/VoiceSms/fields/text/optOut';
import { person, questions } from '../../../harness/n8n/askedByTool';

const { time, simulator, inTurn, ofWorkflow, ...asked } = questions();
const reply = (seconds: number, body: string) => asked.reply(seconds, body, 'May I?');
const forPeople = async (...more: IDataObject[]) => await time.run(ofWorkflow('May I?', ...more));

test.each([...optOutWords, 'Stop!', '47 STOP', 'arret'])('%s to a tool', async (body) => {
	reply(12, body);
	const [answer] = await inTurn(['May I?']);
	expect(answer).toMatchObject({
		data: { approved: false },
		optedOut: true,
		message: 'The person wants no more SMS. Do not write to this person again. Tell the user.',
	});
	expect(answer).not.toHaveProperty('replyNote');
});

const note = 'The person answered with a word that means: no more SMS';

test.each<[string, IDataObject]>([
	['with words', {}],
	['without words', { replyOptions: {} }],
	['as a word for no', { replyOptions: { values: { yesWords: 'yes', noWords: 'no, stop' } } }],
])('to people, %s', async (_what, more) => {
	reply(12, 'STOP');
	const { json } = await forPeople(more);
	expect(json).toMatchObject({
		data: { approved: false, text: 'STOP' },
		optedOut: true,
		replyNote: note,
	});
	expect(json).not.toHaveProperty('message');
});

test('counts although another question is open, and before a yes of the same minute', async () => {
	simulator.store.sendSms({ from: '+15550100001', to: person, body: 'Are you coming?' });
	reply(12, 'yes');
	reply(13, 'stop');
	expect((await forPeople()).json).toMatchObject({ data: { approved: false }, optedOut: true });
});

test.each(['do stop', 'no', 'start', 'Liked “Reply STOP to stop”'])('%j is none', async (body) => {
	reply(12, body);
	expect((await forPeople()).json).not.toHaveProperty('optedOut');
});

test('no word for yes can be one', async () => {
	const replyOptions = { values: { yesWords: 'yes, End', noWords: 'no' } };
	const { error } = await forPeople({ replyOptions });
	expect(error?.message).toBe(
		'\'Yes Words\' cannot contain "End", because people ask for no more SMS by this word [item 0]',
	);
	expect(simulator.requests).toStrictEqual([]);
});

test('one question does not opt out of the next', async () => {
	reply(12, 'STOP');
	const { json } = await forPeople();
	reply(12, 'yes');
	const next = await forPeople({ options: { includeInputFields: true } }, json);
	expect(next.json).toMatchObject({ data: { approved: true } });
	expect(next.json).not.toHaveProperty('optedOut');
});
