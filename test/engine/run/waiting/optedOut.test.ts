/** Who answers with an opt-out word wants no more SMS, and is asked nothing more. */
import type { IDataObject } from 'n8n-workflow';

import { optOutWords } from '../../../../nodes/VoiceSms/fields/text/answerWords';
import { person, questions } from '../../../harness/n8n/askedBySms';

const { time, simulator, reply, ofWorkflow } = questions();
const forPeople = async (...more: IDataObject[]) => await time.run(ofWorkflow('May I?', ...more));

test.each([
	...[...optOutWords, 'Stop!', 'arret', 'Please stop texting me', 'No. STOP', 'STOPP', 'Baja'],
	...['stop please', 'Bitte abmelden', 'don’t text me'],
])('%s', async (body) => {
	reply(12, body);
	const { json, hints } = await forPeople();
	expect(json).toMatchObject({ data: { approved: false }, optedOut: true });
	expect(hints.join()).toContain(person);
});

const note = 'The person answered with a word that means: no more SMS';

test.each<[string, IDataObject]>([
	['with words', {}],
	['without words', { replyOptions: {} }],
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

test('counts with another SMS behind it', async () => {
	reply(12, 'stop');
	reply(13, 'Thanks');
	expect((await forPeople()).json).toMatchObject({ data: { approved: false }, optedOut: true });
});

test.each([
	...['do stop', 'no', 'start', 'Liked “Reply STOP to stop”', 'please', ''],
	...['Please cancel', 'Cancel my reservation', 'Stop by 8?', 'End of May?', 'no, end it'],
])('%j is none', async (body) => {
	reply(12, body);
	expect((await forPeople()).json).not.toHaveProperty('optedOut');
});

test.each([
	['Yes Words', { yesWords: 'yes, End', noWords: 'no' }],
	['No Words', { yesWords: 'yes', noWords: 'no, cancel' }],
])('none of the %s can be one', async (label, values) => {
	const { error } = await forPeople({ replyOptions: { values } });
	expect(error?.message).toContain(`'${label}' cannot contain`);
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
