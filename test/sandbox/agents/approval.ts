import type { IDataObject } from 'n8n-workflow';
import { nodeNameToToolName } from 'n8n-workflow';

import { companyNumbers } from '../../simulator';
import { agent3, agent2 } from './agentNode';
import { mcpServer } from './mcp';
import { person, withPerson } from './person';
import { previewAgent } from './preview';
import { call, sandbox, tool } from './session';
import type { ToolNode } from './toolNodes';

const [own] = companyNumbers;
const customer = '+15550100042';
/** Whom the SMS went to that arrived at the service. */
const reached = () => sandbox.simulator.ledger.map(({ body }) => (body as IDataObject).to);

const question = {
	operation: 'sendAndWait',
	resource: 'sms',
	from: { __rl: true, mode: 'number', value: own },
	to: person,
	approvalOptions: { values: { approvalType: 'double' } },
	options: {},
};

/** A call of a tool behind the human-in-the-loop tool, as n8n asks a model for it. */
function gatedCall(gated: ToolNode, given: IDataObject) {
	const { name, arguments: toolParameters } = call(gated, given);
	return { name, arguments: { toolParameters, hitlParameters: {} } };
}

describe('approval by SMS of what a model wants to do', () => {
	beforeEach(() => sandbox.simulator.reset());

	const text = { from: own, to: customer, body: 'Your table is booked.' };
	const ask = async (decision: Record<string, string>) => {
		const send = tool('sms.send');
		const gate = {
			name: 'Ask the boss',
			gates: [send],
			parameters: {
				...question,
				message:
					'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}',
			},
		};
		return await withPerson(agent3.play([], [[gatedCall(send, text)]], gate), decision);
	};

	it('given: it is done, and the model gets its answer', async () => {
		const { done, asked, before } = await ask({ decision: 'approve' });
		expect(asked).toContain(nodeNameToToolName(tool('sms.send').name));
		expect(asked).toContain(text.body);
		// A look at the page, such as of a link preview, had done nothing.
		expect(before).toBe(1);
		expect(reached()).toStrictEqual([person, customer]);
		expect(agent3.read(done.answers[0][0])).toEqual({
			records: [expect.objectContaining({ status: 'queued' }) as unknown],
		});
	});

	it('declined: nothing is sent, and the model is told to stop', async () => {
		const { done } = await ask({ decision: 'decline' });
		expect(reached()).toStrictEqual([person]);
		expect(done.answers[0][0]).toMatch(/User rejected the tool call/);
		expect(done.answers[0][0]).toMatch(/STOP/);
	});
});

describe('a question that a model asks a person', () => {
	beforeEach(() => sandbox.simulator.reset());
	const asking = (more: IDataObject = {}) => {
		const ask = tool('sms.sendAndWait', more);
		const given = { from: own, to: person, message: 'May I book the table?' };
		return { ask, turns: [[call(ask, given)]] };
	};

	it('brings it the free text that the person writes, in AI Agent v3.1', async () => {
		const { ask, turns } = asking({ responseType: 'freeText' });
		const { done } = await withPerson(agent3.play([ask], turns), { text: '8 pm, by the window' });
		expect(agent3.read(done.answers[0][0])).toEqual({
			records: [
				{ data: { text: '8 pm, by the window', respondedAt: expect.any(String) as string } },
			],
		});
	});

	it.each([agent2, mcpServer])(
		'is not sent where nobody waits for it, in $name',
		async (runtime) => {
			const { ask, turns } = asking();
			const { answers } = await runtime.play([ask], turns);
			expect(sandbox.simulator.ledger).toStrictEqual([]);
			if (runtime !== agent2) {
				expect(runtime.read(answers[0][0])).toEqual({
					error: expect.stringContaining('cannot be waited for') as string,
				});
			}
		},
	);

	it('is refused by Agents (Preview) itself', async () => {
		const { ask, turns } = asking();
		const { answers } = await previewAgent.play([ask], turns);
		expect(sandbox.simulator.ledger).toStrictEqual([]);
		expect(previewAgent.read(answers[0][0])).toEqual({
			error: expect.stringContaining('not supported for agent tool execution') as string,
		});
	});
});
