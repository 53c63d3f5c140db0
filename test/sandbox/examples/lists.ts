import type { IDataObject } from 'n8n-workflow';

import { waitFor } from '../../../sandbox/progress';
import type { Sandbox } from '../../../sandbox/sandbox';
import type { Example, Run, WorkflowFile } from '../../../sandbox/workflows';
import { dataTable } from '../dataTable';
import { uploadTo } from '../form';
import { eventExamples } from './events';

/** A row of a list, as a practice has it. */
export interface Row {
	name: string;
	phone: string;
}

/** The texts that tell people which rows are left. */
export type Left = string[];

/** An example that works through a list of people. */
export interface ListExample {
	/** What the service's ledger calls the work, and where the number of the person stands in it. */
	kind: 'sms.send' | 'call.create' | 'contact.create';
	number: 'to' | 'toNumber' | 'phone';
	/** Runs it with this list, as people do; gives the texts that name the rows that are left. */
	run(use: Use, rows: Row[]): Promise<Left>;
	/** Whether a row that may have been done can be done again without harm. */
	repeats?: true;
	/** Whether it looks itself what became of a row that may have been done, and does what is missing. */
	looks?: true;
	/** What the texts call a row, if not its name. */
	shown?(row: Row): string;
}

/** What an example is run with. */
export interface Use {
	sandbox: Sandbox;
	example: Example;
}

/** Each example that reaches several people: one entry each. */
export const listExamples: Record<string, ListExample> = {
	...eventExamples,
	'02-appointment-reminders': {
		kind: 'sms.send',
		number: 'to',
		async run({ sandbox, example }, rows) {
			const rule = { interval: [{ field: 'seconds', secondsInterval: 10 }] };
			const often = changed(example, { 'Every hour from 9 to 18': { rule } });
			expect(await sandbox.publish(often)).toMatchObject({ status: 'published' });
			try {
				const hours = async () =>
					(await sandbox.triggered(often)).filter(({ outputs }) => 'Still to be asked' in outputs)
						.length;
				const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
				const lines = rows.map(({ name, phone }) => `${phone};${tomorrow} 09:00;${name}`);
				const csv = ['Telefon;Datum;Name', ...lines].join('\r\n');
				const { text } = await uploadTo(address(sandbox, example), csv, '2026-11-28 14:30');
				const fine = rows.filter(isFine).length;
				expect(text).toContain(`${fine} of ${rows.length} rows of the file are in the table`);
				// One may have begun before.
				const count = (await hours()) + 2;
				await waitFor('two hours', 60, async () => (await hours()) >= count || undefined);
				const table = await (await dataTable(sandbox.n8n.rest, 'SMS reminders')).rows();
				// One row for one appointment.
				expect(table.map(({ name }) => name).sort()).toEqual(namesOf(rows.filter(isFine)));
				// The page names refused rows, and the table those that were not asked.
				const open = table.filter(({ result }) => result !== 'sent');
				return [text, ...open.map(({ name }) => String(name))];
			} finally {
				await sandbox.unpublish(often);
			}
		},
	},
	'05-contact-sync': {
		kind: 'contact.create',
		number: 'phone',
		repeats: true,
		run: async (use, rows) =>
			await inNode(use, 'Customers', 'customers', rows, ['To be looked at']),
	},
	'08-bulk-campaign': {
		kind: 'sms.send',
		number: 'to',
		async run({ sandbox, example }, rows) {
			const { store } = sandbox.simulator;
			for (const { name, phone } of rows) {
				// The service keeps a contact's number as it was imported.
				const known = store.contacts
					.all()
					.find(({ firstName, tags }) => firstName === name && tags.includes('spring'));
				if (known) store.updateContact(known.id, { phone });
				else store.addContact({ firstName: name, phone, tags: ['spring'] });
			}
			const sending = changed(example, { 'Get the contacts': { filters: { tags: 'spring' } } });
			const { options } = nodeOf(sending, 'Send the offer').parameters as { options: IDataObject };
			Object.assign(options, { dryRun: false, sendInterval: 0.1 });
			const run = await sandbox.runWorkflow(sending);
			expect([run.error, run.status]).toEqual([undefined, 'success']);
			return allItems(run, 'To be looked at').map((json) => JSON.stringify(json));
		},
	},
	'09-call-and-wait': {
		kind: 'call.create',
		number: 'toNumber',
		run: async ({ sandbox, example }, rows) => {
			const people = rows.map((row, order) => ({ ...row, order: `A-${order}` }));
			const noWait = changed(example, { 'Call and wait': {} });
			const { options } = nodeOf(noWait, 'Call and wait').parameters as { options: IDataObject };
			delete options.waitForEnd;
			return await inNode({ sandbox, example: noWait }, 'Who to call', 'people', people, [
				'Not called',
				'No SMS',
			]);
		},
	},
	'12-resend-refused-messages': {
		kind: 'sms.send',
		number: 'to',
		async run({ sandbox, example }, rows) {
			expect((await sandbox.runWorkflow(startingWith(example, 'Press here first'))).error).toBe(
				undefined,
			);
			const table = await dataTable(sandbox.n8n.rest, 'SMS list');
			const known = new Set((await table.rows()).map(({ name }) => name));
			for (const [at, { name, phone }] of rows.entries()) {
				// The first try is from a number that is not the company's.
				const from = at === 0 ? '+15559999999' : '+15550100001';
				if (known.has(name)) await table.update('name', name, { phone });
				else await table.insert([{ name, phone, from }]);
			}
			const run = await sandbox.runWorkflow(example);
			expect([run.error, run.status]).toEqual([undefined, 'success']);
			const open = (await table.rows()).filter(({ result }) => result !== 'sent');
			const left = open.map((row) => JSON.stringify(row));
			// In the second try, n8n's number of an item is not that of the row.
			expect(left.filter((text) => text.includes('[item'))).toEqual([]);
			return left;
		},
	},
	'17-deliver-again-after-a-crash': {
		kind: 'sms.send',
		number: 'to',
		async run({ sandbox, example }, rows) {
			const orders = rows.map(({ name, phone }) => ({
				order: name,
				toPhone: phone,
				body: `Hello ${name}, your order has been shipped.`,
			}));
			const short = changed(example, { 'Five minutes': { amount: 1, unit: 'seconds' } });
			return await inNode({ sandbox, example: short }, 'Orders', 'orders', orders, [
				...['In doubt', 'Refused', 'Look yourself', 'Look yourself, too'],
			]);
		},
		looks: true,
	},
	'19-quiet-hours': {
		kind: 'sms.send',
		number: 'to',
		run: async ({ sandbox, example }, rows) => {
			const allDay = changed(example, {});
			const { assignments } = nodeOf(allDay, 'Hours').parameters as {
				assignments: { assignments: Array<{ value: string }> };
			};
			['0:00', '23:59'].forEach((value, at) => (assignments.assignments[at].value = value));
			const messages = rows.map((row) => ({ ...row, order: row.name }));
			return await inNode({ sandbox, example: allDay }, 'Messages', 'messages', messages, [
				'Not sent',
			]);
		},
	},
	'20-contacts-from-a-file': {
		kind: 'contact.create',
		number: 'phone',
		repeats: true,
		async run({ sandbox, example }, rows) {
			expect(await sandbox.publish(example)).toMatchObject({ status: 'published' });
			try {
				const lines = rows.map(({ name, phone }) => `${name};Smith, ${name};;${phone};`);
				const csv = ['First name;Last name;Email;Phone;Tags', ...lines].join('\r\n');
				return [(await uploadTo(address(sandbox, example), csv)).file];
			} finally {
				await sandbox.unpublish(example);
			}
		},
	},
};

const onlyReads = 'reaches nobody: running it again does no harm';

/** Why the other examples have no list of people that somebody repairs and runs again. */
export const noList: Record<string, string> = {
	'01-send-sms': 'sends to one person',
	'06-daily-call-report': onlyReads,
	'07-recording-to-file': onlyReads,
	'10-contacts-to-csv': onlyReads,
	'11-read-conversations': onlyReads,
	'14-sms-assistant': 'each SMS has a run of its own',
	'15-agent-asks-before-sending': 'does what a person asks for in a chat',
	'16-mcp-server': 'does what a client asks for',
	'18-honour-stop':
		'answers each person once a day; test/sandbox/examples/answering.ts has the rows that go wrong',
	'21-choose-a-time': 'each patient has a run of their own',
	'23-missed-call-to-desk': 'writes to the front desk alone',
	'24-ask-before-it-goes-out': 'sends one SMS',
	'25-answers-that-come-later': 'asks one person at a time',
	'26-ask-by-sms-and-wait': 'asks one person at a time',
	'22-front-desk-inbox': 'answers one row at a time; the rows that come in reach nobody',
};

/** The owner's phone in the examples. */
const owner = '+15550100099';

/** Puts the rows into the node with the list, runs the example, and gives what these nodes have in the end. */
async function inNode(
	{ sandbox, example }: Use,
	node: string,
	list: string,
	rows: unknown[],
	left: string[],
): Promise<Left> {
	const run = await sandbox.runWorkflow(
		changed(example, { [node]: { jsonOutput: JSON.stringify({ [list]: rows }) } }),
	);
	expect([run.error, run.status]).toEqual([undefined, 'success']);
	return left.flatMap((name) => allItems(run, name).map((json) => JSON.stringify(json)));
}

/** All items that a node gave, in all of its runs. */
export function allItems({ data }: Run, node: string): IDataObject[] {
	return (data.resultData.runData[node] ?? [])
		.flatMap((one) => one.data?.main?.[0] ?? [])
		.map(({ json }) => json);
}

/** An example with other parameters of these nodes. */
export function changed<T extends WorkflowFile>(
	example: T,
	parameters: Record<string, IDataObject>,
): T {
	const copy = structuredClone(example);
	for (const [name, own] of Object.entries(parameters)) {
		Object.assign(nodeOf(copy, name).parameters, own);
	}
	return copy;
}

/** The example, whose trigger of this name is the one that a run starts with. */
export function startingWith(example: Example, trigger: string): WorkflowFile {
	const [own, others] = [true, false].map((isOwn) => {
		return example.nodes.filter(({ name }) => (name === trigger) === isOwn);
	});
	return { ...example, nodes: [...own, ...others] };
}

export function nodeOf({ nodes }: WorkflowFile, name: string) {
	const found = nodes.find((node) => node.name === name);
	if (!found) throw new Error(`No node "${name}"`);
	return found;
}

/** The address of the form that an example begins with. */
function address(sandbox: Sandbox, { nodes }: Example): string {
	const form = nodes.find(({ type }) => type.endsWith('formTrigger'));
	const { path } = form?.parameters.options as { path: string };
	return `${sandbox.n8n.url}/form/${path}`;
}

const [ada, grace, barbara, katherine] = [1, 2, 4, 5].map((last) => `+1555020000${last}`);
const linus = '+15550200003';

const noNumber = '020-0003';
const isFine = ({ phone }: Row) => phone !== noNumber;
const namesOf = (rows: Row[]) => rows.map(({ name }) => name).sort();

/** A time zone far away, in which it is the same day. */
const farAway = () => (new Date().getUTCHours() < 12 ? 'Africa/Nairobi' : 'America/Sao_Paulo');

/** The rule for every list: who was reached how often after each of these runs, in this order. */
export const steps = [
	{
		name: 'one row is wrong, and the service answers two with 500, of which it did one',
		rows: [
			{ name: 'Ada', phone: ada },
			{ name: 'Linus', phone: noNumber },
			{ name: 'Grace', phone: grace },
			{ name: 'Barbara', phone: barbara },
			{ name: 'Katherine', phone: katherine },
		],
		reached: { [ada]: 1, [grace]: 1, [barbara]: 1 },
		left: ['Linus', 'Barbara', 'Katherine'],
	},
	{
		name: 'the row is repaired, and all numbers are written in another way',
		rows: [
			{ name: 'Ada', phone: '(555) 020-0001' },
			{ name: 'Linus', phone: '+1 555 020 0003' },
			{ name: 'Grace', phone: '1-555-020-0002' },
			{ name: 'Barbara', phone: '555.020.0004' },
			{ name: 'Katherine', phone: '+1 (555) 020-0005' },
		],
		reached: { [ada]: 1, [grace]: 1, [barbara]: 1, [linus]: 1 },
		left: ['Barbara', 'Katherine'],
	},
];

/** What people do with an example that has a list; the ledger says who got what. */
export async function asPeopleUseIt(use: Use): Promise<void> {
	const { simulator } = use.sandbox;
	const entry = listExamples[use.example.file];
	const { kind, number, repeats, looks, shown = ({ name }) => name } = entry;
	const post = (phone: string, processed: boolean) =>
		simulator.fail(
			{ method: 'POST', body: { [number]: phone } },
			{ kind: 'status', status: 500, processed },
		);
	post(barbara, true);
	post(katherine, false);
	const again = { ...steps[1], name: 'once more, after the time zone was changed' };
	for (const { name, rows, reached, left } of [...steps, again]) {
		const timezone = name === again.name ? farAway() : 'UTC';
		const settings = { ...use.example.settings, timezone };
		const seen = await entry.run({ ...use, example: { ...use.example, settings } }, rows);
		const isMade = looks === true || (repeats === true && name !== steps[0].name);
		const wanted = { ...reached, ...(isMade ? { [katherine]: 1 } : {}) };
		expect([name, tally(simulator.ledger, kind, number)]).toEqual([name, wanted]);
		const named = rows.filter((row) => seen.some((text) => text.includes(shown(row))));
		const open = repeats && name !== steps[0].name ? [] : left;
		expect([name, named.map((row) => row.name)]).toEqual([name, open]);
	}
}

function tally(
	ledger: Array<{ kind: string; body?: unknown }>,
	kind: string,
	number: string,
): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const entry of ledger) {
		const phone = String((entry.body as IDataObject)[number]);
		if (entry.kind === kind && phone !== owner) counts[phone] = (counts[phone] ?? 0) + 1;
	}
	return counts;
}
