import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../../sandbox/progress';
import { items, type Run } from '../../../sandbox/workflows';
import { companyNumbers } from '../../simulator';
import { dataTable } from '../dataTable';
import { changed, startingWith } from './lists';
import { said } from '../../harness/n8n/messages';

import {
	aCall,
	dayMs,
	type Checks,
	sandbox,
	withoutWaiting,
	withOrders,
	campaign,
	withHours,
	started,
	ran,
	arrived,
	first,
} from './running';

/** Examples that send to the people of a list, or to one. What arrives at the service when they are run as they stand in `examples/`. */
export const sending: Checks = {
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
			expect(items(await ran(example), 'Skipped')).toHaveLength(2);
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
			expect(items(await ran(one), 'Skipped')).toHaveLength(1);
			expect(simulator.ledger).toHaveLength(4);
		},
	],

	'12-resend-refused-messages': [
		'resends a refused message from the error branch, and writes the result of each row into the table',
		async (example) => {
			const { simulator, n8n } = sandbox;
			await ran(startingWith(example, 'Press here first'));
			await ran(startingWith(example, 'Press here first'));
			const table = await dataTable(n8n.rest, 'SMS list');
			const [from, other] = [companyNumbers[0], '+15559999999'];
			const [ada, grace, linus, mary] = [1, 2, 3, 4].map((last) => `+1555020000${last}`);
			simulator.store.addContact({ phone: mary, tags: ['no-sms'] });
			await table.insert([
				{ name: 'Ada', phone: ada, from },
				{ name: 'Grace', phone: grace, from: other },
				{ name: 'Linus', phone: '12', from },
				{ name: 'Mary', phone: mary, from },
			]);
			const results = async () =>
				(await table.rows()).map(({ name, result }) => `${name}: ${result}`).sort();
			const run = await ran(example);
			const branch = run.data.resultData.runData['Send an SMS'].map(({ data }) => data?.main[1]);
			expect(branch.map((one) => one?.length)).toEqual([2, 1]);
			const [refused] = branch[0] ?? [];
			expect(refused.json).toMatchObject({ name: 'Grace', phone: grace, from: other });
			expect(refused.json.error).toEqual({
				message: expect.stringContaining(`SMS to ${grace}`),
				description: expect.stringContaining('The service says: '),
				httpCode: expect.any(String),
				mayHaveBeenDone: false,
				itemIndex: 1,
			});
			expect(first(refused.pairedItem)?.item).toBe(1);
			expect(simulator.ledger.at(-1)?.body).toEqual({ to: grace, from, body: 'Hello Grace' });
			expect(arrived()).toHaveLength(2);
			expect(JSON.stringify(run.data)).not.toContain(simulator.apiKey);
			expect(await results()).toEqual([
				'Ada: sent',
				'Grace: sent',
				'Linus: failed',
				'Mary: skipped',
			]);
			const why = (await table.rows()).find(({ name }) => name === 'Linus')?.why;
			expect(why).toMatch(/^'To Number'.*\. \S/);
			expect(why).not.toContain('[item');
			// Corrected, and run again: the results of the others stay.
			await table.update('name', 'Linus', { phone: linus });
			await ran(example);
			expect(arrived()).toHaveLength(3);
			expect(await results()).toEqual(['Ada: sent', 'Grace: sent', 'Linus: sent', 'Mary: skipped']);
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
};
