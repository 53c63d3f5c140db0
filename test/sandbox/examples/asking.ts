import { waitFor } from '../../../sandbox/progress';
import { companyNumbers } from '../../simulator';
import { dataTable } from '../dataTable';
import { isAt, pageAt, sendFile, sendForm, uploadTo, waitingAt } from '../form';
import { said } from '../../harness/n8n/messages';

import { changed } from './lists';
import {
	dayMs,
	manager,
	type Checks,
	sandbox,
	withEvery,
	addressOf,
	ran,
	published,
	arrived,
	nodeOf,
	items,
} from './running';

/** Examples that ask people and keep their answers. What arrives at the service when they are run as they stand in `examples/`. */
export const asking: Checks = {
	'02-appointment-reminders': [
		'asks those of tomorrow once, says what is not in and why, writes replies into the row, and sends nothing in the editor',
		async (given) => {
			const example = {
				...changed(given, { 'Tell the owner': { to: '(555) 010-0099' } }),
				settings: { ...given.settings, timezone: 'America/Chicago' },
			};
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

				// An owner who cannot be told makes the run red, and the list is in.
				sandbox.simulator.fail(
					{ body: { to: manager } },
					{ kind: 'status', status: 400 },
					Infinity,
				);
				const rows = [wrong[0], `Frances;555.020.0013;${tomorrow} 8:00 AM`];
				const answer = await sendFile(addressOf(example, 'Choose the list'), csv(rows), either);
				await isAt(waitingAt(answer), 'error');
				expect((await table.rows()).map(({ name }) => name)).toContain('Frances');
				sandbox.simulator.clearFaults();

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
};
