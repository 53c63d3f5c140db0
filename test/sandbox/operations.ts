import axios from 'axios';
import type { IDataObject, INode, INodeTypeDescription } from 'n8n-workflow';
import { triedVersions } from '../../sandbox/versions';
import { items, type WorkflowFile } from '../../sandbox/workflows';
import { ofPromises } from './everyN8n/promises';
import { ofResources } from './everyN8n/resources';
import { ofUnpromised } from './everyN8n/unpromised';
import { workflowWith } from './asker';
import { nodeType, sender } from './deliveries';
import { sandbox } from './running';
import { ran, typesOf, workflowOfTests } from './runs';

const sendToThree = workflowOfTests('send-to-three');

describe('in a real n8n', () => {
	let types: INodeTypeDescription[];
	beforeAll(async () => {
		types = await typesOf(sandbox);
	});

	it('shows every operation of the node in the workflows below', () => {
		const shown = [
			...sandbox.examples,
			...['call-a-customer', 'call-records', 'contact-records'].map(workflowOfTests),
			workflowWith({}, 1),
		]
			.flatMap(({ nodes }) => nodes)
			.filter(({ type }) => type === nodeType)
			.map(({ parameters }) => `${parameters.resource}.${parameters.operation}`);
		const { properties } = typeOf(nodeType);
		const offered = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [], displayOptions }) =>
				options.flatMap((option) =>
					'value' in option ? `${displayOptions?.show?.resource?.[0]}.${option.value}` : [],
				),
			)
			// n8n's own entry, which sends people to the HTTP Request node.
			.filter((operation) => !operation.endsWith('.__CUSTOM_API_CALL__'));
		expect([...new Set(shown)].sort()).toEqual(offered.sort());
	});

	it.each([...ofResources, ...ofPromises, ...ofUnpromised])(
		'does what every n8n does: $name',
		async ({ run }) => {
			await run({ sandbox, version: triedVersions[0], types });
		},
	);

	it('creates the contacts that a file lists', async () => {
		const run = await ran(sandbox, workflowOfTests('contacts-of-a-file'));
		expect(items(run, 'Create the contacts').map(({ json }) => json.firstName)).toEqual([
			'Grace',
			'Alan',
		]);
		expect(sandbox.simulator.ledger.map(({ body }) => (body as IDataObject).phone).sort()).toEqual([
			'+15550200002',
			'+15550200003',
		]);
	});

	it('sends a message with a Send Once Key once, also over two executions and a restart', async () => {
		const workflow = withOptions(sendToThree, 'sendOnce', {
			onceKey: 'welcome',
		});
		const { simulator } = sandbox;
		simulator.fail(
			{ body: { to: '+15550200002' } },
			{ kind: 'successFalse', message: 'No credit' },
		);
		const refused = await sandbox.runWorkflow(workflow);
		expect(refused.status).toBe('error');
		expect(refused.error?.description).toContain('No credit');
		await sandbox.restartN8n();
		const second = items(await ran(sandbox, workflow), 'Send an SMS');
		// What was sent in the first execution is skipped, and the refused one is sent now.
		expect(second.map(({ json }) => json.outcome === 'skipped' || json.status)).toEqual([
			true,
			'queued',
			true,
		]);
		const third = items(await ran(sandbox, workflow), 'Send an SMS');
		expect(third.map(({ json }) => json.outcome === 'skipped')).toEqual([true, true, true]);
		expect(third[0].json.onceKey).toBe('welcome');
		const sent = simulator.ledger.map(({ body }) => (body as { to: string }).to);
		expect(sent.sort()).toEqual(['+15550200001', '+15550200002', '+15550200003']);
	});

	it('tests the credential by what the key may do, and by the address', async () => {
		const { restrictedKey, sendOnlyKey } = sandbox.simulator;
		expect(await sandbox.testCredential({ apiKey: restrictedKey })).toMatchObject({ status: 'OK' });
		expect(await sandbox.testCredential({ apiKey: sendOnlyKey })).toEqual({
			status: 'Error',
			message: expect.stringContaining('may not read contacts'),
		});
		expect(await sandbox.testCredential({ baseUrl: sandbox.simulator.url })).toEqual({
			status: 'Error',
			message: expect.stringContaining('/api/v1'),
		});
	});

	it('offers the node as a tool and serves its icons', async () => {
		const node = typeOf(nodeType);
		const tool = typeOf(`${nodeType}Tool`);
		expect(tool.outputs).toEqual(['ai_tool']);
		expect(node.iconUrl).toEqual({ light: expect.any(String), dark: expect.any(String) });
		for (const path of Object.values(node.iconUrl as object)) {
			const { headers } = await axios.get(`${sandbox.n8n.url}/${path}`, { proxy: false });
			expect(headers['content-type']).toContain('image/svg+xml');
		}
	});

	it('starts again with the same workflows', async () => {
		await sandbox.restartN8n();
		const { data } = await sandbox.n8n.rest.get<Array<{ id: string }>>('/workflows');
		expect(data.map(({ id }) => id)).toEqual(
			expect.arrayContaining(sandbox.examples.map(({ id }) => id)),
		);
		await ran(sandbox, sandbox.examples[0]);
		expect(sandbox.simulator.ledger).toHaveLength(1);
	});

	function typeOf(name: string): INodeTypeDescription {
		const found = types.find((type) => type.name === name);
		if (!found) throw new Error(`n8n knows no node type ${name}`);
		return found;
	}
});

/** A copy of an example under an id of its own, with options set on the node that sends. */
function withOptions(workflow: WorkflowFile, id: string, options: IDataObject): WorkflowFile {
	const copy = { ...structuredClone(workflow), id, name: `Test: ${id}` };
	sender(copy).parameters.options = options as INode['parameters'];
	return copy;
}
