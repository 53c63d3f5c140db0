import type { IDataObject } from 'n8n-workflow';

import { byOther, fromModel, sendByModel, underAgentV3 } from '../../../harness/n8n/agents';
import { codeOf, person, questions, write } from '../../../harness/n8n/askedByTool';
import { question } from '../../../harness/n8n/parameters';

const { time, simulator, reply, inTurn, sideBySide, alone, ofWorkflow } = questions();

test('a review in the next round of a loop is about another receiver, and the person is asked', async () => {
	const [ada, bob] = ['+15550100042', '+15550100043'];
	const args = { Message: 'Your appointment is confirmed' };
	const review = { toolParameters: args };
	const tool = { ...sendByModel, to: '={{ $json.fromPhone }}', body: fromModel('Message') };
	const { answers } = await underAgentV3(
		{
			parameters: { ...question, to: person, message: 'May it?' },
			credential: simulator,
			clock: time,
			settings: { type: 'n8n-nodes-voice-sms.voiceSmsHitlTool' },
			other: { type: 'n8n-nodes-voice-sms.voiceSmsTool', parameters: tool as never },
			rounds: [{ fromPhone: bob }, { fromPhone: ada }],
			person: [{ approved: true }],
		},
		// Round 1: the call, as after its approval. Round 2: the review of the same words for Ada.
		[[{ ...args, ...byOther }], [], [review]],
	);
	const sent = simulator.ledger.map(({ body }) => (body as IDataObject).to);
	expect([sent, answers.at(-1)]).toStrictEqual([[bob, person], [[{ data: { approved: true } }]]]);
});

test('STOP with the code of the question before is heard by the next one', async () => {
	reply(140, 'STOP 47', 'First?');
	const answers = await inTurn(['First?', 'Second?']);
	expect(answers[1]).toMatchObject({ optedOut: true });
});

test('STOP with the code of one of two questions is heard by both', async () => {
	reply(15, 'STOP 47', 'First?');
	const answers = await sideBySide(['First?', 'Second?']);
	expect(answers).toMatchObject([{ optedOut: true }, { optedOut: true }]);
});

test.each([{}, { replyOptions: {} }])(
	'with %j, a question of a workflow does not take the answer with the code of a tool',
	async (more) => {
		reply(20, 'yes 47', 'Delete all');
		reply(40, 'fine');
		const [ofPeople] = await time.run(
			(async () => {
				const first = ofWorkflow('Are you well?', more);
				await time.sleep(5000);
				return await Promise.all([first, alone('Delete all bookings?')]);
			})(),
		);
		expect(ofPeople.json).not.toMatchObject({
			data: { text: expect.stringContaining('yes') as string },
		});
	},
);

test('a code in the digits of an Arabic keyboard counts', async () => {
	void time.sleep(12_000).then(() => {
		const code = codeOf(simulator, 'May I?') ?? '';
		const digits = code.replace(/\d/g, (one) => String.fromCharCode(0x660 + Number(one)));
		write(simulator, person, `yes ${digits}`);
	});
	const [answer] = await inTurn(['May I?']);
	expect(answer).toMatchObject({ data: { approved: true } });
});
