import { dailyStart, from, manualStart, onlyIf, ours } from '../code';
import { sms, written } from '../outgoing';
import { builder, sandbox } from '../session';

const [line] = ['+15550100001'];
const desk = '+15550199000';

interface Table {
	projectId: string;
	dataTableId: string;
}

/** Makes a data table, with columns of text. */
async function tableOf(name: string, rows: Array<Record<string, string>>): Promise<Table> {
	const { data } = await builder.ask<{ data: Array<{ id: string; type: string }> }>(
		'search_projects',
		{},
	);
	const projectId = data.find(({ type }) => type === 'personal')?.id ?? '';
	const columns = Object.keys(rows[0]).map((column) => ({ name: column, type: 'string' }));
	const made = await builder.ask<{ id: string }>('create_data_table', { projectId, name, columns });
	const table = { projectId, dataTableId: made.id };
	await builder.ask('add_data_table_rows', { ...table, rows });
	return table;
}

describe('workflows that a builder starts', () => {
	it('reminders from a data table: STOP is respected, nobody gets two', async () => {
		const { store } = sandbox.simulator;
		store.addContact({ firstName: 'Ben', phone: '+15557000002', tags: ['no-sms'] });
		await tableOf('appointments', [
			{ name: 'Ann', phone: '+15557000001', day: '2026-12-01', time: '9:30' },
			{ name: 'Ben', phone: '+15557000002', day: '2026-12-01', time: '10:00' },
			{ name: 'Cleo', phone: '+15557000003', day: '2026-12-01', time: '11:15' },
			{ name: 'Dan', phone: '+15557000004', day: '2026-12-02', time: '8:00' },
		]);
		const id = await builder.create(`
			${dailyStart}
			const rows = node({ type: 'n8n-nodes-base.dataTable', version: 1.1, config: { name: 'Appointments', parameters: { resource: 'row', operation: 'get', dataTableId: { __rl: true, mode: 'name', value: 'appointments' }, matchType: 'allConditions', filters: { conditions: [{ keyName: 'day', condition: 'eq', keyValue: '2026-12-01' }] }, returnAll: true } } });
			const remind = ${ours('Remind', `resource: 'sms', operation: 'send', from: ${from}, to: expr('{{ $json.phone }}'), body: expr('Hi {{ $json.name }}, see you at {{ $json.time }}.'), options: { skipTag: 'no-sms', onceKey: expr('reminder {{ $json.id }} {{ $json.day }}'), refuseEmptyBlanks: true }`)};
			export default workflow('reminders', 'Reminders').add(start).to(rows).to(remind);
		`);
		const wanted = [
			{ to: '+15557000001', from: line, body: 'Hi Ann, see you at 9:30.' },
			{ to: '+15557000003', from: line, body: 'Hi Cleo, see you at 11:15.' },
		];

		const first = await builder.run(id);
		expect(first.items('Remind').map(({ outcome }) => outcome)).toEqual([
			...['sent', 'skipped', 'sent'],
		]);
		expect(sms()).toEqual(wanted);

		const second = await builder.run(id);
		expect(second.items('Remind').map(({ outcome }) => outcome)).toEqual(Array(3).fill('skipped'));
		expect(sms()).toEqual(wanted);
	});

	it('a campaign: first a dry run, then at its rate, without people who opted out', async () => {
		const { store } = sandbox.simulator;
		const people = ['Eva', 'Finn', 'Gina', 'Hugo'];
		people.forEach((firstName, index) => {
			const tags = firstName === 'Gina' ? ['spring', 'no-sms'] : ['spring'];
			store.addContact({ firstName, phone: `+1555701000${index}`, tags });
		});
		const id = await builder.create(`
			${manualStart}
			const list = ${ours('Contacts', `resource: 'contact', operation: 'getAll', returnAll: true, filters: { tags: 'spring' }`)};
			const campaign = ${ours('Campaign', `resource: 'sms', operation: 'send', from: ${from}, to: expr('{{ $json.phone }}'), body: expr('Hi {{ $json.firstName }}, spring is here.'), options: { dryRun: true, sendInterval: 0.2, maxSegments: 1, skipTag: 'no-sms', onceKey: 'spring 2026', refuseEmptyBlanks: true }`)};
			export default workflow('campaign', 'Campaign').add(start).to(list).to(campaign);
		`);

		const dry = await builder.run(id);
		expect(dry.items('Campaign').map(({ outcome }) => outcome)).toEqual(
			expect.arrayContaining(['wouldSend', 'skipped']),
		);
		expect(sms()).toEqual([]);

		await builder.ask('update_workflow', {
			workflowId: id,
			operations: [
				{
					type: 'setNodeParameter',
					nodeName: 'Campaign',
					path: '/options/dryRun',
					value: false,
				},
			],
		});
		await builder.run(id);
		const texts = sms().map(({ to, body }) => [to, body]);
		expect(texts).toEqual([
			['+15557010000', 'Hi Eva, spring is here.'],
			['+15557010001', 'Hi Finn, spring is here.'],
			['+15557010003', 'Hi Hugo, spring is here.'],
		]);
	});

	it('a form that makes contacts: the same person does not become two', async () => {
		const id = await builder.create(`
			const start = trigger({ type: 'n8n-nodes-base.formTrigger', version: 2.2, config: { name: 'Form', parameters: { formTitle: 'Sign up', formFields: { values: [{ fieldLabel: 'Name', requiredField: true }, { fieldLabel: 'Phone', requiredField: true }] } } } });
			const save = ${ours('Save', `resource: 'contact', operation: 'upsert', matchBy: 'phone', phone: expr('{{ $json.Phone }}'), firstName: expr('{{ $json.Name }}'), additionalFields: { tags: 'form' }`)};
			export default workflow('form', 'Form').add(start).to(save);
		`);
		const fill = async (Name: string) => {
			const inputs = { formData: { Name, Phone: '+1 (555) 702-0001' } };
			return (await builder.run(id, { name: 'Form', inputs })).items('Save');
		};
		expect(await fill('Iris')).toMatchObject([{ created: true, firstName: 'Iris' }]);
		expect(await fill('Irina')).toMatchObject([{ created: false, firstName: 'Irina' }]);
		expect(written().map(([kind]) => kind)).toEqual(['contact.create', 'contact.update']);
		const made = [...sandbox.simulator.store.contacts.values()].filter(
			({ phone }) => phone === '+15557020001',
		);
		expect(made).toMatchObject([{ firstName: 'Irina', tags: ['form'] }]);
	});

	it('a daily report of calls by SMS: no hole in it', async () => {
		const id = await builder.create(`
			${dailyStart}
			const figures = ${ours('Figures', `resource: 'call', operation: 'getAnalytics', dateRange: 'last7Days'`)};
			const report = ${ours('Report', `resource: 'sms', operation: 'send', from: ${from}, to: '${desk}', body: expr('Calls in 7 days: {{ $json.totalCalls }}, on average {{ Math.round($json.averageDurationMs / 1000) }} s.'), options: { refuseEmptyBlanks: true, onceKey: expr('report {{ $today.toISODate() }}') }`)};
			export default workflow('report', 'Report').add(start).to(figures).to(report);
		`);
		const run = await builder.run(id);
		const [{ totalCalls, averageDurationMs }] = run.items('Figures');
		expect(totalCalls).toBeGreaterThan(0);
		const seconds = Math.round(Number(averageDurationMs) / 1000);
		const body = `Calls in 7 days: ${String(totalCalls)}, on average ${seconds} s.`;
		expect(sms()).toEqual([{ to: desk, from: line, body }]);
	});

	it('a list of unanswered SMS: who wrote last, each once', async () => {
		const { store } = sandbox.simulator;
		const talk = (customer: string, ...texts: string[]) =>
			texts.forEach((body) => {
				if (body.startsWith('We:')) store.sendSms({ from: line, to: customer, body });
				else store.receiveSms({ from: customer, to: line, body });
			});
		talk('+15557030001', 'Are you open?', 'Hello?');
		talk('+15557030002', 'Thanks', 'We: You are welcome');
		talk('+15557030003', 'We: See you at 9', 'Can we make it 10?');
		const id = await builder.create(`
			${dailyStart}
			const all = ${ours('Conversations', `resource: 'sms', operation: 'getConversations', returnAll: true, filters: { search: '+1555703' }`)};
			const messages = ${ours('Messages', `resource: 'sms', operation: 'getMessages', conversationId: { __rl: true, mode: 'id', value: expr('{{ $json.id }}') }, returnAll: true`)};
			const customer = node({ type: 'n8n-nodes-base.set', version: 3.4, config: { name: 'Customer', parameters: { mode: 'manual', includeOtherFields: true, assignments: { assignments: [{ id: 'customer', name: 'customer', value: expr('{{ $json.direction === "OUTBOUND" ? $json.toPhone : $json.fromPhone }}'), type: 'string' }] } } } });
			const newest = node({ type: 'n8n-nodes-base.sort', version: 1, config: { name: 'Newest first', parameters: { type: 'simple', sortFieldsUi: { sortField: [{ fieldName: 'sentAt', order: 'descending' }] } } } });
			const last = node({ type: 'n8n-nodes-base.removeDuplicates', version: 2, config: { name: 'Last of each', parameters: { operation: 'removeDuplicateInputItems', compare: 'selectedFields', fieldsToCompare: 'customer' } } });
			const waiting = ${onlyIf('Unanswered', `$json.direction === "INBOUND"`)};
			const tell = node({ type: 'n8n-nodes-voice-sms.voiceSms', version: 1, config: { name: 'Tell', executeOnce: true, parameters: { resource: 'sms', operation: 'send', from: ${from}, to: '${desk}', body: expr('Unanswered: {{ $("Unanswered").all().map((item) => item.json.customer).sort().join(", ") }}'), options: { refuseEmptyBlanks: true } } } });
			export default workflow('unanswered', 'Unanswered').add(start).to(all).to(messages).to(customer).to(newest).to(last).to(waiting).to(tell);
		`);
		await builder.run(id);
		expect(sms()).toEqual([
			{ to: desk, from: line, body: 'Unanswered: +15557030001, +15557030003' },
		]);
	});
});
