import type { IDataObject } from 'n8n-workflow';

import { agent2, agent3 } from './agentNode';
import { everythingOf } from './everything';
import { mcpServer } from './mcp';
import { previewAgent } from './preview';
import { call, sandbox, tool } from './session';
import { said } from '../../harness/n8n/messages';

const deleted = '{"deleted":true,"id":"call_000001"}';
const missing = `No call has the ID "Ada". IDs look like call_000042. Find one ${said.toolThatLists} calls, if you have one. Otherwise tell the user.`;

// As docs/agents.md says it, under "Which runtime shows what".
it.each([
	{ runtime: agent3, record: `[${deleted}]`, error: JSON.stringify([{ error: missing }]) },
	{ runtime: agent2, record: `[${deleted}]`, error: '' },
	{ runtime: mcpServer, record: `[${deleted}]`, error: `NodeOperationError: ${missing}` },
	{
		runtime: previewAgent,
		record: `{"status":"success","data":[{"json":${deleted},"pairedItem":{"item":0}}]}`,
		error: JSON.stringify({ error: `Error: ${missing}` }),
	},
])('$runtime.name shows a record and an error in its own way', async ({ runtime, ...shown }) => {
	const { good, wrong } = await everythingOf(runtime);
	expect(good.get('call.delete')).toBe(shown.record);
	expect(wrong.get('call.delete')).toBe(shown.error);
});

describe('a field that is given to the model as JSON by an expression', () => {
	beforeEach(() => sandbox.simulator.reset());
	const withMetadata = () => {
		const { keys, ...create } = tool('call.create', {
			additionalFields: { metadata: `={{ $fromAI('Metadata', '', 'json') }}` },
		});
		return { ...create, keys: new Map([...keys, ['metadata', 'Metadata']]) };
	};
	const given = { fromNumber: '+15550100001', toNumber: '+15550100042' };
	const demand = /non-empty object/;

	it.each([agent3, agent2, mcpServer, previewAgent])(
		'takes an object in $name',
		async (runtime) => {
			const create = withMetadata();
			await runtime.play([create], [[call(create, { ...given, metadata: { order: 'A-1001' } })]]);
			expect(sandbox.simulator.ledger.map(({ body }) => (body as IDataObject).metadata)).toEqual([
				{ order: 'A-1001' },
			]);
		},
	);

	it('may be empty in AI Agent v3.1 alone', async () => {
		const create = withMetadata();
		const empty = [[call(create, { ...given, metadata: {} })]];
		await agent3.play([create], empty);
		expect(sandbox.simulator.ledger).toHaveLength(1);
		await expect(agent2.play([create], empty)).rejects.toThrow(demand);
		for (const runtime of [mcpServer, previewAgent]) {
			const { answers } = await runtime.play([create], empty);
			expect(answers[0][0]).toMatch(demand);
		}
		expect(sandbox.simulator.ledger).toHaveLength(1);
	});
});

it('an argument that is left out is empty in AI Agent v3.1 and refused by n8n elsewhere', async () => {
	sandbox.simulator.reset();
	const send = tool('sms.send');
	const { name, arguments: given } = call(send, { from: '+15550100001', to: '+15550100042' });
	delete given.Message;
	const turns = [[{ name, arguments: given }]];
	const { answers } = await agent3.play([send], turns);
	expect(agent3.read(answers[0][0])).toEqual({
		error: expect.stringContaining("'Message' is empty") as string,
	});
	await expect(agent2.play([send], turns)).rejects.toThrow(/did not match expected schema/);
	for (const runtime of [mcpServer, previewAgent]) {
		const { answers: refusals } = await runtime.play([send], turns);
		expect(refusals[0][0]).toMatch(/Required/);
	}
	expect(sandbox.simulator.requests).toStrictEqual([]);
});

it('a field with a fixed list is given to a model by an expression', async () => {
	sandbox.simulator.reset();
	const { keys, ...list } = tool('call.getAll', {
		filters: { status: `={{ $fromAI('Status', 'ENDED or ERROR', 'string') }}` },
	});
	const named = { ...list, keys: new Map([...keys, ['status', 'Status']]), nothing: { Limit: 2 } };
	const { offered, answers } = await agent3.play([named], [[call(named, { status: 'ERROR' })]]);
	expect(offered[0].schema.properties).toHaveProperty('Status', {
		type: 'string',
		description: 'ENDED or ERROR',
	});
	expect(agent3.read(answers[0][0])).toEqual({
		records: expect.arrayContaining([expect.objectContaining({ status: 'ERROR' })]) as unknown,
	});
});
