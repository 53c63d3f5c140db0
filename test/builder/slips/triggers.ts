import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { waitFor } from '../../../sandbox/progress';
import { readTriggered, type Run, type WorkflowFile } from '../../../sandbox/workflows';
import { often } from '../../sandbox/often';
import { builder, sandbox, triggerId } from '../session';

const [first, second] = ['+15550100001', '+15550100002'];
const customer = '+15557060001';

interface TriggerSlip {
	name: string;
	parameters: IDataObject;
	/** What the trigger gives out of what happens, sorted. */
	gives: string[];
}

/** Slips in a trigger. */
const slips: TriggerSlip[] = [
	{
		name: 'triggerOn, not event',
		parameters: { triggerOn: 'callEnded' },
		gives: ['Hello', 'STOP'],
	},
	{
		name: 'companyNumber at the top level',
		parameters: { event: 'smsReceived', companyNumber: first },
		gives: ['Hello', 'STOP'],
	},
	{
		name: 'filters.companyPhone',
		parameters: { event: 'smsReceived', filters: { companyPhone: first } },
		gives: ['Hello', 'STOP'],
	},
	{
		name: 'words at the top level',
		parameters: { event: 'smsReceived', words: { values: { list: 'optOut' } } },
		gives: ['Hello', 'STOP'],
	},
	{
		name: 'filters.keyword',
		parameters: { event: 'smsReceived', filters: { keyword: 'STOP' } },
		gives: ['Hello', 'STOP'],
	},
	{
		name: 'a filter of another event',
		parameters: { event: 'smsReceived', filters: { direction: 'OUTBOUND', tags: 'vip' } },
		gives: ['Hello', 'STOP'],
	},
	{
		name: 'direction at the top level',
		parameters: { event: 'callEnded', direction: 'INBOUND' },
		gives: ['INBOUND', 'OUTBOUND'],
	},
	{
		name: 'options.downloadRecording',
		parameters: { event: 'callEnded', options: { downloadRecording: true } },
		gives: ['INBOUND', 'OUTBOUND'],
	},
	{
		name: 'filters.tag',
		parameters: { event: 'contactCreated', filters: { tag: 'vip' } },
		gives: ['Ann', 'Ben'],
	},
];

/** The same, where the trigger refuses to begin. */
const refused: Array<[name: string, parameters: IDataObject, says: string]> = [
	[
		'filters.words without values',
		{ event: 'smsReceived', filters: { words: { list: 'optOut' } } },
		"'Words' is empty",
	],
	[
		'filters.words as text',
		{ event: 'smsReceived', filters: { words: 'STOP' } },
		"'Words' is empty",
	],
	[
		'an event that there is not',
		{ event: 'messageReceived' },
		'There is no event "messageReceived"',
	],
	[
		'a name, not a number',
		{ event: 'smsReceived', filters: { companyNumber: 'office' } },
		`'Company Number' is not a phone number: "office"`,
	],
];

const nodeName = (index: number) => `Slip ${index}`;

/** A workflow with these triggers. */
function codeOf(triggers: IDataObject[]): string {
	const nodes = triggers.map((parameters, index) => {
		const config = { name: nodeName(index), parameters: { ...parameters, pollTimes: often } };
		return `const slip${index} = trigger({ type: '${triggerId}', version: 1, config: ${JSON.stringify(config)} });`;
	});
	const branches = triggers.map((_parameters, index) => `.add(slip${index}).to(end)`);
	return `
		${nodes.join('\n')}
		const end = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'End' } });
		export default workflow('slips', 'Slips')${branches.join('')};
	`;
}

/** Events of each kind that tell the filters apart. */
function happen() {
	const { store } = sandbox.simulator;
	store.receiveSms({ from: customer, to: first, body: 'Hello' });
	store.receiveSms({ from: customer, to: second, body: 'STOP' });
	for (const direction of ['INBOUND', 'OUTBOUND'] as const) {
		store.addCall({ direction, status: 'ENDED', durationMs: 30_000 });
	}
	store.addContact({ firstName: 'Ann', tags: ['vip'] });
	store.addContact({ firstName: 'Ben' });
}

const labelOf = ({ json, binary }: INodeExecutionData) =>
	[json.body ?? json.direction ?? json.firstName, ...Object.keys(binary ?? {})].join(' ');

describe('slips in a trigger, which n8n finds valid', () => {
	let given: string[][];
	let refusals = '';

	beforeAll(async () => {
		sandbox.simulator.reset();
		const id = await builder.create(codeOf(slips.map(({ parameters }) => parameters)));
		const refusedId = await builder.create(codeOf(refused.map(([, parameters]) => parameters)));
		await builder.publish(id);
		// n8n tries for a quarter of a minute.
		const refusing = builder.publish(refusedId).catch((error: Error) => error.message);
		happen();
		const known = new Map<string, Run>();
		await waitFor('what the triggers give out', 60, async () => {
			const runs = await readTriggered(sandbox.n8n.rest, { id } as WorkflowFile, known);
			given = slips.map((_slip, index) => {
				const items = runs.flatMap(({ outputs }) => outputs[nodeName(index)]?.[0] ?? []);
				return items.map(labelOf).sort();
			});
			const isDone = slips.every(({ gives }, index) => given[index].length >= gives.length);
			return isDone ? true : undefined;
		}).catch(() => undefined);
		await builder.unpublish(id);
		refusals = (await refusing) ?? '';
		await builder.unpublish(refusedId);
	});

	it.each(slips.map(({ name, gives }, index) => [name, index, gives] as const))(
		'%s',
		(_name, index, gives) => {
			expect(given[index]).toEqual(gives);
		},
	);

	it('says to nobody that a trigger has not begun: only n8n knows why', () => {
		expect(refusals).toMatch(/^failed: /);
		for (const [name, , says] of refused)
			expect([name, refusals]).toEqual([name, expect.stringContaining(says)]);
	});
});
