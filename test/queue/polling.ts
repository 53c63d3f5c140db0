import { waitFor } from '../../sandbox/progress';
import type { Queue } from '../../sandbox/queue/queue';
import { companyNumbers } from '../simulator';
import { betweenPolls, polledOften, triggerType } from '../sandbox/often';
import { customer, inARow, n8nNode, numbered } from './workflows';

/** @param keptIn the table in which n8n keeps the state of the trigger; the other one has none */
export function polling(queue: () => Queue, keptIn: keyof typeof states) {
	describe('the trigger, polled by main and run by workers', () => {
		it('500 events with a restart of main in the middle: each starts a workflow exactly once', async () => {
			const { simulator } = queue();
			// Long enough that some of them happen while a poll is under way.
			simulator.latencyMs = 20;
			expect((await queue().publish(workflow)).status).toBe('published');
			const finished = () => queue().workers.map((_, index) => queue().finishedBy(index).length);
			const before = finished();
			const texts = numbered(500, 'Event');
			let next = 0;
			const happen = (count: number) => {
				for (const body of texts.slice(next, (next += count)))
					simulator.store.receiveSms({ from: customer, to: companyNumbers[0], body });
			};
			const happenOverPolls = async (portions: number) => {
				for (let portion = 0; portion < portions; portion++) {
					happen(50);
					await pollsOf(1);
				}
			};
			await happenOverPolls(4);
			await allStarted(texts.slice(0, next));
			await betweenPolls(simulator);
			happen(50);
			await queue().restartN8n(() => happen(50));
			await happenOverPolls(4);
			await allStarted(texts);
			// What was given out twice could still be to come.
			await pollsOf(2);
			expect(await started()).toStrictEqual(texts);

			const runs = await queue().triggered(workflow);
			expect(new Set(runs.map(({ status }) => status))).toStrictEqual(new Set(['success']));
			const byWorkers = finished().map((count, index) => count - before[index]);
			expect(byWorkers.reduce((sum, count) => sum + count)).toBe(runs.length);
			const kept = Object.entries(states).map(async ([table, query]) => {
				return [table, (await queue().query(query)).includes('progress')];
			});
			expect(Object.fromEntries(await Promise.all(kept))).toStrictEqual({
				workflow_entity: keptIn === 'workflow_entity',
				poller_state: keptIn === 'poller_state',
			});
			await queue().unpublish(workflow);
		});

		// Kept in the workflow, the state is in main's memory at once.
		if (keptIn === 'workflow_entity') return;

		it('events whose execution n8n cannot save for some polls start a workflow exactly once', async () => {
			const { simulator } = queue();
			expect((await queue().publish(workflow)).status).toBe('published');
			await pollsOf(1);
			const locked = queue().query(
				'BEGIN; LOCK TABLE execution_entity IN EXCLUSIVE MODE; SELECT pg_sleep(12); COMMIT',
			);
			const texts = numbered(5, 'Slow');
			for (const body of texts)
				simulator.store.receiveSms({ from: customer, to: companyNumbers[0], body });
			await locked;
			await allStarted(texts);
			await pollsOf(2);
			expect((await started()).filter((text) => texts.includes(text))).toStrictEqual(texts);
			await queue().unpublish(workflow);
		});
	});

	/** The texts that workflows were started with, sorted. */
	async function started(): Promise<string[]> {
		const runs = await queue().triggered(workflow);
		return runs
			.flatMap(({ outputs }) => outputs.Trigger?.[0] ?? [])
			.map(({ json }) => String(json.body))
			.sort();
	}

	async function allStarted(texts: string[]) {
		await waitFor('all events to start a workflow', 120, async () => {
			const given = new Set(await started());
			return texts.every((text) => given.has(text)) ? true : undefined;
		});
	}

	/** Waits for so many more polls: each begins with the first page of conversations. */
	async function pollsOf(count: number) {
		const { requests } = queue().simulator;
		const polls = () =>
			requests.filter(({ path, query }) => query.page === '1' && !path.endsWith('/messages'))
				.length;
		const before = polls();
		await waitFor('n8n to poll', 90, async () => (polls() >= before + count ? true : undefined));
	}
}

const workflow = polledOften({
	...inARow('queueTrigger', [
		{
			...n8nNode('Trigger', '', { parameters: { event: 'smsReceived' } }),
			type: triggerType,
			credentials: { voiceSmsApi: { id: '', name: '' } },
		},
		n8nNode('Nothing', 'noOp'),
	]),
	settings: { executionOrder: 'v1' as const, saveDataSuccessExecution: 'all' as const },
});

/** What n8n's tables have of the trigger's state. */
const states = {
	workflow_entity: `SELECT "staticData" FROM workflow_entity WHERE id = '${workflow.id}'`,
	poller_state: `SELECT cursor FROM poller_state WHERE "workflowId" = '${workflow.id}' AND "nodeId" = 'Trigger'`,
};
