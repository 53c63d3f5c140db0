import axios from 'axios';
import { nodeNameToToolName } from 'n8n-workflow';

import { waitFor } from '../../../sandbox/progress';
import { startScriptedModel, type ScriptedModel } from '../../harness/service/scriptedModel';
import { from, isTrue, manualStart, onlyIf, ours } from '../code';
import { type Sms, sms, written } from '../outgoing';
import { builder, sandbox } from '../session';

const line = '+15550100001';
const person = '+15557040001';
const fromLine = (body: string): Sms => ({ to: person, from: line, body });

/** Longer than a call takes from its start to its end. */
const aCall = 40_000;

describe('workflows that wait for somebody', () => {
	/**
	 * Asks, and branches on the answer.
	 *
	 * @param answers SMS that come in, one after the other
	 * @param more parameters of the question
	 * @param yes the expression for the yes-branch
	 * @param mayText the one for a text in the no-branch
	 * @returns all SMS after the question
	 */
	async function answered(
		answers: string[],
		more: string,
		yes: string,
		mayText: string,
	): Promise<Sms[]> {
		const id = await builder.create(`
			${manualStart}
			const ask = ${ours('Ask', `resource: 'sms', operation: 'sendAndWait', from: ${from}, to: '${person}', message: 'May we book Tuesday at 9? Reply YES or NO.', responseType: 'smsReply'${more}, options: { waitInterval: 0.5 }`)};
			const approved = ${isTrue('Approved?', yes)};
			const book = ${ours('Book', `resource: 'sms', operation: 'send', from: ${from}, to: expr('{{ $("Ask").item.json.to }}'), body: 'Booked.'`)};
			const reachable = ${onlyIf('May be texted', mayText)};
			const leave = ${ours('Leave', `resource: 'sms', operation: 'send', from: ${from}, to: expr('{{ $("Ask").item.json.to }}'), body: 'Not booked.'`)};
			export default workflow('approval', 'Approval').add(start).to(ask).to(approved.onTrue(book).onFalse(reachable.to(leave)));
		`);
		const executionId = await builder.start(id);
		const question = await waitFor('the question', 60, async () => sms()[0]);
		expect(question).toEqual(fromLine('May we book Tuesday at 9? Reply YES or NO.'));
		for (const body of answers) {
			sandbox.simulator.store.receiveSms({ from: person, to: line, body });
		}
		expect(await builder.over(id, executionId)).toMatchObject({ status: 'success' });
		return sms().slice(1);
	}
	const words = ", replyOptions: { values: { yesWords: 'yes, y, ok', noWords: 'no, n' } }";
	const isYes = '$json.data?.approved';
	const isReachable = '!$json.optedOut';

	it.each([
		['yes', ['yes'], ['Booked.']],
		['no', ['no'], ['Not booked.']],
		['perhaps, then yes', ['perhaps', 'yes'], ['Booked.']],
		['stop', ['stop'], []],
	])('approval by SMS: "%s" takes its branch', async (_name, answers, said) => {
		expect(await answered(answers, words, isYes, isReachable)).toEqual(said.map(fromLine));
	});

	it.each([
		['approved at the top level: a yes is a no', 'yes', words, '$json.approved', isReachable],
		['no look at optedOut: a text after STOP', 'stop', words, isYes, 'true'],
	])('a slip: %s', async (_slip, answer, more, yes, mayText) => {
		expect(await answered([answer], more, yes, mayText)).toEqual([fromLine('Not booked.')]);
	});

	it('the usual words count where none are given', async () => {
		expect(await answered(['yes'], '', isYes, isReachable)).toEqual([fromLine('Booked.')]);
	});

	it.each([
		['approve', 'Booked.'],
		['decline', 'Not booked.'],
	])('approval on a page: "%s" takes its branch', async (decision, said) => {
		const id = await builder.create(`
			${manualStart}
			const ask = ${ours('Ask', `resource: 'sms', operation: 'sendAndWait', from: ${from}, to: '${person}', message: 'May we book Tuesday at 9?', responseType: 'approval'`)};
			const approved = ${isTrue('Approved?', isYes)};
			const book = ${ours('Book', `resource: 'sms', operation: 'send', from: ${from}, to: expr('{{ $json.to }}'), body: 'Booked.'`)};
			const leave = ${ours('Leave', `resource: 'sms', operation: 'send', from: ${from}, to: expr('{{ $json.to }}'), body: 'Not booked.'`)};
			export default workflow('page', 'Page').add(start).to(ask).to(approved.onTrue(book).onFalse(leave));
		`);
		const executionId = await builder.start(id);
		await builder.waiting(id, executionId);
		const [link] = /http\S+/.exec(sms()[0].body) ?? [''];
		await axios.post(link, new URLSearchParams({ decision }), { proxy: false });
		expect(await builder.over(id, executionId)).toMatchObject({ status: 'success' });
		expect(sms().slice(1)).toEqual([fromLine(said)]);
	});

	it.each([
		['ENDED', 'Thanks for the talk.'],
		['ERROR', 'We could not reach you.'],
	] as const)('a call of the AI agent, waited for until it is %s', async (status, said) => {
		const id = await builder.create(`
			${manualStart}
			const call = ${ours('Call', `resource: 'call', operation: 'create', fromNumber: ${from}, toNumber: '${person}', options: { waitForEnd: true, waitInterval: 0.5 }`)};
			const reached = ${isTrue('Reached?', '$json.status === "ENDED"')};
			const thank = ${ours('Thank', `resource: 'sms', operation: 'send', from: ${from}, to: expr('{{ $json.toNumber }}'), body: 'Thanks for the talk.'`)};
			const sorry = ${ours('Sorry', `resource: 'sms', operation: 'send', from: ${from}, to: expr('{{ $json.toNumber }}'), body: 'We could not reach you.'`)};
			export default workflow('call', 'Call').add(start).to(call).to(reached.onTrue(thank).onFalse(sorry));
		`);
		const executionId = await builder.start(id);
		const { store, ledger, clock } = sandbox.simulator;
		const begun = await waitFor('the call', 60, async () => ledger[0]);
		if (status === 'ERROR') store.endCall(begun.id, 'ERROR');
		else clock.advance(aCall);
		expect(await builder.over(id, executionId)).toMatchObject({ status: 'success' });
		const numbers = { fromNumber: line, toNumber: person };
		expect(written()).toEqual([['call.create', numbers]]);
		expect(sms()).toEqual([fromLine(said)]);
	});

	describe('with a model', () => {
		let model: ScriptedModel;

		beforeAll(async () => {
			model = await startScriptedModel();
			const { rest } = sandbox.n8n;
			const { data } =
				await rest.get<Array<{ id: string; name: string; type: string }>>('/credentials');
			// n8n gives a workflow the credential of a type that is there.
			const found = data.find(({ type }) => type === 'openAiApi');
			const values = { ...found, data: { apiKey: 'none', url: model.url } };
			await rest.patch(`/credentials/${found?.id ?? ''}`, values);
		});
		afterAll(async () => await model.close());

		it('a chat assistant finds a contact and sends one SMS', async () => {
			const { store } = sandbox.simulator;
			store.addContact({ firstName: 'Jo', lastName: 'Quist', phone: person });
			const id = await builder.create(`
				const start = trigger({ type: '@n8n/n8n-nodes-langchain.chatTrigger', version: 1.5, config: { name: 'Chat', parameters: {} } });
				const chatModel = languageModel({ type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', version: 1.3, config: { name: 'Model', parameters: { model: { __rl: true, mode: 'list', value: 'gpt-5-mini' } } } });
				const find = tool({ type: 'n8n-nodes-voice-sms.voiceSmsTool', version: 1, config: { name: 'Find contacts', parameters: { resource: 'contact', operation: 'getAll', filters: { search: fromAi('Search', 'Name of the person') } } } });
				const send = tool({ type: 'n8n-nodes-voice-sms.voiceSmsTool', version: 1, config: { name: 'Send SMS', parameters: { resource: 'sms', operation: 'send', from: ${from}, to: fromAi('To_Number', 'With + and country code'), body: fromAi('Message', 'The text'), options: { skipTag: 'no-sms' } } } });
				const assistant = node({ type: '@n8n/n8n-nodes-langchain.agent', version: 3.1, config: { name: 'Assistant', parameters: {}, subnodes: { model: chatModel, tools: [find, send] } } });
				export default workflow('assistant', 'Assistant').add(start).to(assistant);
			`);
			const part = model.play([
				[{ name: nodeNameToToolName('Find contacts'), arguments: { Search: 'Quist' } }],
				[
					{
						name: nodeNameToToolName('Send SMS'),
						arguments: { To_Number: person, Message: 'Your car is ready.' },
					},
				],
				'Done.',
			]);
			const inputs = { chatInput: part.prompt };
			const run = await builder.run(id, { name: 'Chat', inputs });
			expect(part.results[0][0]).toContain(person);
			expect(part.results[1][0]).toContain('"status":"queued"');
			expect(run.items('Assistant')).toMatchObject([{ output: 'Done.' }]);
			expect(sms()).toEqual([fromLine('Your car is ready.')]);
		});
	});
});
