import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import axios from 'axios';
import { parse } from 'flatted';
import { nodeNameToToolName } from 'n8n-workflow';
import { executionsOf } from '../../sandbox/editorApi';
import { waitFor } from '../../sandbox/progress';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import type { Example, Run, WorkflowFile } from '../../sandbox/workflows';
import { saveCredential, saveWorkflow, startSaved } from '../../sandbox/workflows';
import { startScriptedModel, type ScriptedModel } from '../harness/service/scriptedModel';
import { companyNumbers, type LedgerEntry } from '../simulator';
import { dataTable } from './dataTable';
import { allItems, changed } from './examples/lists';
import { nextPage, pageAt, pageIsThere, sendForm, uploadTo } from './form';
import { polledOften } from './often';
import { said } from '../harness/n8n/messages';

jest.setTimeout(5 * 60_000);

const dayMs = 24 * 60 * 60_000;
/** Longer than a call takes from its start to its end. */
const aCall = 40_000;

/** Whoever is asked in the example whose agent asks. */
const manager = '+15550100099';

let sandbox: Sandbox;
let model: ScriptedModel;

/** What arrives at the service when an example is run as it stands in `examples/`. */
const checks: Record<string, [does: string, check: (example: Example) => Promise<void>]> = {
	'01-send-sms': [
		'sends one SMS',
		async (example) => {
			const run = await ran(example);
			const [{ json: sent }, ...more] = items(run, 'Send an SMS');
			expect(more).toEqual([]);
			expect(sent.status).toBe('queued');
			expect(arrived()).toEqual([
				{
					from: companyNumbers[0],
					to: '+15550200001',
					body: 'Hello Ada, your appointment is tomorrow at 10:00.',
				},
			]);
		},
	],

	'02-appointment-reminders': [
		'asks those of tomorrow once, says what is not in and why, writes replies into the row, and sends nothing in the editor',
		async (given) => {
			const example = { ...given, settings: { ...given.settings, timezone: 'America/Chicago' } };
			const often = withEvery(example, 10);
			const { store } = sandbox.simulator;
			const from = companyNumbers[0];
			const day = (days: number, order: string, zone = 'America/Chicago') => {
				const date = new Date(Date.now() + days * dayMs);
				const parts = Object.fromEntries(
					new Intl.DateTimeFormat('en-US', {
						timeZone: zone,
						...{ year: 'numeric', month: 'numeric', day: 'numeric' },
					} as const)
						.formatToParts(date)
						.map(({ type, value }) => [type, value]),
				);
				return order.replace('M', parts.month).replace('d', parts.day).replace('y', parts.year);
			};
			const tomorrow = day(1, 'M/d/y');
			const nextYear = Number(day(1, 'y')) + 1;
			const [ada, grace, barbara] = ['+15550200001', '+15550200002', '+15550200004'];
			const lines = [
				`Ada;(555) 020-0001;${tomorrow} 9:00 AM`,
				`"Alan; Jr.";+1 555 020 0001;${tomorrow} 9:30 AM`,
				`Grace;555.020.0002;${tomorrow} 2:30 PM`,
				`Barbara;555 020 0004;${tomorrow} 3:00 PM`,
				`Linus;020-0003;${tomorrow} 3:30 PM`,
				`;555.020.0008;${tomorrow} 3:45 PM`,
				'Edsger;555.020.0005;next Tuesday at ten',
				`Katherine;555.020.0006;3/4/${nextYear} 9:00 AM`,
				`Margaret;555.020.0007;${day(3, 'M/d/y')} 9:00 AM`,
				`Carlos;+52 1 55 1234 5678;${tomorrow} 4:00 PM`,
				`Diego;+54 11 2345 6789;${tomorrow} 4:30 PM`,
			];
			const csv = (rows: string[]) => ['name;phone;date', ...rows].join('\r\n');
			const either = 'M/d/yyyy h:mm a or d/M/yyyy h:mm a';
			const list = async (rows: string[], dates = either) =>
				await uploadTo(addressOf(example, 'Choose the list'), csv(rows), dates);
			store.addContact({ firstName: 'Barbara', phone: barbara, tags: ['no-sms'] });
			const told = () => arrived().filter(({ to }) => to === manager);
			const asked = () => arrived().filter(({ to }) => to !== manager);
			const mornings = async () =>
				(await sandbox.triggered(often)).filter(
					({ outputs }) => 'Appointments of tomorrow' in outputs,
				).length;
			const moreMornings = async (more: number) => {
				const count = (await mornings()) + more;
				await waitFor('the mornings', 90, async () => (await mornings()) >= count || undefined);
			};
			// One may have begun before.
			const twoMornings = async () => await moreMornings(2);
			const question = (name: string, time: string) =>
				`Example Practice: Hello ${name}, your appointment is tomorrow at ${time}. Can you come? Reply YES or NO. Reply STOP to get no more SMS.`;

			const reminders = async () => await dataTable(sandbox.n8n.rest, 'SMS reminders');

			await published(often, async () => {
				expect((await list(lines)).text).toContain('In the table: 7');
				expect(told()[0].body.split('\n')).toStrictEqual([
					'No reminder: 4 (here at most 8). Please call:',
					'Linus, 020-0003: unclear name or number',
					', 555.020.0008: unclear name or number',
					'Edsger, 555.020.0005: unclear next Tuesday at ten',
					`Katherine, 555.020.0006: unclear 3/4/${nextYear} 9:00 AM`,
				]);
				const table = await reminders();
				const of = async (column: string) =>
					Object.fromEntries((await table.rows()).map((row) => [row.name, row[column] ?? '']));
				await twoMornings();
				const questions = [
					{ from, to: ada, body: question('Ada', '9:00 AM') },
					// On the same phone.
					{ from, to: ada, body: question('Alan; Jr.', '9:30 AM') },
					{ from, to: grace, body: question('Grace', '2:30 PM') },
					{ from, to: '+525512345678', body: question('Carlos', '4:00 PM') },
					{ from, to: '+541123456789', body: question('Diego', '4:30 PM') },
				];
				const toPhones = () =>
					asked()
						.map(({ to, body }) => [to.slice(-8), body])
						.sort();
				expect(toPhones()).toEqual(questions.map(({ to, body }) => [to.slice(-8), body]).sort());
				expect(told().at(-1)?.body).toBe(
					`No reminder: 1 (here at most 8). Please call:\nBarbara, +15550200004: ${said.hasTag} "no-sms"`,
				);

				// The list again, in another spelling and with a row that was corrected: one row for each
				// appointment, and nobody is asked twice.
				const again = lines.map((line) => line.replace('555.020.', '+1 (555) 020-'));
				again[4] = `Linus;(555) 020-0003;${tomorrow} 3:30 PM`;
				await list(again.slice(0, 5), 'M/d/yyyy h:mm a');
				await list([again[7]], 'M/d/yyyy h:mm a');
				await twoMornings();
				const names = (await table.rows()).map(({ name }) => name);
				expect([...names].sort()).toEqual(
					[
						...['Ada', 'Alan; Jr.', 'Barbara', 'Carlos', 'Diego', 'Grace'],
						...['Katherine', 'Linus', 'Margaret'],
					].sort(),
				);
				expect(asked()).toHaveLength(questions.length + 1);
				expect(asked().filter(({ to }) => to === '+15550200003')).toHaveLength(1);

				// Typed by hand, as a practice does.
				const [{ time }] = (await table.rows()).filter(({ name }) => name === 'Ada');
				await table.insert([
					{ name: 'Radia', phone: '(555) 020-0009', time },
					{ name: '', phone: '(555) 020-0010', time },
					{ name: 'Alonzo', phone: '020-0011', time },
				]);
				await twoMornings();
				expect(asked().filter(({ to }) => to === '+15550200009')).toHaveLength(1);
				expect(asked()).toHaveLength(questions.length + 2);
				expect(told().at(-1)?.body.split('\n')).toStrictEqual([
					'No reminder: 3 (here at most 8). Please call:',
					`Barbara, +15550200004: ${said.hasTag} "no-sms"`,
					', (555) 020-0010: unclear name or number',
					'Alonzo, 020-0011: unclear name or number',
				]);

				const received = async () =>
					(await sandbox.triggered(often)).flatMap((run) => items(run, 'SMS Received')).length;
				const count = (await received()) + 7;
				for (const [customer, body] of [
					[grace, 'Yes!'],
					[grace, 'thanks'],
					['+5215512345678', 'no'],
					['+5491123456789', 'Y'],
					['+15550200009', 'yes'],
					// A mother with two children.
					[ada, 'YES'],
					// Nobody, and a short code.
					['+15557770002', 'Yes'],
				]) {
					store.receiveSms({ from: customer, to: from, body });
				}
				await waitFor('the replies', 60, async () => (await received()) >= count || undefined);
				const answers = await of('answer');
				expect(answers).toEqual({
					...{ Ada: 'YES, for whom?', 'Alan; Jr.': 'YES, for whom?', Barbara: '', Linus: '' },
					...{ Carlos: 'no', Diego: 'Y', Grace: 'Yes!', Katherine: '', Margaret: '' },
					...{ Radia: 'yes', '': '', Alonzo: '' },
				});
				expect((await of('reply')).Grace).toBe('thanks');

				// The owner's list has room for eight; the number says that there are more.
				const wrong = Array.from({ length: 9 }, (_, at) => `Wrong ${at};12;${tomorrow} 9:00 AM`);
				expect((await list(wrong)).text).toContain('In the table: 0');
				const long =
					told()
						.find(({ body }) => body.includes('Wrong 0'))
						?.body.split('\n') ?? [];
				expect([long[0], long.length]).toEqual([
					'No reminder: 9 (here at most 8). Please call:',
					9,
				]);

				// Corrected in the table, between two mornings: a morning writes the phones of its rows.
				await moreMornings(1);
				await table.update('name', 'Alonzo', { phone: '(555) 020-0011' });
				await twoMornings();
				expect(asked().filter(({ to }) => to === '+15550200011')).toHaveLength(1);
			});

			// In the editor, nothing is sent, also to those who are still to be asked.
			const table = await reminders();
			const [{ time }] = (await table.rows()).filter(({ name }) => name === 'Ada');
			await table.insert([{ name: 'Hedy', phone: '(555) 020-0012', time }]);
			const before = arrived().length;
			const tried = await ran(example);
			expect(
				items(tried, 'Ask by SMS').map(({ json }) => [json.name, json.outcome]),
			).toContainEqual(['Hedy', 'wouldSend']);
			expect(items(tried, 'Tell the owner')).toMatchObject([{ json: { outcome: 'wouldSend' } }]);
			// No column of the table has the name of one of the node's, which a line would explain.
			const [{ hints }] = tried.data.resultData.runData['Ask by SMS'];
			expect(JSON.stringify(hints)).toContain('Dry Run is on');
			expect(JSON.stringify(hints)).not.toContain('Fields of the input');
			expect(arrived()).toHaveLength(before);
			// And a dry run keeps nobody from being asked.
			await published(often, async () => {
				await waitFor('the question to Hedy', 60, async () => {
					return asked().some(({ to }) => to === '+15550200012') || undefined;
				});
			});
		},
	],

	'03-sms-auto-reply': [
		'answers each customer once a day, from the number that got the SMS, and never STOP or what other examples answer',
		async (example) => {
			const { store, ledger } = sandbox.simulator;
			await published(example, async () => {
				const [from, to] = ['+15557770003', companyNumbers[1]];
				store.receiveSms({ from, to, body: 'Are you open?' });
				await givenOut(example, 'SMS Received', 1);
				const [first] = await runsOf(example);
				expect(items(first, 'Send the answer')[0].json.messageId).toBe(ledger[0].id);
				store.receiveSms({ from, to, body: 'Hello?' });
				for (const [at, body] of [
					'Stop!',
					'STOP ALL',
					'please unsubscribe me',
					'ARRÊT',
					// For "Honour STOP" and "Reminders".
					'Start',
					'UNSTOP',
					'Yes!',
					'no',
				].entries()) {
					store.receiveSms({ from: `+1555777003${at}`, to, body });
				}
				const question = '+15557770050';
				store.receiveSms({ from: question, to, body: 'No appointment yet?' });
				// The answer is a message too, but none that was received.
				await givenOut(example, 'SMS Received', 11);
				const answered = (await runsOf(example)).flatMap((run) => items(run, 'Send the answer'));
				expect(answered.map(({ json }) => [json.to, json.outcome])).toStrictEqual([
					[from, 'sent'],
					[from, 'skipped'],
					[question, 'sent'],
				]);
				const body: unknown = expect.stringContaining('one working day');
				expect(arrived()).toEqual([from, question].map((one) => ({ from: to, to: one, body })));
			});
		},
	],

	'04-missed-call-text-back': [
		'texts the caller of a call that nobody took, and no other',
		async (example) => {
			const { store } = sandbox.simulator;
			await published(example, async () => {
				const [caller, called] = ['+15557770004', companyNumbers[2]];
				const call = { direction: 'INBOUND', toNumber: called } as const;
				store.addCall({ ...call, fromNumber: caller, status: 'ERROR' });
				store.addCall({ ...call, fromNumber: '+15557770044', status: 'ENDED', durationMs: 9000 });
				store.addCall({ ...call, fromNumber: 'anonymous', status: 'ERROR' });
				store.addCall({ fromNumber: called, toNumber: '+15557770404', status: 'ERROR' });
				await givenOut(example, 'Call Missed', 2);
				store.addCall({ ...call, fromNumber: caller, status: 'ENDED', durationMs: 0 });
				await givenOut(example, 'Call Missed', 3);
				expect(arrived()).toEqual([
					{ from: called, to: caller, body: expect.stringContaining('missed your call') },
				]);
				const texted = (await runsOf(example)).flatMap((run) => items(run, 'Text the caller'));
				expect(texted.map(({ json }) => json.outcome === 'skipped')).toStrictEqual([false, true]);
			});
		},
	],

	'05-contact-sync': [
		'makes one contact of two rows, updates the one that is there, and leaves what is unclear',
		async (example) => {
			const { store, ledger } = sandbox.simulator;
			const grace = store.addContact({ phone: '+15550200002', notes: 'Prefers mornings' });
			const run = await ran(example);
			const synced = items(run, 'Create or update').map(({ json }) => json);
			expect(synced.map(({ created }) => created)).toStrictEqual([true, false, false]);
			expect(synced[2].id).toBe(synced[0].id);
			expect(synced[1].id).toBe(grace.id);
			expect(items(run, 'New contacts')).toHaveLength(1);
			expect(items(run, 'Known contacts')).toHaveLength(2);
			expect(ledger.map(({ kind }) => kind).sort()).toEqual([
				'contact.create',
				'contact.update',
				'contact.update',
			]);
			const contacts = [...store.contacts.values()];
			expect(contacts.filter(({ phone }) => phone === '+15550200001')).toEqual([
				expect.objectContaining({ lastName: 'King', email: 'ada.king@example.com' }),
			]);
			expect(store.contacts.get(grace.id)).toMatchObject({
				lastName: 'Hopper',
				notes: 'Prefers mornings',
			});

			store.addContact({ firstName: 'Another', phone: '+15550200002' });
			const unclear = items(await ran(example), 'To be looked at').map(({ json }) => json);
			expect(unclear).toStrictEqual([
				{
					Name: 'Grace',
					Phone: '+1 555 020 0002',
					'What happened': expect.any(String),
					'What to do': expect.any(String),
				},
			]);
			expect(`${unclear[0]['What happened']} ${unclear[0]['What to do']}`).toContain(grace.id);
		},
	],

	'06-daily-call-report': [
		'reports the figures and the calls of yesterday',
		async (example) => {
			const run = await ran({ ...example, settings: { ...example.settings, timezone: 'UTC' } });
			const today = Math.floor(Date.now() / dayMs) * dayMs;
			const yesterday = new Date(today - dayMs).toISOString().slice(0, 10);
			const calls = [...sandbox.simulator.store.calls.values()].filter(({ startTimestamp }) =>
				startTimestamp?.startsWith(yesterday),
			);
			expect(calls.length).toBeGreaterThan(100);
			const [{ json: figures }] = items(run, 'Figures of yesterday');
			// A call of the first seconds may have been created the day before.
			expect(Math.abs(Number(figures.totalCalls) - calls.length)).toBeLessThanOrEqual(1);
			expect(items(run, 'Columns')).toHaveLength(calls.length);
			const { query } = sandbox.simulator.requests[0];
			expect(Date.parse(String(query.startDate))).toBe(today - dayMs);
			const [{ json: report }] = items(run, 'Report');
			expect(report.html).toContain(`<h1>Calls of ${yesterday}</h1>`);
			expect(report.html).toContain(
				`<tr><td>totalCalls</td><td>${String(figures.totalCalls)}</td></tr>`,
			);
			expect(report.html).toContain(calls[0].toNumber);
			expect(report.html).not.toContain('[object');
			const unheard = calls.filter(({ durationMs }) => !durationMs);
			expect(unheard.length).toBeGreaterThan(0);
			const minutes = items(run, 'Columns').map(({ json }) => json.Minutes);
			expect(minutes.filter((one) => one === '')).toHaveLength(unheard.length);
			expect(minutes).not.toContain('0.0');
			const [file] = items(run, 'Report as a file');
			expect(file.binary?.data.fileName).toBe(`calls-${yesterday}.html`);

			// A service that groups its figures, on a day without a call.
			const { simulator } = sandbox;
			const analytics = { totalCalls: 0, byStatus: { ended: 0, failed: 2 }, busiest: null };
			const pagination = { page: 1, limit: 50, total: 0, totalPages: 0 };
			simulator.fail({ path: '/api/calls/analytics' }, { kind: 'moreData', value: { analytics } });
			const none = { kind: 'moreData', value: { calls: [], pagination } } as const;
			simulator.fail({ path: '/api/calls' }, none, Infinity);
			const [{ json: quiet }] = items(await ran(example), 'Report');
			expect(quiet.html).toContain('<tr><td>byStatus</td><td>ended: 0, failed: 2</td></tr>');
			expect(quiet.html).not.toMatch(/\[object|null|undefined|NaN/);
		},
	],

	'07-recording-to-file': [
		'saves the recording of a call as a file',
		async (example) => {
			const { store, clock } = sandbox.simulator;
			await published(example, async () => {
				const { id } = store.addCall();
				clock.advance(aCall);
				await givenOut(example, 'Call Ended', 1);
				const [run] = await runsOf(example);
				expect(run.error).toBeUndefined();
				const [saved, ...more] = items(run, 'Save the file');
				expect(more).toEqual([]);
				expect(saved.json).toMatchObject({ id, status: 'ENDED', recordingAttached: true });
				expect(saved.binary?.data).toMatchObject({
					fileName: `${id}.wav`,
					mimeType: 'audio/wav',
				});
				const file = readFileSync(join(sandbox.userFolder, '.n8n-files', `${id}.wav`));
				expect(file.subarray(0, 4).toString()).toBe('RIFF');
			});
		},
	],

	'08-bulk-campaign': [
		'sends nothing in a dry run, then one SMS a second in order, and nobody gets it twice',
		async (example) => {
			const { requests, store } = sandbox.simulator;
			const tried = await ran(example);
			const contacts = items(tried, 'Get the contacts').map(({ json }) => json);
			expect(contacts).toHaveLength(10);
			const would = items(tried, 'Would be sent').map(({ json }) => json);
			expect(would.map(({ to, outcome }) => [to, outcome])).toEqual(
				contacts.map(({ phone }) => [phone, 'wouldSend']),
			);
			expect(sandbox.simulator.ledger).toHaveLength(0);

			const [stopped, ...others] = contacts;
			const { tags } = store.contacts.get(String(stopped.id)) ?? {};
			tags?.push('no-sms');
			const first = await ran(campaign(example, 10));
			expect(items(first, 'Skipped').map(({ json }) => [json.to, json.reason])).toEqual([
				[stopped.phone, `${said.hasTag} "no-sms"`],
			]);
			expect(items(first, 'Sent')).toHaveLength(9);
			expect(sandbox.simulator.ledger.map(({ body }) => (body as IDataObject).to)).toEqual(
				others.map(({ phone }) => phone),
			);
			const starts = requests.filter(({ method }) => method === 'POST').map(({ at }) => at);
			const gaps = starts.slice(1).map((at, index) => at - starts[index]);
			// The machine may be late for one and in time for the next.
			expect(Math.min(...gaps)).toBeGreaterThan(800);
			expect(starts[8] - starts[0]).toBeGreaterThan(7900);

			const second = await ran(campaign(example, 12));
			expect(items(second, 'Skipped')).toHaveLength(10);
			expect(items(second, 'Sent')).toHaveLength(2);
			expect(sandbox.simulator.ledger).toHaveLength(11);
		},
	],

	'09-call-and-wait': [
		'gives each call when it is over, and texts whoever was not reached',
		async (example) => {
			const { simulator } = sandbox;
			const running = ran(example);
			const calls = await waitFor('both calls', 60, async () => {
				return simulator.ledger.length === 2 ? [...simulator.ledger] : undefined;
			});
			const idOf = (to: string) =>
				calls.find(({ body }) => (body as IDataObject).toNumber === to)?.id ?? '';
			simulator.store.endCall(idOf('+15550200002'), 'ERROR');
			simulator.clock.advance(aCall);
			const run = await running;
			expect(calls.map(({ body }) => (body as IDataObject).metadata)).toEqual(
				expect.arrayContaining([{ order: 'A-1001' }, { order: 'A-1002' }]),
			);
			expect(items(run, 'Reached').map(({ json }) => [json.id, json.status])).toStrictEqual([
				[idOf('+15550200001'), 'ENDED'],
			]);
			expect(items(run, 'Still talking')).toStrictEqual([]);
			expect(simulator.ledger.slice(2).map(({ body }) => body)).toEqual([
				{
					from: companyNumbers[0],
					to: '+15550200002',
					body: expect.stringMatching(/^Hello Grace, we could not reach you/),
				},
			]);

			// Again: nobody is called or texted twice.
			expect(items(await ran(example), 'Called before')).toHaveLength(2);
			expect(simulator.ledger).toHaveLength(3);

			// An SMS that fails stays failed, as the note says: its person counts as called.
			const linus = { name: 'Linus', phone: '+15550200003', order: 'A-1003' };
			const one = changed(example, {
				'Who to call': { jsonOutput: JSON.stringify({ people: [linus] }) },
			});
			simulator.fail({ body: { to: linus.phone } }, { kind: 'status', status: 500 });
			const failing = ran(one);
			const { id } = await waitFor('the third call', 60, async () => simulator.ledger[3]);
			simulator.store.endCall(id, 'ERROR');
			simulator.clock.advance(aCall);
			expect(items(await failing, 'No SMS')).toHaveLength(1);
			expect(items(await ran(one), 'Called before')).toHaveLength(1);
			expect(simulator.ledger).toHaveLength(4);
		},
	],

	'10-contacts-to-csv': [
		'exports the contacts that the filters ask for, once each',
		async (example) => {
			const { simulator } = sandbox;
			const run = await ran(example);
			const wanted = [...simulator.store.contacts.values()].filter(
				({ source, tags }) => source === 'API' && tags.includes('newsletter'),
			);
			const listed = items(run, 'Get contacts');
			expect(ids(listed)).toEqual(wanted.map(({ id }) => id).sort());
			expect(listed.every(({ pairedItem }) => first(pairedItem)?.item === 0)).toBe(true);
			expect(simulator.requests).toHaveLength(Math.ceil(wanted.length / 100));
			for (const { query, headers, path } of simulator.requests) {
				expect(path).toBe('/api/v1/api/contacts');
				expect(query).toMatchObject({ source: 'API', tags: 'newsletter', limit: '100' });
				expect(headers['x-api-key']).toBe(simulator.apiKey);
			}
			for (const { json } of items(run, 'Columns')) {
				// A spreadsheet program would change a number without blanks.
				expect(json.Phone).toMatch(/^\+\d?( \d\d)+$/);
			}
			const [{ binary }] = items(run, 'As a file');
			expect(binary?.data).toMatchObject({ fileName: 'contacts.csv', mimeType: 'text/csv' });
		},
	],

	'11-read-conversations': [
		'reads the messages of each conversation and keeps them linked to it',
		async (example) => {
			const { store } = sandbox.simulator;
			const run = await ran(example);
			const conversations = items(run, 'Active conversations');
			const messages = items(run, 'Messages');
			expect(conversations).toHaveLength(5);
			expect(conversations.every(({ json }) => json.status === 'ACTIVE')).toBe(true);
			const stored = [...store.messages.values()].filter(({ conversationId }) =>
				conversations.some(({ json }) => json.id === conversationId),
			);
			expect(ids(messages)).toEqual(stored.map(({ id }) => id).sort());
			const conversationOf = ({ id }: IDataObject) =>
				store.messages.get(String(id))?.conversationId ?? '';
			for (const { json, pairedItem } of messages) {
				expect(conversations[first(pairedItem)?.item ?? -1].json.id).toBe(conversationOf(json));
			}
			const shown = items(run, 'Customer beside text').map(({ json }) => json.customer);
			expect(shown).toEqual(
				messages.map(({ json }) => store.conversations.get(conversationOf(json))?.customerPhone),
			);
		},
	],

	'12-resend-refused-messages': [
		'resends a refused message from the error branch, where it has its own fields',
		async (example) => {
			const { simulator } = sandbox;
			const run = await ran(example);
			const branch = run.data.resultData.runData['Send an SMS'].map(({ data }) => data?.main[1]);
			expect(branch.map((one) => one?.length)).toEqual([1, 0]);
			const [refused] = branch[0] ?? [];
			expect(refused.json).toEqual({
				name: 'Grace',
				to: '+15550200002',
				from: '+15559999999',
				error: {
					message: expect.stringContaining('SMS to +15550200002'),
					description: expect.stringContaining('The service says: '),
					httpCode: expect.any(String),
					mayHaveBeenDone: false,
					itemIndex: 1,
				},
			});
			expect(first(refused.pairedItem)?.item).toBe(1);
			expect(allItems(run, 'Sent').map(({ status }) => status)).toEqual([
				...['queued', 'queued', 'queued'],
			]);
			expect(simulator.ledger.at(-1)?.body).toEqual({
				to: '+15550200002',
				from: companyNumbers[0],
				body: 'Hello Grace',
			});
			expect(arrived()).toHaveLength(3);
			expect(JSON.stringify(run.data)).not.toContain(simulator.apiKey);
		},
	],

	'13-welcome-new-contact': [
		'welcomes a new contact, once',
		async (example) => {
			const { store, clock, ledger } = sandbox.simulator;
			await published(example, async () => {
				store.addContact({ firstName: 'Nobody' });
				clock.advance(1);
				const phone = '+15557770013';
				const { id } = store.addContact({ firstName: 'Ada', phone });
				await givenOut(example, 'Contact Created', 2);
				expect(arrived()).toEqual([
					{ from: companyNumbers[0], to: phone, body: expect.stringMatching(/^Welcome Ada!/) },
				]);
				// Run again by hand, the sample is the contact that was just welcomed.
				const again = await ran(polledOften(example));
				expect(items(again, 'Contact Created').map(({ json }) => json.id)).toEqual([id]);
				expect(items(again, 'Send the welcome')[0].json).toMatchObject({
					outcome: 'skipped',
					onceKey: 'welcome',
				});
				expect(ledger).toHaveLength(1);
			});
		},
	],

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
				// Polled again, with the message of somebody else: nobody is answered twice.
				store.receiveSms({ from: '+15557770019', to, body: 'STOP' });
				await givenOut(example, 'SMS Received', 6);
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

	'17-deliver-again-after-a-crash': [
		'sends what is missing of the messages in doubt, and nothing twice',
		async (given) => {
			const example = withoutWaiting(given);
			const { simulator } = sandbox;
			const [ada, grace, linus] = ['+15550200001', '+15550200002', '+15550200003'];
			const sent = (run: Run) => items(run, 'Sent, now or before').map(({ json }) => json);
			const inDoubt = (run: Run) => items(run, 'In doubt').map(({ json }) => json.order);
			const toLookAt = (run: Run) => items(run, 'Look yourself').map(({ json }) => json.onceKey);
			// What a lost answer leaves, as a killed n8n does. One message went out.
			simulator.fail({ body: { to: grace } }, { kind: 'reset', processed: true });
			simulator.fail({ body: { to: linus } }, { kind: 'reset', processed: false });
			const later = await ran(example);
			expect(sent(later).map(({ status }) => status)).toEqual(['queued']);
			expect(inDoubt(later)).toEqual([1043, 1044]);
			expect(items(later, 'Refused')).toEqual([]);
			expect(toLookAt(later)).toEqual([]);
			expect(later.outputs['Send once'][1][0].json).toMatchObject({
				order: 1043,
				error: { onceKey: 'shipped 1043', mayHaveBeenDone: true },
			});
			const again = items(later, 'Sent with it').map(({ json }) => json.status);
			expect(again).toEqual(['queued']);
			expect(arrived().map(({ to }) => to)).toEqual([ada, grace, linus]);

			// Blanks at the end of a text, which the service may not keep, do not make it another one.
			const { messages } = simulator.store;
			for (const [id, message] of [...messages]) {
				messages.set(id, { ...message, body: `${message.body} ` });
			}

			// A conversation that cannot be read, beside one that can, leaves its message in doubt.
			simulator.fail({ path: /messages/ }, { kind: 'status', status: 403 }, 1);
			const unread = await ran(example);
			expect(inDoubt(unread)).toEqual([1043, 1044]);
			expect(toLookAt(unread)).toHaveLength(1);
			expect(items(unread, 'Not there')).toEqual([]);
			const last = await ran(example);
			expect(toLookAt(last)).toEqual([]);
			expect(items(last, 'Not there')).toEqual([]);
			expect(arrived().map(({ to }) => to)).toEqual([ada, grace, linus]);

			// Where nobody has a conversation, nothing was sent; a key that was used again is not used twice.
			simulator.reset();
			const nothing = await ran(example);
			expect(items(nothing, 'Not there').map(({ json }) => json.order)).toEqual([1043, 1044]);
			expect(arrived().map(({ to }) => to)).toEqual([grace]);

			simulator.reset();
			const mixed = await ran(
				withOrders(example, [
					{ toPhone: ada, body: 'No number' },
					{ toPhone: grace, body: 'None, too', order: '' },
					{ toPhone: grace, body: 'Just a blank', order: ' ' },
					{ toPhone: 'nobody', body: 'To nobody', order: 2001 },
					{ toPhone: linus, body: 'Order 2002 has been shipped.', order: 2002 },
				]),
			);
			const bodies = (node: string) => items(mixed, node).map(({ json }) => json.body);
			expect(bodies('No order number')).toEqual(['No number', 'None, too', 'Just a blank']);
			expect(bodies('Refused')).toEqual(['To nobody']);
			const [{ json: nobody }] = items(mixed, 'Refused');
			expect(nobody.error).toMatchObject({
				message: expect.stringContaining("'To Number'") as string,
			});
			expect(arrived().map(({ body }) => body)).toEqual(['Order 2002 has been shipped.']);

			// One order to two people: the one who has it says nothing of the other.
			simulator.reset();
			simulator.fail({ body: { to: grace } }, { kind: 'reset', processed: true });
			simulator.fail({ body: { to: linus } }, { kind: 'reset', processed: false });
			const body = 'Order 2003 has been shipped.';
			const both = await ran(
				withOrders(example, [
					{ toPhone: grace, body, order: 2003 },
					{ toPhone: linus, body, order: 2003 },
				]),
			);
			expect(items(both, 'Not there').map(({ json }) => json.toPhone)).toEqual([linus]);
			expect(arrived().map(({ to }) => to)).toEqual([grace, linus]);
		},
	],

	'18-honour-stop': [
		'tags all contacts of whoever asks to stop, answers once, takes the tag away on START, and tells the owner of all else',
		async (example) => {
			const { store } = sandbox.simulator;
			const to = companyNumbers[1];
			const [ada, grace, mother, shop] = [1, 2, 3, 4].map((last) => `+1555777002${last}`);
			const [stranger, unheard, unanswered] = ['+15557770025', '+15557770029', '+15557770033'];
			/** The two numbers of one phone in Mexico. */
			const [carlos, sameCarlos] = ['+525512345678', '+5215512345678'];
			const stops = new Map([
				[ada, ' Stop! 🙏'],
				[grace, 'ARRÊT'],
				[mother, 'STOP'],
				['+15557770030', 'Stopp.'],
				['+15557770031', 'abmelden'],
				['+15557770032', 'Opt-Out'],
			]);
			const back = new Map([
				['+15557770026', 'UN-STOP'],
				['+15557770027', '_START_'],
				['+15557770028', 'ＳＴＡＲＴ'],
			]);
			for (const phone of back.keys()) store.addContact({ phone, tags: ['no-sms'] });
			store.addContact({ firstName: 'Ada', phone: ada, tags: ['vip'] });
			for (const firstName of ['Mother', 'Castor', 'Pollux']) {
				store.addContact({ firstName, phone: mother });
			}
			for (const phone of [carlos, sameCarlos]) store.addContact({ phone });
			const tagsOf = (of: string) =>
				store.contacts
					.all()
					.filter(({ phone }) => phone === of)
					.map(({ tags }) => tags);
			const answers = (part: string) =>
				arrived()
					.filter(({ body }) => body.includes(part))
					.map((sms) => [sms.from, sms.to]);
			const told = () => arrived().filter((sms) => sms.to === manager);
			await published(example, async () => {
				// Its contact cannot be written.
				sandbox.simulator.fail(
					{ method: 'POST', path: '/api/contacts', body: { phone: unheard } },
					{ kind: 'status', status: 403, message: 'This key may not write this.' },
				);
				sandbox.simulator.fail(
					{ method: 'POST', body: { to: unanswered } },
					{ kind: 'status', status: 500 },
				);
				for (const [from, body] of [...stops, ...back]) store.receiveSms({ from, to, body });
				for (const from of [sameCarlos, unanswered]) store.receiveSms({ from, to, body: 'STOP' });
				store.receiveSms({ from: shop, to, body: 'Please stop sending me these' });
				store.receiveSms({ from: shop, to, body: 'I am away at the weekend. When do you start?' });
				store.receiveSms({ from: unheard, to, body: 'STOP' });
				// Nobody knows this number, and it gets no contact.
				store.receiveSms({ from: stranger, to, body: 'START' });
				await waitFor('all answers', 60, async () => arrived().length >= 12 || undefined);
				await waitFor('the SMS to the owner', 60, async () => told()[0]);
				for (const phone of stops.keys()) expect(tagsOf(phone).flat()).toContain('no-sms');
				expect(tagsOf(ada)).toEqual([['vip', 'no-sms']]);
				expect(tagsOf(mother)).toEqual([['no-sms'], ['no-sms'], ['no-sms']]);
				expect([carlos, sameCarlos, unanswered].map(tagsOf)).toEqual(
					Array.from({ length: 3 }, () => [['no-sms']]),
				);
				for (const phone of back.keys()) expect(tagsOf(phone)).toEqual([[]]);
				expect([shop, stranger, unheard].flatMap(tagsOf)).toEqual([]);
				expect(answers('no more SMS').sort()).toEqual(
					[...stops.keys(), sameCarlos].map((phone) => [to, phone]).sort(),
				);
				// The tags come first: an answer that was sent is true.
				const { ledger } = sandbox.simulator;
				const ofMother = ledger.filter(({ kind, body }) =>
					kind === 'contact.update'
						? (body as IDataObject).phone === mother
						: (body as IDataObject).to === mother,
				);
				expect(ofMother.map(({ kind }) => kind)).toEqual([
					...['contact.update', 'contact.update', 'contact.update', 'sms.send'],
				]);
				expect(answers('again. Reply STOP').sort()).toEqual(
					[...back.keys(), stranger].map((phone) => [to, phone]).sort(),
				);
				const [text] = told().map(({ body }) => body.split('\n'));
				expect(text.slice(1).sort()).toEqual([
					`${shop}: Please stop sending me these`,
					expect.stringMatching(/^\+15557770029: The service does not allow this request[^[]*$/),
					expect.stringMatching(/^\+15557770033: [^[]*SMS to \+15557770033[^[]*$/),
				]);
				expect(told()).toHaveLength(1);
			});
			// The messages of other workflows stop, also with one tag of the family's three.
			const [one, two] = store.contacts.all().filter(({ phone }) => phone === mother);
			for (const { id } of [one, two]) store.updateContact(id, { tags: [] });
			const people = JSON.stringify({ people: [{ name: 'Mother', to: mother, from: to }] });
			const other = await ran(
				changed(exampleOf('12-resend-refused-messages'), { People: { jsonOutput: people } }),
			);
			expect(other.outputs['Send an SMS'][0][0].json.reason).toBe(`${said.hasTag} "no-sms"`);
			// Run again by hand, the sample is a message that was just answered.
			const answered = arrived().length;
			await ran(polledOften(example));
			expect(arrived()).toHaveLength(answered);
			// One owner's list has room for eight; the number says that there are more.
			await published(example, async () => {
				const many = Array.from({ length: 9 }, (_, at) => `+1555777005${at}`);
				for (const from of many) store.receiveSms({ from, to, body: 'please stop' });
				const { body } = await waitFor('the second SMS to the owner', 60, async () => told()[1]);
				expect(body.split('\n')).toHaveLength(1 + 8);
				expect(body).toContain('9');
			});
			const before = arrived().length;
			await published(example, async () => {
				store.receiveSms({ from: mother, to, body: 'Start' });
				await waitFor('the answer', 60, async () => arrived().length > before || undefined);
				expect(tagsOf(mother)).toEqual([[], [], []]);
				expect(answers('again. Reply STOP')).toContainEqual([to, mother]);
			});
		},
	],

	'19-quiet-hours': [
		'sends within the hours, and otherwise in the morning, also after a restart of n8n',
		async (given) => {
			// A time zone in which it is between 12 and 13.
			const ahead = 12 - new Date().getUTCHours();
			const timezone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
			const noon = { ...given, settings: { ...given.settings, timezone } };
			const minuteMs = 60_000;
			const at = (time: number) => new Date(time + ahead * 3_600_000).toISOString().slice(11, 16);

			const [ada, grace] = ['+15550200001', '+15550200002'];
			// What is put off: the morning of tomorrow is far.
			const over = await started(withHours(noon, '9', '11.00'));
			await over.until('waiting');
			const morning = new Date(Date.now() + ahead * 3_600_000 + dayMs).toISOString().slice(0, 10);
			expect(Date.parse(await over.waitsTill())).toBe(
				Date.parse(`${morning}T09:00:00Z`) - ahead * 3_600_000,
			);
			await over.stop();

			// The next full minute for which n8n puts the execution into its database.
			const from = Math.ceil((Date.now() + 70_000) / minuteMs) * minuteMs;
			const early = await started(withHours(noon, at(from).replace(':', '.'), '20:00'));
			await early.until('waiting');
			// n8n 2.41 calls a waiting execution crashed where its log has the start of the execution before
			// its nodes, which is a matter of chance (n8n, message-event-bus-log-writer, execution-recovery).
			await sandbox.restartN8n(() => {
				rmSync(join(sandbox.userFolder, '.n8n', 'n8nEventLog.log'), { force: true });
			});
			expect(arrived()).toEqual([]);
			await early.until('success', 180);
			expect(arrived().map(({ to }) => to)).toEqual([ada, grace]);
			const posts = sandbox.simulator.requests.filter(({ method }) => method === 'POST');
			expect(posts.every((request) => request.at >= from)).toBe(true);

			// By then the other messages have gone out, too, with the same keys.
			const again = await ran(noon);
			expect(items(again, 'Send an SMS').map(({ json }) => json.outcome === 'skipped')).toEqual([
				true,
				true,
			]);
			expect((await sandbox.runWorkflow(withHours(noon, '20:00', '9:00'))).status).toBe('error');
		},
	],

	'20-contacts-from-a-file': [
		'writes 1,000 rows, gives back those that were refused, and takes them corrected',
		async (example) => {
			const { store } = sandbox.simulator;
			const numberOf = (row: number) => `+1555021${String(row).padStart(4, '0')}`;
			const known = store.addContact({ phone: numberOf(1), notes: 'Prefers mornings' });
			store.addContact({ phone: numberOf(2) });
			store.addContact({ phone: numberOf(2) });
			const phones = new Map([
				[3, ''],
				[4, 'none'],
				[999, '1.55502E+10'],
			]);
			const head = 'First name,Last name,Email,Phone,Tags';
			const lines = Array.from({ length: 1000 }, (_, row) => {
				return `Name ${row},"Smith, ${row}",,${phones.get(row) ?? numberOf(row)},"new, ${row}"`;
			});
			const before = store.contacts.size;
			await published(example, async () => {
				const page = await upload(example, [head, ...lines].join('\r\n'));
				expect(page.text).toContain('Refused rows: 4');
				expect(page.text).toContain('Rows that are in: 996');
				expect(page.file).not.toContain('[item');
				expect(store.contacts.size).toBe(before + 1000 - 5);
				expect(store.contacts.get(known.id)).toMatchObject({
					firstName: 'Name 1',
					lastName: 'Smith, 1',
					notes: 'Prefers mornings',
				});
				const [columns, ...refused] = page.file.trim().split('\n');
				expect(columns).toBe(`${head},What happened,What to do`);
				expect(refused.map((row) => row.slice(0, row.indexOf(',')))).toEqual([
					...['Name 2', 'Name 3', 'Name 4', 'Name 999'],
				]);

				// In batches, so that the editor shows how far it is.
				const [execution] = await executionsOf(sandbox.n8n.rest, String(example.id));
				const batches = await runsOfNode(execution.id, 'Create or update');
				expect(batches).toEqual(Array.from({ length: 10 }, () => 100));

				// Two contacts of a family have this number, so correcting the row does not help.
				expect(refused[0]).toContain('change the right contact there');
				// A spreadsheet program would change a number without blanks.
				expect(refused[0]).toContain(',+1 55 50 21 00 02,');
				const corrected = page.file
					.replace('none', numberOf(4))
					.replace('1.55502E+10', numberOf(999));
				expect((await upload(example, corrected)).text).toContain('Refused rows: 2');
				expect(store.contacts.size).toBe(before + 1000 - 3);
				const all = await upload(example, [head, ...lines.slice(10, 20)].join('\r\n'));
				expect(all.text).toContain('Rows that are in: 10');
				expect((await upload(example, `${head}\n${lines[1]}`)).text).toContain(
					'Rows that are in: 1',
				);
				expect(store.contacts.size).toBe(before + 1000 - 3);

				// Files of other programs.
				const row = `Ada,"King, Lovelace",,${numberOf(2000)},new`;
				for (const other of [
					`Vorname,Telefon\nAda,${numberOf(2000)}`,
					`${head.replaceAll(',', ';')}\n${row}`,
					`Phone\n${numberOf(2000)}`,
				]) {
					const { text } = await upload(example, other);
					expect(text).toContain('Nothing was written');
					expect(text).toContain('The columns must be: First name');
				}
				// Semicolons go back as they came.
				const german = ['Ada;Müller, Lovelace;;020-0003;', `Alan;Turing;;${numberOf(2001)};new`];
				const excel = `\uFEFF${[head.replaceAll(',', ';'), ...german].join('\r\n')}`;
				const semicolons = await upload(example, excel);
				expect(semicolons.text).toContain('Rows that are in: 1');
				// With the mark that tells a spreadsheet program how to read "ü".
				expect(semicolons.file).toMatch(/^\uFEFFFirst name;Last name;Email;Phone;Tags;/);
				expect(semicolons.file).toContain('Müller');
				const repaired = semicolons.file.replace('020-0003', '(555) 021-2002');
				expect((await upload(example, repaired)).text).toContain('Rows that are in: 1');
				const contacts = store.contacts.all();
				expect(contacts.find(({ phone }) => phone === '+15550212002')).toMatchObject({
					lastName: 'Müller, Lovelace',
				});
				const latin1 = Buffer.from(`${head}\nRené,Descartes,,${numberOf(2000)},`, 'latin1');
				const unread = await upload(example, latin1);
				expect(unread.text).toContain('Nothing was written');
				expect(unread.text).toContain('Save the file as CSV UTF-8');
				expect(store.contacts.size).toBe(before + 1000 - 1);

				// A family, and a person who is in the file twice.
				const family = [
					'Ada,King,,(555) 021-2003,',
					'Byron,King,,+1 555 021 2003,',
					'Ada,King,,,',
					'Mary,Somerville,,(555) 021-2004,',
				];
				const shared = 'Numbers in several rows (each is one contact, as in the last row): ';
				const some = await upload(example, [head, ...family].join('\r\n'));
				expect(some.text).toContain('Refused rows: 1');
				expect(some.text).toContain(`${shared}+15550212003: Ada King, Byron King`);
				const both = await upload(example, [head, family[3], family[3]].join('\r\n'));
				expect(both.text).toContain(`${shared}+15550212004: Mary Somerville, Mary Somerville`);
				expect((await upload(example, [head, family[3]].join('\r\n'))).text).toContain(
					`${shared}none`,
				);
				const none = await upload(example, [head, family[2]].join('\r\n'));
				expect(none.text).toContain(`${shared}none`);
			});
		},
	],

	'21-choose-a-time': [
		'sends each patient a link of their own, confirms what they choose, and tells the practice all of it',
		async (example) => {
			const from = companyNumbers[0];
			const [ada, grace, linus] = ['+15550200001', '+15550200002', '+15550200003'];
			const [first, second, third] = ['Tue 1 Dec, 9:00', 'Tue 1 Dec, 11:30', 'Wed 2 Dec, 8:00'];
			const { store, ledger } = sandbox.simulator;
			store.addContact({ phone: '+15550200004', tags: ['no-sms'] });
			const offer = async (name: string, phone: string) =>
				await sendForm(addressOf(example, 'Offer times'), [name, phone, first, second, third]);
			const sentTo = (number: string) =>
				arrived()
					.filter(({ to }) => to === number)
					.map(({ body }) => body);
			const told = async (count: number) =>
				await waitFor(`${count} SMS to the practice`, 60, async () => {
					return sentTo(manager).length >= count ? sentTo(manager) : undefined;
				});
			const linkTo = async (number: string) =>
				await waitFor(`the link to ${number}`, 60, async () => {
					const [text] = sentTo(number);
					return text?.split('\n').at(-1);
				});

			await published(example, async () => {
				// The person at the front desk is not taken to the patient's page.
				expect(await offer('Ada', '(555) 020-0001')).toBe('{"status":200}');
				await offer('Grace', grace);
				await offer('Linus', linus);
				const links = await Promise.all([ada, grace, linus].map(linkTo));
				expect(new Set(links).size).toBe(3);
				const [ofAda, ofGrace, ofLinus] = links;
				expect(sentTo(ada)).toEqual([
					`Example Practice: Hello Ada, please choose a time for your appointment within two days:\n${ofAda}`,
				]);
				expect(ofAda).toMatch(/^http:\/\/[^/]+\/form-waiting\/\d+\?signature=[0-9a-f]{64}$/);

				// Looking, as a preview of the link does, decides nothing.
				const page = await pageAt(ofAda);
				for (const part of ['Ada, when would you like', first, second, third, 'None of these']) {
					expect(page).toContain(part);
				}
				expect(page).not.toContain('Grace');
				const guessed = `${ofAda.slice(0, -1)}${ofAda.endsWith('0') ? '1' : '0'}`;
				await expect(pageAt(guessed)).rejects.toThrow('401');

				// The last to get the link is the first to answer.
				sandbox.simulator.fail({ body: { to: grace } }, { kind: 'status', status: 400 });
				await sendForm(ofGrace, [[second]]);
				const [unconfirmed] = await told(1);
				expect(unconfirmed).toContain(
					`Grace, ${grace}: ${second}. Not confirmed: The service refused`,
				);
				await sendForm(ofAda, [[first]]);
				await told(2);
				await sendForm(ofLinus, [['None of these. Please call me.']]);
				expect(await told(3)).toEqual([
					unconfirmed,
					`Ada, (555) 020-0001: ${first}`,
					`Linus, ${linus}: None of these. Please call me.`,
				]);
				await sendForm(ofAda, [[third]]);

				await offer('Katherine', '555 020');
				await offer('Barbara', '+15550200004');
				await told(5);
				expect(sentTo(manager).slice(3).sort()).toEqual([
					`Barbara, +15550200004: ${said.hasTag} "no-sms"`,
					expect.stringMatching(/^Katherine, 555 020: .*'To Number' is too short[^[]*$/s),
				]);
			});
			expect(sentTo(ada)).toEqual([
				expect.any(String),
				`Example Practice: Your appointment is on ${first}. See you then!`,
			]);
			expect(sentTo(grace)).toHaveLength(1);
			expect(sentTo(linus).slice(1)).toEqual([
				'Example Practice: Thank you, none of these times fits. We call you.',
			]);
			expect(arrived().every((sms) => sms.from === from)).toBe(true);
			expect(ledger).toHaveLength(10);

			sandbox.simulator.reset();
			const short = structuredClone(example);
			Object.assign(nodeOf(short, 'Choose a time').parameters, {
				resumeAmount: 1,
				resumeUnit: 'seconds',
			});
			await published(short, async () => {
				await offer('Ada', ada);
				const late = await linkTo(ada);
				const [text] = await waitFor('what nobody answered', 150, async () => {
					return sentTo(manager).length > 0 ? sentTo(manager) : undefined;
				});
				expect(text).toBe(`Ada, ${ada}: No answer after two days.`);
				const status = late.replace('?', '/n8n-execution-status?');
				await waitFor('the run to end', 60, async () => {
					return (await pageAt(status)) === 'success' ? true : undefined;
				});
				// As the note says.
				expect(await pageAt(late)).toContain('Form Submitted');
			});
			expect(ledger).toHaveLength(2);
		},
	],

	'22-front-desk-inbox': [
		'keeps each SMS once, shows it in a form, answers from the number that got it, and notes the answer',
		async (given) => {
			const example = { ...given, settings: { ...given.settings, timezone: 'UTC' } };
			await ran(startingWith(example, 'Press here first'));
			await ran(startingWith(example, 'Press here first'));
			const table = await dataTable(sandbox.n8n.rest, 'SMS inbox');
			const { store } = sandbox.simulator;
			const [ada, grace, linus] = ['+15557770031', '+15557770032', '+15557770033'];
			const [, ours, other] = companyNumbers;
			const open = async (row: string) =>
				await nextPage(await sendForm(addressOf(example, 'Answer an SMS'), [row]));
			const answer = async (row: string, text: string) => {
				const page = await open(row);
				await sendForm(page, [text]);
				await pageIsThere(page);
				return await pageAt(page);
			};
			store.addContact({ firstName: 'Linus', phone: linus, tags: ['no-sms'] });
			await published(example, async () => {
				const question = 'Is 38 <b>high</b> & is "39" < 40?\n<script>alert(1)</script>';
				store.receiveSms({ from: ada, to: ours, body: question });
				await givenOut(example, 'SMS Received', 1);
				store.receiveSms({ from: grace, to: other, body: 'Are you open?' });
				store.receiveSms({ from: linus, to: ours, body: 'stop' });
				await givenOut(example, 'SMS Received', 3);
				const rows = await table.rows();
				expect(rows.map(({ phone, ourNumber, message }) => [phone, ourNumber, message])).toEqual(
					expect.arrayContaining([
						[ada, ours, question],
						[grace, other, 'Are you open?'],
						[linus, ours, 'stop'],
					]),
				);
				expect(rows).toHaveLength(3);
				expect(rows[0].received).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
				const rowOf = (phone: string) => {
					return String(rows.find((row) => row.phone === phone)?.id);
				};

				const shown = await pageAt(await open(rowOf(ada)));
				expect(shown).toContain(`SMS from`);
				expect(shown).toContain(ada);
				expect(shown).toContain('Is 38 &lt;b&gt;high');
				expect(shown).not.toContain('<script>alert');
				expect(arrived()).toEqual([]);

				expect(await answer(rowOf(grace), 'Yes, until 18:00.')).toContain(
					'The answer is in the table',
				);
				const sent = { from: other, to: grace, body: 'Yes, until 18:00.' };
				expect(arrived()).toEqual([sent]);
				expect(await answer(rowOf(linus), 'Fine.')).toContain(said.hasTag);
				sandbox.simulator.fail({ body: { to: ada } }, { kind: 'reset', processed: true });
				expect(await answer(rowOf(ada), 'No.')).toContain('Perhaps sent');
				// Closed without an answer, so that it no longer counts as open.
				expect(await answer(rowOf(linus), '')).toContain('Nothing was sent');
				const closed = (await table.rows()).filter((row) => row.phone === linus);
				expect(closed[0]).toMatchObject({
					answer: null,
					answered: expect.stringMatching(/^\d{4}/),
				});
				expect(await pageAt(await open('4711'))).toContain('There is no such row');
				const answers = (await table.rows()).map((row) => [row.phone, row.answer]);
				expect(answers).toEqual(
					expect.arrayContaining([
						[ada, null],
						[grace, 'Yes, until 18:00.'],
						[linus, null],
					]),
				);
				expect(await pageAt(await open(rowOf(grace)))).toContain(
					'Answered before: Yes, until 18:00.',
				);
			});
			// A page that nobody sends ends by itself, and sends nothing.
			const sent = arrived().length;
			const short = structuredClone(example);
			for (const name of ['Write the answer', 'Not sent']) {
				Object.assign(nodeOf(short, name).parameters, { resumeUnit: 'seconds' });
			}
			await published(short, async () => {
				const status = (await open('1')).replace('?', '/n8n-execution-status?');
				await waitFor('the page to end', 200, async () => {
					return (await pageAt(status)) === 'success' ? true : undefined;
				});
			});
			expect(arrived()).toHaveLength(sent);
			// The sample of a run by hand is an SMS that is in the table.
			await ran(polledOften(startingWith(example, 'SMS Received') as Example));
			expect(await table.rows()).toHaveLength(3);
		},
	],
};

describe('the examples, in a real n8n', () => {
	beforeAll(async () => {
		// A Send Once Key of an earlier day would be seen again.
		sandbox = await startSandbox({ home: 'examples', fresh: true });
		model = await startScriptedModel();
		await fillIn('OpenAI account', { apiKey: 'none', url: model.url });
	});
	beforeEach(() => sandbox.simulator.reset());
	afterAll(async () => {
		await sandbox?.stop();
		await model?.close();
	});

	it('all have a test here', () => {
		expect(sandbox.examples.map(({ file }) => file)).toStrictEqual(Object.keys(checks));
	});

	const tests = Object.entries(checks).map(([file, [does, check]]) => [file, does, check] as const);
	it.each(tests)('%s %s', async (file, _does, check) => {
		await check(exampleOf(file));
	});
});

function exampleOf(file: string): Example {
	const example = sandbox.examples.find((one) => one.file === file);
	if (!example) throw new Error(`No example ${file}`);
	return example;
}

/** The example with a second in the place of its five minutes. */
function withoutWaiting(example: Example): Example {
	const nodes = example.nodes.map((node) =>
		node.name === 'Five minutes' ? { ...node, parameters: { amount: 1, unit: 'seconds' } } : node,
	);
	return { ...example, nodes };
}

/** The example with another list of orders. */
function withOrders(example: Example, orders: IDataObject[]): WorkflowFile {
	const nodes = example.nodes.map((node) =>
		node.name === 'Orders'
			? { ...node, parameters: { ...node.parameters, jsonOutput: JSON.stringify({ orders }) } }
			: node,
	);
	return { ...example, nodes };
}

/** The example, whose trigger of this name is the one that a run starts with. */
function startingWith(example: Example, trigger: string): WorkflowFile {
	const [own, others] = [true, false].map((isOwn) => {
		return example.nodes.filter(({ name }) => (name === trigger) === isOwn);
	});
	return { ...example, nodes: [...own, ...others] };
}

/** An example whose schedule comes every few seconds. */
function withEvery(example: Example, secondsInterval: number): Example {
	const rule = { interval: [{ field: 'seconds', secondsInterval }] };
	return changed(example, { 'Every morning at nine': { rule } });
}

/** Example 08, which sends to so many contacts. */
function campaign(example: Example, limit: number): WorkflowFile {
	const sending = structuredClone(example);
	nodeOf(sending, 'Get the contacts').parameters.limit = limit;
	delete (nodeOf(sending, 'Send the offer').parameters.options as IDataObject).dryRun;
	return sending;
}

/** Example 19 with other hours, such as 9:00 and 20:00. */
function withHours<T extends WorkflowFile>(example: T, from: string, until: string): T {
	const changed = structuredClone(example);
	const { assignments } = nodeOf(changed, 'Hours').parameters as {
		assignments: { assignments: Array<{ value: string }> };
	};
	[from, until].forEach((value, index) => (assignments.assignments[index].value = value));
	return changed;
}

/** A run of a workflow as in the editor, which may wait for long. */
async function started(workflow: WorkflowFile) {
	const { baseUrl, apiKey } = sandbox.simulator;
	const credentialId = await saveCredential(sandbox.n8n.rest, { baseUrl, apiKey });
	await saveWorkflow(sandbox.n8n.rest, workflow, credentialId);
	const id = await startSaved(sandbox.n8n.rest, workflow);
	const now = async () => {
		const { data } = await sandbox.n8n.rest.get<{ status: string; waitTill: string }>(
			`/executions/${id}`,
		);
		return data;
	};
	return {
		async until(wanted: string, seconds = 60) {
			await waitFor(`"${workflow.name}" to be ${wanted}`, seconds, async () => {
				const { status } = await now();
				if (['error', 'crashed', 'success'].includes(status) && status !== wanted) {
					throw new Error(`The run ended with ${status}`);
				}
				return status === wanted ? true : undefined;
			});
		},
		waitsTill: async () => (await now()).waitTill,
		stop: async () => await sandbox.n8n.rest.post(`/executions/${id}/stop`, {}),
	};
}

/** The number of items that a node of an execution gave in each of its runs. */
async function runsOfNode(executionId: string, node: string): Promise<number[]> {
	const { data } = await sandbox.n8n.rest.get<{ data: string }>(`/executions/${executionId}`);
	const { resultData } = parse(data.data) as IRunExecutionData;
	return resultData.runData[node].map((run) => run.data?.main[0]?.length ?? 0);
}

/** Gives the form of example 20 a file; the page that comes after it. */
async function upload(example: Example, csv: string | Buffer) {
	return await uploadTo(addressOf(example, 'Choose a file'), csv);
}

/** The address of a form, once its workflow is published. */
function addressOf(example: Example, form: string): string {
	const { path } = nodeOf(example, form).parameters.options as { path: string };
	return `${sandbox.n8n.url}/form/${path}`;
}

/** The run of a workflow as in the editor, which succeeds. */
async function ran(workflow: WorkflowFile): Promise<Run> {
	const run = await sandbox.runWorkflow(workflow);
	expect(run.error).toBeUndefined();
	expect(run.status).toBe('success');
	return run;
}

/** Fills in a credential that examples name. */
async function fillIn(credential: string, data: IDataObject) {
	const { rest } = sandbox.n8n;
	const { data: all } =
		await rest.get<Array<{ id: string; name: string; type: string }>>('/credentials');
	const found = all.find(({ name }) => name === credential);
	if (found === undefined) throw new Error(`No credential "${credential}"`);
	await rest.patch(`/credentials/${found.id}`, { name: found.name, type: found.type, data });
}

/** How the executions of a mode ended, once there are so many and they are over. */
async function statusesOf({ id, name }: Example, mode: string, count: number): Promise<string[]> {
	return await waitFor(`${count} executions of "${name}" to end`, 60, async () => {
		const { data } = await sandbox.n8n.rest.get<{
			results: Array<{ mode: string; status: string }>;
		}>('/executions', { params: { filter: JSON.stringify({ workflowId: id }), limit: 50 } });
		const statuses = data.results.filter((one) => one.mode === mode).map(({ status }) => status);
		const isOver = !statuses.some((status) => ['new', 'running', 'waiting'].includes(status));
		return isOver && statuses.length >= count ? statuses : undefined;
	});
}

/** Says something in the chat of an example, and waits until the manager is asked. */
async function askedInChat(example: Example, chatInput: string) {
	const { rest } = sandbox.n8n;
	const message = { action: 'sendMessage', sessionId: chatInput, chatInput };
	const started = await rest.post<{ executionId: string }>(`/workflows/${example.id}/run`, {
		triggerToStartFrom: {
			name: 'Chat',
			data: {
				startTime: 0,
				executionTime: 0,
				executionIndex: 0,
				source: [],
				data: { main: [[{ json: message }]] },
			},
		},
	});
	const until = async (wanted: string) =>
		await waitFor(`"${example.name}" to be ${wanted}`, 60, async () => {
			const { data } = await rest.get<{ status: string }>(
				`/executions/${started.data.executionId}`,
			);
			if (['error', 'crashed', 'success'].includes(data.status) && data.status !== wanted) {
				throw new Error(`The run ended with ${data.status}`);
			}
			return data.status === wanted ? true : undefined;
		});
	await until('waiting');
	const link = arrived()
		.find(({ to }) => to === manager)
		?.body.split('\n')
		.at(-1);
	if (link === undefined) throw new Error('The manager got no link');
	return {
		link,
		async answer(decision: 'approve' | 'decline') {
			await axios.post(link, new URLSearchParams({ decision }), { proxy: false });
			await until('success');
		},
	};
}

/** The official client, connected. */
async function mcpClient(url: URL, headers: Record<string, string>): Promise<Client> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
	return client;
}

/** Does something while an example is published and polls every few seconds. */
async function published(example: Example, meanwhile: () => Promise<void>) {
	const workflow = polledOften(example);
	expect(await sandbox.publish(workflow)).toMatchObject({ status: 'published' });
	try {
		await meanwhile();
	} finally {
		await sandbox.unpublish(workflow);
	}
}

/** The runs that the trigger of a published example has started, oldest first. */
async function runsOf(example: Example): Promise<Run[]> {
	const runs = await sandbox.triggered(example);
	for (const { error, status } of runs) expect([error, status]).toEqual([undefined, 'success']);
	return runs;
}

/** Waits until a trigger has given out so many events in all, and they were worked on. */
async function givenOut(example: Example, trigger: string, count: number) {
	await waitFor(`${count} events of "${example.name}"`, 60, async () => {
		const events = (await runsOf(example)).flatMap((run) => items(run, trigger));
		return events.length >= count ? true : undefined;
	});
}

/** The SMS that arrived at the service, by the number they went to. */
function arrived(): Array<{ from: string; to: string; body: string }> {
	return sandbox.simulator.ledger
		.filter(({ kind }: LedgerEntry) => kind === 'sms.send')
		.map(({ body }) => body as { from: string; to: string; body: string })
		.sort((a, b) => a.to.localeCompare(b.to));
}

function nodeOf({ nodes }: WorkflowFile, name: string) {
	const found = nodes.find((node) => node.name === name);
	if (!found) throw new Error(`No node "${name}"`);
	return found;
}

function items(run: Run, node: string): INodeExecutionData[] {
	return run.outputs[node]?.[0] ?? [];
}

function ids(list: INodeExecutionData[]): string[] {
	return list.map(({ json }) => String(json.id)).sort();
}

function first(pairedItem: INodeExecutionData['pairedItem']) {
	const one = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof one === 'number' ? { item: one } : one;
}
