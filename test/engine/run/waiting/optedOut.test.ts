/** Who answers with an opt-out word wants no more SMS, and is asked nothing more. */
import type { IDataObject } from 'n8n-workflow';

import { optOutWords } from '../../../../nodes/VoiceSms/fields/text/optOut';
import { underAgentV3 } from '../../../harness/n8n/agents';
import { askedByTool, codeOf, write } from '../../../harness/n8n/askedByTool';
import { runNode } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';

const { time, clock, watch } = serviceTime();
const simulator = withSimulator({ seed: empty, clock }, watch);
const person = '+15550100077';
const reply = (seconds: number, body: string) =>
	void time.sleep(seconds * 1000).then(() => {
		write(simulator, person, body.replace('47', codeOf(simulator, 'May I?') ?? ''));
	});

async function asTool(more: IDataObject = {}) {
	const parameters = askedByTool(person, 2, more);
	const setup = { parameters, credential: simulator, clock: time };
	const { answers } = await time.run(underAgentV3(setup, [[{ Message: 'May I?' }]]));
	return answers[0][0][0];
}
async function forPeople(more: IDataObject = {}) {
	const parameters = { ...askedByTool(person, 2, more), message: 'May I?' };
	const { items, error } = await time.run(
		runNode({ parameters, credential: simulator, clock: time }),
	);
	return { json: items[0]?.json, error };
}

test.each([...optOutWords, 'Stop!', '47 STOP', 'arret'])('%s to a tool', async (body) => {
	reply(12, body);
	const answer = await asTool();
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
	const parameters = {
		...askedByTool(person, 2, { options: { includeInputFields: true } }),
		message: 'May I?',
	};
	reply(12, 'yes');
	const { items } = await time.run(
		runNode({ parameters, items: [json], credential: simulator, clock: time }),
	);
	expect(items[0].json).toMatchObject({ data: { approved: true } });
	expect(items[0].json).not.toHaveProperty('optedOut');
});
