import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/workflows';
import { page, sandbox } from './browser';
import { executeStep, outputTable } from './panel';
import { boxOf, picture } from './picture';
import { openNode, saveNodes } from './workflow';

/** The value of a field that the service leaves out of its answer. */
const absent = undefined as unknown as string;
const customer = '+15550210001';
const [from, to] = ['+15550100001', customer];
/** Pixels of the output with its lines and three rows. */
const tableHeight = 800;
const list = (resource: string, operation: string, more: INodeParameters = {}) => ({
	parameters: { resource, operation, limit: 10, ...more },
});

/** The table of the open node, after its run: the titles, and the cells below the first titles. */
async function firstColumns(count: number) {
	await executeStep();
	const [titles, ...rows] = await outputTable();
	return {
		titles: titles.slice(0, count),
		rows: rows.map((row) => row.slice(0, count)),
		all: rows,
	};
}

describe('the table of', () => {
	let workflow: WorkflowFile;
	beforeAll(async () => {
		const { store } = sandbox.simulator;
		// First in their lists, and without the fields that the later records have.
		store.addContact({ phone: customer, email: absent, lastName: absent, company_name: absent });
		store.addCall({ fromNumber: from, toNumber: to, endless: true });
		store.receiveSms({ from: to, to: from, body: 'Hello', sentAt: Date.now() - 60_000 });
		store.deliverAfter(customer, Infinity);
		const { conversationId } = store.sendSms({ from, to, body: 'Are you coming?' });
		Object.assign(store.conversations.get(conversationId) ?? {}, { customerName: undefined });
		workflow = await saveNodes({
			Messages: list('sms', 'getMessages', {
				conversationId: { __rl: true, mode: 'id', value: conversationId },
			}),
			Conversations: list('sms', 'getConversations'),
			Contacts: list('contact', 'getAll'),
			Calls: list('call', 'getAll'),
			'Calls found': list('call', 'search', { query: '+1555' }),
		});
	});

	it.each<[string, string]>([
		['Messages', 'direction fromPhone toPhone body status sentAt deliveredAt id'],
		['Conversations', 'customerName customerPhone lastMessagePreview lastMessageAt'],
		['Contacts', 'firstName lastName phone email'],
		['Calls', 'direction fromNumber toNumber status startTimestamp endTimestamp durationMs'],
		['Calls found', 'direction fromNumber toNumber status startTimestamp'],
	])('%s begins with %s', async (name, columns) => {
		await openNode(workflow, name);
		const expected = columns.split(' ');
		const { titles, rows, all } = await firstColumns(expected.length);
		expect(titles).toStrictEqual(expected);
		expect(rows.length).toBe(name === 'Messages' ? 2 : 10);
		expect(rows.flat()).not.toContain('');
		expect(all.flat()).not.toContain('undefined');
	});
});

describe('the table of people that are written to', () => {
	const rows = [
		{ name: 'Ada', phone: '+15550210002', text: 'See you at 9', key: 'a' },
		{ name: 'Björn', phone: '12', text: 'See you at 10', key: 'b' },
		{ name: 'Ada, once more', phone: '+15550210002', text: 'See you at 9', key: 'a' },
	];
	const sending = (run: string, options: INodeParameters = {}) => ({
		onError: 'continueRegularOutput' as const,
		parameters: {
			resource: 'sms',
			operation: 'send',
			to: '={{ $json.phone }}',
			body: '={{ $json.text }}',
			from: { __rl: true, mode: 'number', value: from },
			options: { onceKey: `=${run} {{ $json.key }}`, ...options },
		},
	});
	let workflow: WorkflowFile;
	beforeAll(async () => {
		const nodes = { Send: sending('sent'), 'Dry Run': sending('checked', { dryRun: true }) };
		workflow = await saveNodes(nodes, rows);
	});

	it('Send says in each row what became of it', async () => {
		await openNode(workflow, 'Send');
		const { titles, rows: shown } = await firstColumns(4);
		expect(titles).toStrictEqual(['outcome', 'reason', 'to', 'body']);
		expect(shown.map(([outcome]) => outcome)).toStrictEqual(['sent', 'failed', 'skipped']);
		expect(shown.flatMap(([, reason]) => reason)).not.toContain('undefined');
		expect(sandbox.simulator.ledger.filter(({ body }) => isToAda(body))).toHaveLength(1);
		const panel = await boxOf(page.getByTestId('output-panel'));
		await picture('outcomes', { ...panel, height: Math.min(panel.height, tableHeight) });
	});

	it('Dry Run gives the rows of the real run: a failed one has the columns of its list', async () => {
		await openNode(workflow, 'Dry Run');
		await executeStep();
		const [titles, ...shown] = await outputTable();
		expect(titles.slice(0, 4)).toStrictEqual(['outcome', 'reason', 'to', 'body']);
		expect(titles).toEqual(expect.arrayContaining(['name', 'phone', 'text', 'key']));
		expect(titles).not.toContain('error');
		expect(shown.map(([outcome]) => outcome)).toStrictEqual(['wouldSend', 'failed', 'skipped']);
		const ofList = shown.map((row) => row[titles.indexOf('name')]);
		expect(ofList).toStrictEqual(['undefined', 'Björn', 'undefined']);
		expect(shown.flatMap((row) => row.slice(0, 4))).not.toContain('undefined');
	});
});

function isToAda(body: unknown): boolean {
	return JSON.stringify(body).includes('+15550210002');
}
