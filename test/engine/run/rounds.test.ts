/** What is said of rows where the node runs more than once in an execution. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, IRun } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { said } from '../../harness/n8n/messages';
import { good, question } from '../../harness/n8n/parameters';
import {
	loopOverItems,
	passes,
	runWorkflow,
	sender,
	type WorkflowRun,
} from '../../harness/n8n/workflow';
import { empty } from '../../harness/service/service';
import { until } from '../../harness/time/turns';

const { simulator } = withSimulatorAndStore({ seed: empty });

const number = (index: number) => `+1415555014${index}`;
const people = Array.from({ length: 9 }, (_, index) => ({
	to: number(index),
	key: `day ${index}`,
}));
const send = (options: IDataObject = {}) => ({
	...good.send,
	to: '={{ $json.to }}',
	body: 'Hi',
	options,
	requestOptions: { requestsAtOnce: 1 },
});
const refuse = (index: number) =>
	simulator.fail({ body: { to: number(index) } }, { kind: 'status', status: 400 });

const loop = (batchSize: number): Pick<WorkflowRun, 'others' | 'connections' | 'first'> => ({
	others: { Loop: loopOverItems(batchSize) },
	connections: [`Loop 1 > ${sender}`, `${sender} > Loop`],
	first: 'Loop',
});
/** Two branches that lead to the node, each with the whole list. */
const branches: Pick<WorkflowRun, 'others' | 'connections' | 'first'> = {
	others: { Start: passes(), A: passes(), B: passes() },
	connections: ['Start > A', 'Start > B', `A > ${sender}`, `B > ${sender}`],
	first: 'Start',
};
const run = async (
	given: Partial<WorkflowRun> & Pick<WorkflowRun, 'others' | 'connections' | 'first'>,
) => await runWorkflow({ items: people, parameters: send(), credential: simulator, ...given });

const errorOf = (execution: IRun) => String(execution.data.resultData.error?.description);
const hintsOf = (execution: IRun) =>
	(execution.data.resultData.runData[sender] ?? []).map(({ hints = [] }) =>
		hints.map(({ message }) => message),
	);

const throughBefore = 'Earlier runs of this node went through.';
const left = `${said.againWithout} ${said.left} items`;

describe('the error of a run of several', () => {
	it.each<[string, Partial<WorkflowRun>, number, string, string]>([
		['in a round', { ...loop(3) }, 4, throughBefore, `1 of 3 is sent. ${left}`],
		['in the first round', { ...loop(3) }, 1, '', `1 of 3 is sent. ${left}`],
		['where nothing was done', { ...loop(3) }, 0, '', 'None of 3 is sent.'],
		['of one item', { ...loop(1) }, 4, throughBefore, said.againWithout],
		[
			'with keys',
			{ ...loop(3), parameters: send({ onceKey: '={{ $json.key }}' }) },
			4,
			'',
			`1 of 3 is sent. ${said.againWithKey}`,
		],
		['of the first of two branches', branches, 1, '', `1 of 9 is sent. `],
	])('%s', async (_what, given, refused, before, description) => {
		refuse(refused);
		const execution = await run({ ...branches, ...given });
		expect(errorOf(execution)).toContain(description);
		expect(errorOf(execution).includes(throughBefore)).toBe(before !== '');
		expect(simulator.ledger).toHaveLength(refused);
	});

	it('where no item was started does not say that nothing was sent', async () => {
		const items = people.map((person, index) => ({
			...person,
			to: index === 4 ? 'nobody' : person.to,
		}));
		const execution = await run({ ...loop(3), items });
		expect(errorOf(execution)).toContain(throughBefore);
		expect(execution.data.resultData.error?.message).not.toContain(said.nothingSent);
	});

	it('where items cannot wait together does not say so either', async () => {
		const items = [true, true, false, false].map((dry) => ({ to: number(0), dry }));
		const options = { dryRun: '={{ $json.dry }}' };
		const asked = { ...question, to: '={{ $json.to }}', responseType: 'smsReply', options };
		const execution = await run({ ...loop(2), items, parameters: asked });
		expect(execution.data.resultData.error?.message).toContain('cannot be told apart');
		expect(errorOf(execution)).not.toContain(said.nothingSent);
	});
});

it('the lines above the output of a round name people', async () => {
	refuse(4);
	const settings = { onError: 'continueRegularOutput' } as const;
	const execution = await run({
		...loop(3),
		parameters: send({ skipTag: 'no-sms' }),
		settings,
		started: () => void simulator.store.addContact({ phone: number(7), tags: ['no-sms'] }),
	});
	const [, second, third] = hintsOf(execution);
	expect(second[0]).toBe(`Failed: 1 of 3, ${number(4)} (item 2).`);
	expect(third.join(' ')).toContain(`"no-sms" (${number(7)} (item 2)).`);
});

it("n8n's log after a Stop names the rows of a round", async () => {
	const warn = jest.spyOn(Container.get(Logger), 'warn').mockImplementation();
	warn.mockClear();
	simulator.fail({ body: { to: number(4) } }, { kind: 'hang' });
	const execution = await run({
		...loop(3),
		started: (running) => {
			void until(() => simulator.requests.length === 5).then(() => running.cancel());
		},
	});
	expect(execution.status).toBe('canceled');
	await until(() => warn.mock.calls.length > 0);
	const [[line]] = warn.mock.calls as unknown as [[string]];
	expect(line).toContain(`Perhaps sent: ${number(4)} (item 2).`);
	expect(line).toContain(throughBefore);
});
