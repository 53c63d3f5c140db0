/** What is said of rows where the node runs more than once in an execution. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, IRun } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { said } from '../../harness/n8n/messages';
import { good } from '../../harness/n8n/parameters';
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

const again = 'If you run the workflow again, the rows that are done are sent again.';
const key = 'A Send Once Key that is set before the first run prevents that.';

describe('the error of a round', () => {
	it.each<[string, number, number, IDataObject, string]>([
		[
			'names rows by their receivers, and gives the advice of the loop',
			3,
			4,
			{},
			`Rows count within round 2 of a loop, not within your list. ${said.done}: 1 (${number(3)}). ${said.notDone}: 2 (${number(4)}). ${said.notStarted}: 3 (${number(5)}). The rounds before ran to their end, later ones were not started. ${again} ${key}`,
		],
		[
			'says the same of the first round, which knows that it is one',
			3,
			1,
			{},
			`Rows count within round 1 of a loop, not within your list. ${said.done}: 1 (${number(0)}). ${said.notDone}: 2 (${number(1)}). ${said.notStarted}: 3 (${number(2)}). Later rounds were not started. ${again} ${key}`,
		],
		[
			'does not warn of what was not done',
			3,
			0,
			{},
			`Rows count within round 1 of a loop, not within your list. ${said.done}: none. ${said.notDone}: 1 (${number(0)}). ${said.notStarted}: 2-3 (${number(1)}, ${number(2)}). Later rounds were not started.`,
		],
		[
			'of one row needs no rows',
			1,
			4,
			{},
			`This was round 5 of a loop. The rounds before ran to their end, later ones were not started. ${again} ${key}`,
		],
		[
			'names the keys, which make running again safe',
			3,
			4,
			{ onceKey: '={{ $json.key }}' },
			`Rows count within round 2 of a loop, not within your list. ${said.done}: 1 (${number(3)} with the key "day 3"). ${said.notDone}: 2 (${number(4)} with the key "day 4"). ${said.notStarted}: 3 (${number(5)} with the key "day 5"). The rounds before ran to their end, later ones were not started. You can run the workflow again: rows that get the same Send Once Key again are skipped.`,
		],
	])('%s', async (_what, batchSize, refused, options, description) => {
		refuse(refused);
		const execution = await run({ ...loop(batchSize), parameters: send(options) });
		expect(errorOf(execution)).toContain(description);
		expect(errorOf(execution)).not.toContain('Next, run only');
		expect(simulator.ledger).toHaveLength(refused);
	});

	it('of a row that cannot be read does not warn, where the node has a key', async () => {
		const items = people.map((person, index) =>
			index === 4 ? { ...person, to: 'nobody' } : person,
		);
		const parameters = send({ onceKey: '={{ $json.key }}' });
		const execution = await run({ ...loop(1), items, parameters });
		expect(errorOf(execution)).toContain(
			'You can run the workflow again: rows that get the same Send Once Key',
		);
		expect(errorOf(execution)).not.toContain(again);
	});

	it('where no row was started', async () => {
		const items = people.map((person, index) => ({
			...person,
			to: index === 4 ? 'nobody' : person.to,
		}));
		const execution = await run({ ...loop(3), items });
		expect(errorOf(execution)).toContain(`None of the 3 items of this round ${said.noneStarted}`);
		expect(errorOf(execution)).toContain('The rounds before ran to their end');
	});
});

it.each<[string, Pick<WorkflowRun, 'others' | 'connections' | 'first'>]>([
	[
		'behind the loop',
		{
			others: { Loop: loopOverItems(3), Body: passes() },
			connections: ['Loop 1 > Body', 'Body > Loop', `Loop 0 > ${sender}`],
			first: 'Loop',
		},
	],
	[
		'without a loop',
		{ others: { Start: passes() }, connections: [`Start > ${sender}`], first: 'Start' },
	],
	[
		'that two triggers lead to, one of which started',
		{
			others: { Manual: passes(), Schedule: passes() },
			connections: [`Manual > ${sender}`, `Schedule > ${sender}`],
			first: 'Manual',
		},
	],
])('rows of a node %s are those of the list', async (_where, given) => {
	refuse(4);
	const execution = await run(given);
	expect(errorOf(execution)).toContain(
		`${said.done}: 1-4. ${said.notDone}: 5. ${said.notStarted}: 6-9. Next, run only rows 5-9.`,
	);
});

it.each<[string, Pick<WorkflowRun, 'others' | 'connections' | 'first'>, number, string]>([
	[
		'behind an inner loop, in an outer one',
		{
			others: { Outer: loopOverItems(3), Inner: loopOverItems(2), Body: passes() },
			connections: [
				'Outer 1 > Inner',
				'Inner 1 > Body',
				'Body > Inner',
				`Inner 0 > ${sender}`,
				`${sender} > Outer`,
			],
			first: 'Outer',
		},
		1,
		'Rows count within round 1 of a loop',
	],
	[
		'that a loop leads to, but that does not lead back',
		{
			others: { Loop: loopOverItems(3), Body: passes() },
			connections: [`Loop 1 > ${sender}`, 'Loop 1 > Body', 'Body > Loop'],
			first: 'Loop',
		},
		1,
		// n8n does the other branch of each round first.
		'The node runs more than once in this execution: rows count within run 3',
	],
	[
		'that two outputs of one node lead to',
		{
			others: { If: passes(2) },
			connections: [`If 0 > ${sender}`, `If 1 > ${sender}`],
			first: 'If',
		},
		1,
		'The node runs more than once in this execution: rows count within run 1',
	],
])('rows of a node %s are not those of the list', async (_where, given, refused, said) => {
	refuse(refused);
	const execution = await run(given);
	expect(errorOf(execution)).toContain(said);
	expect(errorOf(execution)).not.toContain('Next, run only');
});

describe('where two branches run one node', () => {
	it('rows are those of a run', async () => {
		refuse(1);
		const execution = await run({ ...branches, items: people.slice(0, 3) });
		expect(errorOf(execution)).toContain(
			`The node runs more than once in this execution: rows count within run 1, not within your list. ${said.done}: 1 (${number(0)}).`,
		);
		expect(errorOf(execution)).toContain(`Later runs were not started. ${again} ${key}`);
	});

	it('the second run says that the first is done', async () => {
		simulator.fail({ body: { to: number(0) } }, { kind: 'status', status: 400 }, 1);
		simulator.clearFaults();
		const settings = { onError: 'continueRegularOutput' } as const;
		const wrong = { ...people[0], to: 'nobody' };
		const execution = await run({ ...branches, items: [wrong, people[1]], settings });
		expect(hintsOf(execution)).toStrictEqual(
			Array.from({ length: 2 }, () => ['1 of 2 items failed (row 1 of this run: nobody).']),
		);
	});
});

it('the lines above the output of a round name its rows', async () => {
	refuse(4);
	const settings = { onError: 'continueRegularOutput' } as const;
	const execution = await run({
		...loop(3),
		items: people.map((person, index) => ({ ...person, key: index === 8 ? 'day 7' : person.key })),
		parameters: send({ skipTag: 'no-sms' }),
		settings,
		started: () => void simulator.store.addContact({ phone: number(7), tags: ['no-sms'] }),
	});
	const [, second, third] = hintsOf(execution);
	expect(second[0]).toBe(`1 of 3 items failed (row 2 of this round: ${number(4)}).`);
	expect(third.join(' ')).toContain(`"no-sms" (row 2 of this round: ${number(7)}).`);
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
	expect(line).toContain(
		`Rows count within round 2 of a loop, not within your list. ${said.done}: 1 (${number(3)}). ${said.maybeDone}: 2 (${number(4)}). ${said.notStarted}: 3 (${number(5)}).`,
	);
	expect(line).toContain('The rounds before ran to their end');
});
