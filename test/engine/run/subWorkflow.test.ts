/** A sub-workflow forgets: each run of the workflow that calls it begins a new execution. */
import type { IDataObject, IRun, WorkflowExecuteMode } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { said } from '../../harness/n8n/messages';
import { good } from '../../harness/n8n/parameters';
import { nodeThat, passes, runWorkflow, sender } from '../../harness/n8n/workflow';
import { empty } from '../../harness/service/service';
import { untyped } from '../../harness/n8n/fake';

const { simulator } = withSimulatorAndStore({ seed: empty });

const rows = ['+14155550142', '+14155550143', '+14155550144'].map((to) => ({ to }));
const send = (options: IDataObject = {}) => ({
	...good.send,
	to: '={{ $json.to }}',
	body: 'Hi',
	options,
	requestOptions: { requestsAtOnce: 1 },
});
/** The workflow that sends, called in this mode. */
const sub = async (items: IDataObject[], options: IDataObject, mode: WorkflowExecuteMode) =>
	await runWorkflow({
		others: { 'When Executed by Another Workflow': passes() },
		connections: [`When Executed by Another Workflow > ${sender}`],
		first: 'When Executed by Another Workflow',
		items,
		parameters: send(options),
		credential: simulator,
		mode,
	});

/** A workflow with *Execute Sub-workflow*, as n8n runs one (n8n, workflow-execute-additional-data). */
async function calling(options: IDataObject): Promise<{ parent: IRun; errors: string[] }> {
	const errors: string[] = [];
	const parent = await runWorkflow({
		others: {
			Call: nodeThat(1, async function () {
				const items = this.getInputData();
				const { data } = await this.executeWorkflow({ id: 'workflow-1' }, items);
				return untyped(data);
			}),
		},
		connections: [],
		first: 'Call',
		items: rows,
		parameters: send(options),
		credential: simulator,
		settingsOf: { Call: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		additional: {
			executeWorkflow: async (_info, _additionalData, { inputData = [] }) => {
				const items = inputData.map(({ json }) => json);
				const execution = await sub(items, options, 'integrated');
				const { error, runData } = execution.data.resultData;
				if (error !== undefined) {
					errors.push(String(error.description));
					throw error;
				}
				return { executionId: '2', data: runData[sender][0].data?.main ?? [] };
			},
		},
	});
	return { parent, errors };
}

const sentTo = () => simulator.ledger.map(({ body }) => (body as { to: string }).to);

describe('Retry On Fail of the node that calls', () => {
	beforeEach(() => {
		simulator.fail({ body: rows[1] }, { kind: 'status', status: 400 });
	});

	it('sends again, and the error says so', async () => {
		const { parent, errors } = await calling({});
		expect(parent.status).toBe('success');
		expect(sentTo()).toStrictEqual([0, 0, 1, 2].map((row) => rows[row].to));
		expect(errors).toStrictEqual([expect.stringContaining(said.againWithout)]);
	});

	it('sends nothing again with a Send Once Key, and the error does not warn', async () => {
		const { parent, errors } = await calling({ onceKey: 'offer' });
		expect(parent.status).toBe('success');
		expect(sentTo()).toStrictEqual(rows.map(({ to }) => to));
		expect(errors).toStrictEqual([expect.stringContaining(said.againWithKey)]);
	});
});
