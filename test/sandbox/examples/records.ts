import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { executionsOf } from '../../../sandbox/editorApi';
import { items } from '../../../sandbox/workflows';
import {
	aCall,
	dayMs,
	type Checks,
	sandbox,
	runsOfNode,
	upload,
	ran,
	published,
	runsOf,
	givenOut,
	ids,
	first,
} from './running';

/** Examples that read records, or write contacts. What arrives at the service when they are run as they stand in `examples/`. */
export const records: Checks = {
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
			expect(file.binary?.data).toMatchObject({
				fileName: `calls-${yesterday}.html`,
				mimeType: 'text/html',
			});

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

	'10-contacts-to-csv': [
		'exports the contacts that the filters ask for, once each',
		async (example) => {
			const { simulator } = sandbox;
			simulator.store.addContact({
				source: 'API',
				tags: ['newsletter'],
				phone: '+15550219001',
				firstName: '=HYPERLINK("https://evil.example")',
				lastName: '',
			});
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
			const cells = items(run, 'No formulas').map(({ json }) => json);
			expect(cells).toHaveLength(wanted.length);
			for (const { Phone, Name } of cells) {
				// A spreadsheet program would change a number without blanks, and run a formula.
				expect(Phone).toMatch(/^\+\d?( \d\d)+$/);
				expect(Name).toMatch(/^[^=+@-]/);
			}
			expect(cells.map(({ Name }) => Name)).toContain(`'=HYPERLINK("https://evil.example")`);
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
				expect(refused[0]).toContain('with the ID of one');
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
				for (const [other, lacking] of [
					[`Rufname,Nummer\nAda,${numberOf(2000)}`, 'First name, Phone'],
					[`${head.replaceAll(',', ';')}\n${row}`, 'First name, Phone'],
					[`Phone\n${numberOf(2000)}`, 'First name'],
				]) {
					const { text } = await upload(example, other);
					expect([other, text]).toEqual([other, expect.stringContaining('Nothing was written')]);
					expect(text).toMatch(new RegExp(`Not found, or empty: ${lacking}\\n`));
				}
				// Other words for the columns, in any order; a phone and a name are enough.
				const known2 = store.contacts.size;
				for (const [words, of, wanted] of [
					[
						'Handy;Name;Vorname;Telefon',
						'5550213001;King;Ada;030 1',
						{ at: 1, is: { firstName: 'Ada', lastName: 'King' } },
					],
					['PHONE,Name', '(555) 021-3002,Ada King', { at: 2, is: { firstName: 'Ada King' } }],
					[
						'Nom,Prénom,Téléphone,E-Mail',
						'King,Ada,555 021 3003,a@example.com',
						{ at: 3, is: { firstName: 'Ada', lastName: 'King', email: 'a@example.com' } },
					],
				] as const) {
					expect((await upload(example, `${words}\n${of}`)).text).toContain('Rows that are in: 1');
					const number = `+1555021300${wanted.at}`;
					const found = store.contacts.all().find(({ phone }) => phone === number);
					expect(found).toMatchObject(wanted.is);
				}
				expect((await upload(example, 'Handy,Name\n555 021 3002,Ada')).text).toContain(
					'not found or are empty: Last name, Email, Tags',
				);
				expect(store.contacts.size).toBe(known2 + 3);
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
				expect(store.contacts.size).toBe(before + 1000 - 1 + 3);

				// A family, and a person who is in the file twice.
				const family = [
					'Ada,King,,(555) 021-2003,',
					'Byron,King,,+1 555 021 2003,',
					'Ada,King,,,',
					'Mary,Somerville,,(555) 021-2004,',
				];
				/** The names to look at. */
				const named = ({ text }: { text: string }) =>
					(text.split('and the last row counts:')[1] ?? 'no list').match(/\+\d+: [A-Za-z ,]+/g) ??
					[];
				const some = await upload(example, [head, ...family].join('\r\n'));
				expect(some.text).toContain('Refused rows: 1');
				expect(named(some)).toEqual([
					expect.stringMatching(/^\+15550212003: Ada King, Byron King/),
				]);
				// A second file that changes a name.
				const renamed = await upload(example, [head, 'Mary,Fairfax,,555 021 2004,'].join('\r\n'));
				expect(renamed.text).toContain('Rows that are in: 1');
				expect(named(renamed)).toEqual([expect.stringMatching(/^\+15550212004: Mary Fairfax/)]);
				const none = await upload(example, [head, family[2]].join('\r\n'));
				expect(none.text).toContain('Not found, or empty: Phone');
				// Nothing stands there when there is nothing to look at.
				const fresh = await upload(example, [head, 'New,Person,,555 021 2005,'].join('\r\n'));
				expect(fresh.text).not.toContain('Please check');

				// The name is no formula in the file that goes back.
				const evil = await upload(example, [head, '=1+1,@SUM(A1),,none,'].join('\r\n'));
				expect(evil.file).toContain(`'=1+1,'@SUM(A1),,none,`);
			});
		},
	],
};
