import axios from 'axios';

import { waitFor } from '../../../sandbox/progress';
import { items } from '../../../sandbox/workflows';
import { companyNumbers } from '../../simulator';
import { dataTable } from '../dataTable';
import { pageAt, sendForm, uploadTo } from '../form';
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
	givenOut,
	arrived,
	nodeOf,
} from './running';

/** Examples that ask people and keep their answers. What arrives at the service when they are run as they stand in `examples/`. */
export const asking: Checks = {
	'02-appointment-reminders': [
		'asks those of today and tomorrow once, says what is not in and why, writes replies into the row, and sends nothing in the editor',
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
						year: 'numeric',
						month: 'numeric',
						day: 'numeric',
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
				`Grace;555.020.0002;${tomorrow} 2:30:00 PM `,
				`Barbara;555 020 0004;${tomorrow} 3:00 PM`,
				`Linus;020-0003;${tomorrow} 3:30 PM`,
				`;555.020.0008;${tomorrow} 3:45 PM`,
				'Edsger;555.020.0005;next Tuesday at ten',
				`Katherine;555.020.0006;13/14/${nextYear} 9:00 AM`,
				`Margaret;555.020.0007;${day(6, 'M/d/y')} 9:00 AM`,
				`Carlos;+52 1 55 1234 5678;${tomorrow} 4:00 PM`,
				`Diego;+54 11 2345 6789;${tomorrow} 4:30 PM`,
			];
			const csv = (rows: string[]) => ['name;phone;date', ...rows].join('\r\n');
			const american = '11/28/2026 2:30 PM';
			const [noName, noLetters, noDate] = [
				'The name is missing.',
				'The name has unreadable letters.',
				'The date or hour is not as chosen.',
			];
			const list = async (rows: string[], dates = american) =>
				await uploadTo(addressOf(example, 'Choose the list'), csv(rows), dates);
			store.addContact({ firstName: 'Barbara', phone: barbara, tags: ['no-sms'] });
			const told = () => arrived().filter(({ to }) => to === manager);
			const asked = () => arrived().filter(({ to }) => to !== manager);
			const hours = async () =>
				(await sandbox.triggered(often)).filter(({ outputs }) => 'Still to be asked' in outputs)
					.length;
			const moreHours = async (more: number) => {
				const count = (await hours()) + more;
				await waitFor('the hours', 90, async () => (await hours()) >= count || undefined);
			};
			// One may have begun before.
			const twoHours = async () => await moreHours(2);
			const date = new Intl.DateTimeFormat('en-US', {
				timeZone: 'America/Chicago',
				weekday: 'short',
				day: 'numeric',
				month: 'short',
				year: 'numeric',
			} as const).format(Date.now() + dayMs);
			const question = (name: string, time: string) =>
				`Example Practice: Hello ${name}, your appointment is on ${date}, ${time}. Can you come? Reply YES or NO. Reply STOP to get no more SMS.`;

			const reminders = async () => await dataTable(sandbox.n8n.rest, 'SMS reminders');

			await published(often, async () => {
				const { text: page } = await list(lines);
				expect(page).toContain('7 of 11 rows of the file are in the table');
				for (const refused of [
					`Linus,${tomorrow} 3:30 PM,'To Number' is too short for US: "020-0003"`,
					`,${tomorrow} 3:45 PM,${noName}`,
					`Edsger,next Tuesday at ten,${noDate}`,
					`Katherine,13/14/${nextYear} 9:00 AM,${noDate}`,
				]) {
					expect(page).toContain(refused);
				}
				// Checking costs nothing.
				expect(told()).toEqual([]);
				const table = await reminders();
				const of = async (column: string) =>
					Object.fromEntries((await table.rows()).map((row) => [row.name, row[column] ?? '']));
				await twoHours();
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
				const notAsked = 'No reminder (here at most 8, the table has all). Please call:';
				expect(told().map(({ body }) => body)).toEqual([
					`${notAsked}\nBarbara,+15550200004,${said.hasTag} "no-sms"`,
				]);

				// The list again, in another spelling and with a row that was corrected: one row for each
				// appointment, and nobody is asked twice.
				const again = lines.map((line) => line.replace('555.020.', '+1 (555) 020-'));
				again[4] = `Linus;(555) 020-0003;${tomorrow} 3:30 PM`;
				await list(again.slice(0, 5));
				await list([again[7].replace('13/14', '3/4')]);
				await twoHours();
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
				await twoHours();
				expect(asked().filter(({ to }) => to === '+15550200009')).toHaveLength(1);
				expect(asked()).toHaveLength(questions.length + 2);
				// Each row is told once.
				expect(told()).toHaveLength(2);
				expect(told()[1].body.split('\n')).toStrictEqual([
					notAsked,
					expect.stringMatching(/^,\(555\) 020-0010,.*empty blank: name\. Fill it in/),
					expect.stringMatching(/^Alonzo,020-0011,.*too short/),
				]);

				const received = async () =>
					(await sandbox.triggered(often)).flatMap((run) => items(run, 'SMS Received')).length;
				const count = (await received()) + 7;
				for (const [customer, body] of [
					[grace, 'Yes!'],
					[grace, 'thanks'],
					['+5215512345678', 'no'],
					['+5491123456789', 'Y'],
					['+15550200009', 'Ja'],
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
					Ada: 'yes, for whom?',
					'Alan; Jr.': 'yes, for whom?',
					Barbara: '',
					Linus: '',
					Carlos: 'no',
					Diego: 'yes',
					Grace: 'yes',
					Katherine: '',
					Margaret: '',
					Radia: 'yes',
					'': '',
					Alonzo: '',
				});
				expect((await of('reply')).Grace).toBe('thanks');

				// The page names all rows; the owner's SMS has room for eight, and says that there are more.
				const wrong = Array.from({ length: 9 }, (_, at) => `Wrong ${at};12;${tomorrow} 9:00 AM`);
				const { text: allWrong } = await list(wrong);
				expect(allWrong).toContain('0 of 9 rows of the file are in the table');
				for (const row of wrong)
					expect(allWrong).toContain(`${row.split(';')[0]},${tomorrow} 9:00 AM,`);
				// A file that is not UTF-8: later, the name in right letters would be another appointment.
				const { text: garbled } = await list([`G\uFFFDnther;+15552000077;${tomorrow} 9:00 AM`]);
				expect(garbled).toContain('0 of 1 rows of the file are in the table');
				expect(garbled).toContain(`G\uFFFDnther,${tomorrow} 9:00 AM,${noLetters}`);
				expect(garbled).toContain('save the file as CSV UTF-8');
				// Columns with other names: no row has a reason of its own.
				const otherColumns = async (first: string) =>
					(
						await uploadTo(
							addressOf(example, 'Choose the list'),
							`${first}\r\nAda;+15552000078;${tomorrow} 9:00 AM`,
							american,
						)
					).text;
				for (const [first, lacking] of [
					['Patient;Nummer;date', 'name,phone'],
					['name;phone;wann', 'date'],
					['name;number;date', 'phone'],
				]) {
					const other = await otherColumns(first);
					expect(other).toContain('0 of 1 rows of the file are in the table');
					expect(other).toMatch(
						new RegExp(`columns that were not found or are empty:\\n${lacking}\\n\\nCorrect`),
					);
				}
				await table.insert(wrong.map((_, at) => ({ name: `Wrong ${at}`, phone: '12', time })));
				await twoHours();
				const long = told().at(-1)?.body.split('\n') ?? [];
				expect([long[0], long.length]).toEqual([notAsked, 9]);

				// Corrected in the table, between two hours: an hour writes the phones of its rows.
				await moreHours(1);
				await table.update('name', 'Alonzo', { phone: '(555) 020-0011', result: '' });
				await twoHours();
				expect(asked().filter(({ to }) => to === '+15550200011')).toHaveLength(1);
				expect((await of('why')).Alonzo).toBe('');
				expect(told().filter(({ body }) => body.includes('Alonzo'))).toHaveLength(1);
			});

			// In the editor, nothing is sent, also to those who are still to be asked.
			const table = await reminders();
			const [{ time }] = (await table.rows()).filter(({ name }) => name === 'Ada');
			await table.insert([
				{ name: 'Hedy', phone: '(555) 020-0012', time },
				{ name: 'Joan', phone: '12', time },
			]);
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

			// Chosen before the first hour, between two, before the last one, and corrected at noon.
			for (const hour of [8, 10, 17, 12]) {
				const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
				const timezone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
				const there = { ...withEvery(example, 4), settings: { ...often.settings, timezone } };
				const phone = (at: number) => `+155502${hour + 10}0${at}0`;
				const times = [
					[0, '00:10'],
					[0, '23:30:00'],
					[1, '08:00'],
					[1, '23:45'],
					[6, '00:15'],
				] as const;
				const local = (days: number) => {
					const time = Date.now() + ahead * (dayMs / 24) + days * dayMs;
					return new Date(time).toISOString().slice(0, 10);
				};
				const people = times.map(([days, time], at) => `Guest;${phone(at)};${local(days)} ${time}`);
				const choose = async (rows: string[]) =>
					await uploadTo(addressOf(example, 'Choose the list'), csv(rows), '2026-11-28 14:30');
				const askedHere = () =>
					asked()
						.map(({ to }) => to)
						.filter((to) => to.startsWith(`+155502${hour + 10}`))
						.sort();
				await published(there, async () => {
					const wrong = `Guest;020;${local(1)} 12:00`;
					expect((await choose([...people, wrong])).text).toContain('5 of 6 rows');
					await twoHours();
					expect([hour, askedHere()]).toEqual([hour, [1, 2, 3].map(phone)]);
					await choose([...people, wrong.replace('020', phone(7))]);
					await twoHours();
					expect([hour, askedHere()]).toEqual([hour, [1, 2, 3, 7].map(phone)]);
				});
			}
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
				expect(unconfirmed).toContain(`Grace, ${grace}: ${second}. Not confirmed: Not sent`);
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

	'24-ask-before-it-goes-out': [
		'asks the manager on a page, and sends only what is approved',
		async (example) => {
			const customer = '+15550200001';
			const toCustomer = () => arrived().filter(({ to }) => to === customer);
			const linkOf = async (text: string) => {
				await sendForm(addressOf(example, 'Write an SMS'), [customer, text]);
				return await waitFor(`the question about "${text}"`, 60, async () => {
					const question = arrived().find(({ to, body }) => to === manager && body.includes(text));
					return question?.body.split('\n').at(-1);
				});
			};
			const answer = async (link: string, decision: string) => {
				await axios.post(link, new URLSearchParams({ decision }), { proxy: false });
			};
			await published(example, async () => {
				const declined = await linkOf('We close.');
				const approved = await linkOf('We open at nine.');
				expect(toCustomer()).toEqual([]);
				await answer(declined, 'decline');
				await answer(approved, 'approve');
				await waitFor('the SMS', 60, async () => toCustomer()[0]);
				expect(toCustomer().map(({ body }) => body)).toEqual(['We open at nine.']);
			});
		},
	],

	'25-answers-that-come-later': [
		'asks by an ordinary SMS, and writes the answer of the next day into the table',
		async (example) => {
			const { store } = sandbox.simulator;
			const [ada, grace, linus] = [1, 2, 3].map((last) => `+1555020000${last}`);
			store.addContact({ phone: linus, tags: ['no-sms'] });
			const ask = async (name: string, phone: string) =>
				await sendForm(addressOf(example, 'Ask a person'), [name, phone, 'Can you come at 9?']);
			await published(example, async () => {
				await ask('Ada', '(555) 020-0001');
				await ask('Grace', grace);
				await ask('Linus', linus);
				await ask('Nobody', '020');
				const table = await waitFor('the table', 60, async () => {
					const found = await dataTable(sandbox.n8n.rest, 'SMS questions').catch(() => undefined);
					return (await found?.rows())?.length === 4 ? found : undefined;
				});
				expect(arrived().map(({ to, body }) => [to, body])).toEqual([
					[ada, 'Hello Ada, Can you come at 9? Reply YES or NO.'],
					[grace, 'Hello Grace, Can you come at 9? Reply YES or NO.'],
				]);
				for (const [from, body] of [
					[ada, 'Who is this?'],
					[ada, 'Ja!'],
					[grace, 'Nein danke, ich kann nicht'],
					[grace, 'non'],
					[linus, 'Yes'],
				]) {
					store.receiveSms({ from, to: companyNumbers[0], body });
				}
				await waitFor('the answers', 60, async () => {
					return (await table.rows()).filter(({ answer }) => answer).length === 2 || undefined;
				});
				// Another word later changes nothing.
				store.receiveSms({ from: ada, to: companyNumbers[0], body: 'No' });
				await givenOut(example, 'YES or NO', 4);
				expect(
					(await table.rows()).map(({ name, result, answer }) => [name, result, answer]),
				).toEqual(
					expect.arrayContaining([
						['Ada', 'sent', 'yes'],
						['Grace', 'sent', 'no'],
						['Linus', 'skipped', null],
						['Nobody', 'failed', null],
					]),
				);
			});
		},
	],

	'26-ask-by-sms-and-wait': [
		'confirms a yes, and sends nothing more after STOP or another answer',
		async (example) => {
			const { store, requests } = sandbox.simulator;
			const from = companyNumbers[0];
			const people = [1, 2, 3, 4].map((last) => `+1555020000${last}`);
			await published(example, async () => {
				for (const phone of people) {
					await sendForm(addressOf(example, 'Ask a patient'), ['Ada', phone]);
				}
				await waitFor('a look for each reply', 60, async () => {
					const looks = requests.filter(({ method, path }) => {
						return method === 'GET' && path.includes('conversation');
					});
					return looks.length >= 4 || undefined;
				});
				for (const [at, body] of ['Ja', 'Stop', 'No', 'Oui'].entries()) {
					store.receiveSms({ from: people[at], to: from, body });
				}
				await waitFor('two more SMS', 90, async () => arrived().length === 6 || undefined);
				const thanks = arrived().filter(({ body }) => body.includes('Thank you'));
				expect(thanks.map(({ to }) => to)).toEqual([people[0], people[3]]);
			});
		},
	],
};
