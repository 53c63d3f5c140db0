import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../../sandbox/progress';
import { items, type Example } from '../../../sandbox/workflows';
import { companyNumbers } from '../../simulator';
import { dataTable } from '../dataTable';
import { changed, startingWith } from './lists';
import { nextPage, pageAt, pageIsThere, sendForm } from '../form';
import { polledOften } from '../often';
import { said } from '../../harness/n8n/messages';

import {
	manager,
	type Checks,
	sandbox,
	exampleOf,
	addressOf,
	ran,
	published,
	runsOf,
	givenOut,
	arrived,
	nodeOf,
} from './running';

/** Examples that answer what comes in. What arrives at the service when they are run as they stand in `examples/`. */
export const answering: Checks = {
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
					// Of other languages.
					'Ja',
					'Abmelden',
				].entries()) {
					store.receiveSms({ from: `+1555777003${at}`, to, body });
				}
				const questions = [
					'No appointment yet?',
					'Stop by 8?',
					'Cancel my reservation',
					'End of May?',
				];
				const guests = questions.map((_, at) => `+1555777005${at}`);
				for (const [at, body] of questions.entries()) {
					store.receiveSms({ from: guests[at], to, body });
				}
				// Advertising: nobody can answer these, and a run that is red each time is not looked at.
				for (const sender of ['72345', 'ACME']) {
					store.receiveSms({ from: sender, to, body: 'Best price guaranteed' });
				}
				// The answer is a message too, but none that was received.
				await givenOut(example, 'SMS Received', 18);
				const answered = (await runsOf(example)).flatMap((run) => items(run, 'Send the answer'));
				expect(answered.map(({ json }) => [json.to, json.outcome])).toStrictEqual([
					[from, 'sent'],
					[from, 'skipped'],
					...guests.map((guest) => [guest, 'sent']),
				]);
				const body: unknown = expect.stringContaining('one working day');
				expect(arrived()).toEqual([from, ...guests].map((one) => ({ from: to, to: one, body })));
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

	'13-welcome-new-contact': [
		'welcomes a new contact, once',
		async (example) => {
			const { store, clock, ledger } = sandbox.simulator;
			await published(example, async () => {
				const source = 'MANUAL';
				store.addContact({ firstName: 'Nobody', source });
				// What a file, or example 20, brings is no new patient.
				for (const own of ['API', 'CSV'] as const) {
					store.addContact({ firstName: 'Old', phone: '+15557770113', source: own });
				}
				clock.advance(1);
				const phone = '+15557770013';
				store.addContact({ firstName: 'Ada', phone, source });
				await givenOut(example, 'Contact Created', 2);
				expect(arrived()).toEqual([
					{ from: companyNumbers[0], to: phone, body: expect.stringMatching(/^Welcome Ada!/) },
				]);
				// Run by hand, the sample is the newest contact, who gets nothing.
				clock.advance(1);
				const newest = store.addContact({ firstName: 'Joan', phone: '+15557770213', source });
				const again = await ran(polledOften(example));
				expect(items(again, 'Contact Created').map(({ json }) => json.id)).toEqual([newest.id]);
				expect(items(again, 'Send the welcome')[0].json).toMatchObject({ outcome: 'wouldSend' });
				expect(ledger).toHaveLength(1);
			});
		},
	],

	'18-honour-stop': [
		'tags all contacts of whoever asks to stop, answers once, takes the tag away on START, and tells the owner of all else',
		async (example) => {
			const { store } = sandbox.simulator;
			const to = companyNumbers[1];
			const [ada, grace, mother, shop] = [1, 2, 3, 4].map((last) => `+1555777002${last}`);
			const [stranger, unheard, unanswered] = ['+15557770025', '+15557770029', '+15557770033'];
			const guest = '+15557770035';
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
			// The owner's number as people write it: the owner is not told what the owner writes.
			const written = changed(example, { 'Tell the owner': { to: '+1 (555) 010-0099' } });
			await published(written, async () => {
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
				store.receiveSms({ from: shop, to, body: 'Please stop the newsletter' });
				store.receiveSms({ from: guest, to, body: 'Can I cancel my reservation?' });
				store.receiveSms({ from: manager, to, body: 'Please stop the fax' });
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
				expect([shop, guest, stranger, unheard].flatMap(tagsOf)).toEqual([]);
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
				const lines = told().flatMap(({ body }) => body.split('\n').slice(1));
				expect(lines.sort()).toEqual([
					`${shop}: Please stop the newsletter`,
					expect.stringMatching(/^\+15557770029: Not written: contact \+15557770029[^[]*$/),
					expect.stringMatching(/^\+15557770033: [^[]*SMS to \+15557770033[^[]*$/),
					`${guest}: Can I cancel my reservation?`,
				]);
				expect(told()).toHaveLength(1);
			});
			// The messages of other workflows stop, also with one tag of the family's three.
			const [one, two] = store.contacts.all().filter(({ phone }) => phone === mother);
			for (const { id } of [one, two]) store.updateContact(id, { tags: [] });
			const people = JSON.stringify({ people: [{ name: 'Mother', phone: mother, order: 'A-1' }] });
			const other = await ran(
				changed(exampleOf('09-call-and-wait'), { 'Who to call': { jsonOutput: people } }),
			);
			expect(other.outputs['Call and wait'][0][0].json.reason).toBe(`${said.hasTag} "no-sms"`);
			// Run again by hand, the sample is a message that was just answered.
			const answered = arrived().length;
			await ran(polledOften(example));
			expect(arrived()).toHaveLength(answered);
			// One owner's list has room for eight; the number says that there are more.
			await published(example, async () => {
				const many = Array.from({ length: 9 }, (_, at) => `+1555777005${at}`);
				// The owner's phone answers each SMS by itself: nobody is told of that, or it would never end.
				const answersItself = {
					from: manager,
					to,
					body: 'I cannot answer. Reply STOP to stop this.',
				};
				store.receiveSms(answersItself);
				for (const from of many) store.receiveSms({ from, to, body: 'stop calling me' });
				const { body } = await waitFor('the next SMS to the owner', 60, async () => told()[1]);
				expect(body.split('\n')).toHaveLength(1 + 8);
				expect(body).toContain('look: 9 ');
				expect(body).not.toContain(answersItself.body);
				store.receiveSms(answersItself);
				store.receiveSms({ from: shop, to, body: 'stop calling me' });
				const third = await waitFor('the last SMS to the owner', 60, async () => told()[2]);
				expect(third.body.split('\n').slice(1)).toEqual([`${shop}: stop calling me`]);
			});
			const before = arrived().length;
			await published(example, async () => {
				// A machine that answers the last SMS with STOP gets no second one.
				store.receiveSms({ from: ada, to, body: 'STOP' });
				store.receiveSms({ from: mother, to, body: 'Start' });
				await waitFor('the answer', 60, async () => arrived().length > before || undefined);
				expect(tagsOf(mother)).toEqual([[], [], []]);
				expect(answers('again. Reply STOP')).toContainEqual([to, mother]);
				expect(answers('no more SMS').filter(([, person]) => person === ada)).toHaveLength(1);
			});
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

	'23-missed-call-to-desk': [
		'tells the desk at once what somebody writes whose call was missed, once, and nothing of other SMS',
		async (example) => {
			const { store } = sandbox.simulator;
			const called = companyNumbers[2];
			const [ada, grace, carlos] = ['+15557770061', '+15557770062', '+525512345678'];
			const missed = (fromNumber: string) =>
				store.addCall({ direction: 'INBOUND', fromNumber, toNumber: called, status: 'ERROR' });
			const told = () => arrived().filter(({ to }) => to === manager);
			const asks = exampleOf('04-missed-call-text-back');
			await published(asks, async () => {
				await published(example, async () => {
					// Before any call.
					store.receiveSms({ from: ada, to: called, body: 'Are you open?' });
					await givenOut(example, 'SMS Received', 1);
					for (const caller of [ada, grace, carlos]) missed(caller);
					await waitFor('the SMS', 60, async () => arrived().length >= 3 || undefined);
					// Grace does not answer: nobody waits for her.
					store.receiveSms({ from: ada, to: called, body: 'It is urgent' });
					store.receiveSms({ from: carlos, to: called, body: 'Later is fine' });
					store.receiveSms({ from: '+15557770069', to: called, body: 'Another matter' });
					store.receiveSms({ from: '72345', to: called, body: 'Best price guaranteed' });
					await givenOut(example, 'SMS Received', 5);
					await waitFor('the desk', 60, async () => told().length >= 2 || undefined);
					const text = (phone: string, answer: string) =>
						`We missed a call of ${phone}, who now writes: ${answer}`;
					expect(told().map(({ from, body }) => [from, body])).toEqual([
						[called, text(ada, 'It is urgent')],
						[called, text(carlos, 'Later is fine')],
					]);
				});
			});
			// Run again by hand, the sample is an SMS that the desk has.
			await ran(polledOften(example));
			expect(told()).toHaveLength(2);
			expect((await runsOf(example)).filter(({ status }) => status !== 'success')).toEqual([]);
		},
	],
};
