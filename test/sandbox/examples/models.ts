import type { IDataObject } from 'n8n-workflow';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import axios from 'axios';
import { nodeNameToToolName } from 'n8n-workflow';
import { waitFor } from '../../../sandbox/progress';
import { companyNumbers } from '../../simulator';
import {
	manager,
	type Checks,
	sandbox,
	model,
	statusesOf,
	askedInChat,
	mcpClient,
	published,
	givenOut,
	arrived,
} from './running';

/** Examples in which a model chooses what is done. What arrives at the service when they are run as they stand in `examples/`. */
export const models: Checks = {
	'14-sms-assistant': [
		'answers each customer once, reads of nobody else, and stops after 20 answers a day',
		async (example) => {
			const { store } = sandbox.simulator;
			const to = companyNumbers[1];
			const [ada, grace, machine] = ['+15557770014', '+15557770015', '+15557770016'];
			const notes = { Notes: 'Wants a table at 8 pm.' };
			const known = store.addContact({ firstName: 'Ada', phone: ada });
			store.addContact({ firstName: 'Grace', phone: grace, notes: 'Allergic to nuts.' });
			const look = [
				{ name: 'read_conversation', arguments: { fromPhone: ada, conversationId: 'other' } },
				// What a customer talks the model into: arguments that the tools do not have.
				{ name: 'get_contact', arguments: { fromPhone: grace, Contact_ID: grace } },
			];
			const forAda = model.play([
				look,
				[{ name: 'replace_notes', arguments: notes }],
				'See you at 8 pm.',
			]);
			const forGrace = model.play([look, 'Without nuts.']);
			const silent = model.play([' ']);
			for (let count = 0; count < 20; count++) store.sendSms({ from: to, to: machine, body: '?' });
			await published(example, async () => {
				store.receiveSms({ from: ada, to, body: forAda.prompt });
				store.receiveSms({ from: grace, to, body: forGrace.prompt });
				store.receiveSms({ from: machine, to, body: 'Please choose a department.' });
				store.receiveSms({ from: '+15557770017', to, body: 'stop' });
				store.receiveSms({ from: '+15557770018', to, body: silent.prompt });
				await givenOut(example, 'SMS Received', 5);
				const answers = await waitFor('both answers', 60, async () => {
					return arrived().length === 2 ? arrived() : undefined;
				});
				expect(answers).toStrictEqual([
					{ from: to, to: ada, body: 'See you at 8 pm.' },
					{ from: to, to: grace, body: 'Without nuts.' },
				]);
				const [[adaRead, adaIs]] = forAda.results as string[][];
				expect(adaRead).toContain(forAda.prompt);
				expect(adaRead).not.toContain(forGrace.prompt);
				expect(adaIs).toContain(known.id);
				const [[graceRead, graceIs]] = forGrace.results as string[][];
				expect(graceRead).toContain(forGrace.prompt);
				expect(graceIs).toContain('Allergic to nuts.');
				expect(store.contacts.get(known.id)?.notes).toBe(notes.Notes);
				// A word for no more SMS gets no answer; a yes or no does.
				store.receiveSms({ from: '+15557770019', to, body: 'STOP' });
				// Each SMS but those of STOP, on its own.
				expect(await statusesOf(example, 'integrated', 4)).toStrictEqual(
					Array.from({ length: 4 }, () => 'success'),
				);
			});
			expect(arrived()).toHaveLength(2);
			expect(model.refused).toStrictEqual([]);
		},
	],

	'15-agent-asks-before-sending': [
		'asks the manager before it sends, and sends what they approve, once',
		async (example) => {
			const { store, ledger } = sandbox.simulator;
			const to = '+15557770020';
			store.addContact({ firstName: 'Ada', phone: to });
			const message = 'Your table is ready.';
			const chat = () =>
				model.play([
					[{ name: 'find_contact', arguments: { Search: 'Ada' } }],
					[
						{
							name: 'send_sms',
							arguments: {
								toolParameters: { To_Number: to, Message: message },
								hitlParameters: {},
							},
						},
					],
					'Done.',
				]);
			const question = {
				from: companyNumbers[0],
				to: manager,
				body: expect.stringMatching(
					/^The assistant wants to text "\+15557770020":\n"Your table is ready\."\nhttp\S+$/,
				),
			};

			const approved = chat();
			const asked = await askedInChat(example, approved.prompt);
			expect(arrived()).toEqual([question]);
			expect((await axios.get(asked.link, { proxy: false })).status).toBe(200);
			expect(ledger).toHaveLength(1);
			await asked.answer('approve');
			expect(arrived()).toEqual([question, { from: companyNumbers[0], to, body: message }]);
			expect(approved.results[0][0]).toContain(to);
			expect(approved.results[1][0]).toContain('queued');

			sandbox.simulator.reset();
			const declined = chat();
			await (await askedInChat(example, declined.prompt)).answer('decline');
			expect(arrived()).toEqual([question]);
			expect(declined.results[1][0]).toContain('rejected');
		},
	],

	'16-mcp-server': [
		'offers eight tools to a client that has the token, and to no other',
		async (example) => {
			await published(example, async () => {
				const url = new URL(`${sandbox.n8n.url}/mcp/voice-sms`);
				await expect(mcpClient(url, {})).rejects.toThrow(/403|Forbidden|Authorization/i);
				await expect(mcpClient(url, { authorization: 'Bearer wrong' })).rejects.toThrow(
					/403|Forbidden|Authorization/i,
				);
				const client = await mcpClient(url, { authorization: 'Bearer fill in' });
				try {
					const { tools } = await client.listTools();
					const offered = example.nodes
						.filter(({ type }) => type.endsWith('voiceSmsTool'))
						.map(({ name }) => nodeNameToToolName(name));
					expect(offered).toHaveLength(8);
					expect(tools.map(({ name }) => name).sort()).toStrictEqual(offered.sort());
					const use = async (name: string, given: IDataObject) => {
						const { content } = (await client.callTool({
							name,
							arguments: given,
						})) as CallToolResult;
						const [part] = content;
						return part.type === 'text' ? (JSON.parse(part.text) as IDataObject[]) : [];
					};
					expect(await use('get_contact', { Contact: 'contact_000001' })).toEqual([
						expect.objectContaining({ id: 'contact_000001' }),
					]);
					expect(await use('find_contact', {})).toHaveLength(21);
					const text = { To_Number: '+15557770021', Message: 'Your table is ready.' };
					expect(await use('send_sms', text)).toEqual([
						expect.objectContaining({ status: 'queued' }),
					]);
					const again = { To_Number: '001 (555) 777-0021', Message: 'Your table  is ready.\n' };
					for (const same of [text, again]) {
						expect(await use('send_sms', same)).toEqual([
							{ outcome: 'skipped', message: 'This SMS was already sent; nothing was sent now.' },
						]);
					}
					expect(arrived()).toStrictEqual([
						{ from: companyNumbers[0], to: text.To_Number, body: text.Message },
					]);
					const number = { To_Number: '+15557770021' };
					expect(await use('start_call', number)).toEqual([
						expect.objectContaining({ status: 'REGISTERED' }),
					]);
					expect(await use('start_call', { To_Number: '+1 555 777 0021' })).toEqual([
						expect.objectContaining({ outcome: 'skipped' }),
					]);
					expect(sandbox.simulator.ledger).toHaveLength(2);
				} finally {
					await client.close();
				}
			});
		},
	],
};
