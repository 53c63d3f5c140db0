import type { IDataObject, INode } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { operationsWithOptions } from '../../../../nodes/VoiceSms/layers';
import { properties } from '../../../../nodes/VoiceSms/operations/properties';
import { VoiceSms } from '../../../../nodes/VoiceSms/VoiceSms.node';
import { fromModel, toolType, underAgentV2, type Tool } from '../../../harness/n8n/agents';
import { locator } from '../../../harness/n8n/engine';
import { companyNumbers } from '../../../simulator';
import { fake } from '../../../harness/n8n/fake';
import { few, withSimulator } from '../../../harness/service/service';
import { good } from '../../../harness/n8n/parameters';

const [own] = companyNumbers;

const simulator = withSimulator({ seed: { ...few, contacts: 30 } });

const said = (tool: string): string => JSON.parse(tool) as string;

/** Runs an agent that does with its one tool what the test says, in n8n-core's engine. */
async function withTool(
	parameters: IDataObject,
	use: (tool: Tool) => Promise<void>,
	settings: Partial<INode> = {},
): Promise<void> {
	await underAgentV2({ parameters, credential: simulator, settings }, use);
}

describe('as a tool of an AI agent', () => {
	it('is offered by n8n', () => {
		expect(new VoiceSms().description.usableAsTool).toBeTruthy();
	});

	const saved = operationsWithOptions.map(({ resource, value, action, toolText: forModel }) => {
		return { name: `${resource}.${value}`, resource, operation: value, action, forModel };
	});
	const describedAs = async (parameters: IDataObject) => {
		let described = '';
		await withTool(parameters, async ({ description }) => {
			described = description;
		});
		return described;
	};

	it.each(saved)('$name is described to the model by its own text', async (one) => {
		const { resource, operation, forModel } = one;
		await expect(describedAs({ resource, operation })).resolves.toBe(forModel);
	});

	it('is described by the text that a person wrote', async () => {
		const toolDescription = '={{ "Text " + "Ada" }}';
		await expect(describedAs({ ...send, toolDescription })).resolves.toBe('Text Ada');
	});

	it.each(saved)(
		'$name is described by its action where n8n reads only saved parameters',
		(one) => {
			const { resource, operation, action } = one;
			const described = NodeHelpers.getToolDescriptionForNode(
				fake<INode>({ parameters: { resource, operation } }),
				toolType(),
			);
			expect(described).toBe(`${action} in Voice and SMS`);
		},
	);

	it.each([true, false])('has a description of its own where n8n evaluates it: %s', (evaluates) => {
		const names = properties(operationsWithOptions, evaluates).map(({ name }) => name);
		expect(names.includes('toolDescription')).toBe(evaluates);
	});

	const send = { ...good.send, to: fromModel('To_Number'), body: fromModel('Message') };

	it('sends what the model fills in and answers in text', async () => {
		await withTool(send, async (tool) => {
			expect(tool.name).toBe('Texting');
			expect(Object.keys(tool.schema.shape)).toEqual(['To_Number', 'Message']);
			expect(tool.schema.safeParse({ Message: 'Hello' }).success).toBe(false);
			const answer = await tool.invoke({ To_Number: '+15557654321', Message: 'Hello' });
			expect(JSON.parse(answer)).toEqual([
				{
					to: '+15557654321',
					from: own,
					segments: 1,
					encoding: 'GSM-7',
					messageId: simulator.ledger[0].id,
					conversationId: expect.stringMatching(/^conversation_/) as string,
					carrierSid: expect.any(String) as string,
					status: 'queued',
				},
			]);
		});
		expect(simulator.requests.map(({ method, body }) => [method, body])).toEqual([
			['POST', { to: '+15557654321', from: own, body: 'Hello' }],
		]);
	});

	it('does each of several calls of the model, and a repeated one once', async () => {
		await withTool(send, async (tool) => {
			for (const number of [1, 2, 1]) {
				await tool.invoke({ To_Number: `+1555765432${number}`, Message: 'Hello' });
			}
		});
		expect(simulator.ledger.map(({ body }) => (body as IDataObject).to)).toEqual([
			'+15557654321',
			'+15557654322',
		]);
	});

	it('tells the model what went wrong and what to do', async () => {
		await withTool(
			{ resource: 'contact', operation: 'get', contactId: locator(fromModel('Contact_ID')) },
			async (tool) => {
				const answer = tool.invoke({ Contact_ID: 'contact_9' });
				await expect(answer).rejects.toThrow(
					/^No contact has the ID "contact_9"\. .* Find one with/,
				);
				await expect(tool.invoke({ Contact_ID: ' ' })).rejects.toThrow(/is empty\. Fill it in/);
			},
		);
	});

	it('never sends again what may have been sent, with Retry On Fail on', async () => {
		simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true });
		await withTool(
			send,
			async (tool) => {
				await tool
					.invoke({ To_Number: '+15557654321', Message: 'Hello' })
					.then(said, (error: Error) => error.message);
			},
			{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		);
		expect(simulator.ledger).toHaveLength(1);
	});

	it('reads a list in a form small enough for a model', async () => {
		await withTool(
			{
				resource: 'contact',
				operation: 'getAll',
				returnAll: false,
				limit: fromModel('Limit', 'number'),
				simple: true,
				filters: { search: fromModel('Search') },
			},
			async (tool) => {
				const answer = JSON.parse(await tool.invoke({ Limit: 2, Search: 'person' })) as unknown[];
				expect(answer).toHaveLength(3);
				expect(answer[2]).toMatchObject({ shown: 2, total: 30 });
				expect(Object.keys(answer[0] as object).length).toBeLessThanOrEqual(10);
			},
		);
		expect(simulator.requests.map(({ query }) => ({ ...query }))).toEqual([
			{ page: '1', limit: '2', search: 'person' },
		]);
	});

	it('gives the address of a recording besides the file, which agents cannot take', async () => {
		await withTool(
			{
				resource: 'call',
				operation: 'getRecording',
				callId: locator(fromModel('Call')),
				download: true,
				binaryPropertyName: 'data',
			},
			async (tool) => {
				expect(JSON.parse(await tool.invoke({ Call: 'call_000001' }))).toEqual([
					{
						callId: 'call_000001',
						recordingUrl: `${simulator.recordingsUrl}/recordings/call_000001.wav`,
						source: 'voice-engine',
					},
				]);
			},
		);
	});
});
