import { waitFor } from '../../sandbox/progress';
import type { Queue } from '../../sandbox/queue/queue';
import type { WorkflowFile } from '../../sandbox/workflows';
import { executionOf, executionsOf, items, until } from './executions';
import {
	arrived,
	callEach,
	inARow,
	n8nNode,
	numbered,
	sendSms,
	smsNode,
	webhook,
	workerOf,
} from './workflows';

const texts = numbered(100, 'Invoice');
/** Messages to one number wait for each other: ten numbers have one under way each. */
const invoices = texts.map((text, index) => ({ text, to: `+1555020000${index % 10}` }));
/** The service has not carried these out when the worker ends, so the rest to their numbers waits. */
const held = texts.slice(40, 43);
const withoutKey = 'Without a key';

export function killed(queue: () => Queue) {
	describe('a worker is killed in the middle of 100 sends with Send Once', () => {
		it('with a retry and another delivery each message arrives exactly once, and none is lost', async () => {
			const { simulator } = queue();
			simulator.latencyMs = 200;
			for (const body of held) simulator.fail({ body: { body } }, { kind: 'hang' });
			await queue().publish(workflow);
			await callEach(queue(), workflow, [{ invoices }]);
			await waitFor('half of the messages', 60, async () => {
				const hanging = simulator.requests.filter(({ fault }) => fault === 'hang');
				return hanging.length === held.length && arrived(queue()).length >= 50 ? true : undefined;
			});
			const [id] = await executionsOf(queue(), workflow);
			const index = workerOf(queue(), id);
			await queue().killWorker(index);
			expect(arrived(queue()).length).toBeLessThan(texts.length - held.length);

			await queue().restartWorker(index);
			await until(queue(), id, 'crashed');
			simulator.clearFaults();
			const { data: retried } = await queue().n8n.rest.post<{ id: string; status: string }>(
				`/executions/${id}/retry`,
				{},
				// n8n answers when the retry has ended, which waits for the keys that are in doubt.
				{ timeout: 240_000 },
			);
			expect(retried.status).toBe('success');
			// What the killed worker was just sending is told, looked for, and sent where it is missing.
			const first = await executionOf(queue(), retried.id);
			const told = textsAt(first, 'Send', 1);
			const missing = textsAt(first, 'Missing');
			expect(missing).toStrictEqual(expect.arrayContaining(held));
			expect(told).toStrictEqual(expect.arrayContaining(missing));
			expect(sent()).toStrictEqual(texts);

			// Their keys stay in doubt; nothing is missing any more.
			await callEach(queue(), workflow, [{ invoices }]);
			const ids = await executionsOf(queue(), workflow);
			expect(ids).toStrictEqual([id, retried.id, expect.any(String)]);
			const last = await until(queue(), ids[2], 'success');
			expect(textsAt(last, 'Send', 1)).toStrictEqual(told);
			expect(textsAt(last, 'Missing')).toStrictEqual([]);
			const skipped = items(last, 'Send').filter(({ json }) => json.outcome === 'skipped');
			expect(skipped).toHaveLength(texts.length - told.length);
			expect(sent()).toStrictEqual(texts);
			// The retry began at the start: what has no key is sent by each of the three.
			expect(arrived(queue()).filter((text) => text === withoutKey)).toHaveLength(3);
			await queue().unpublish(workflow);
		});

		const textsAt = (...where: Parameters<typeof items>) =>
			items(...where).map(({ json }) => json.text);
		const sent = () => arrived(queue()).filter((text) => text !== withoutKey);
	});
}

const key = '={{ $json.text }}';
const to = '={{ $json.to }}';

/** What is told on the error branch is looked for in the conversation, and sent if it is not there. */
const workflow = withErrorBranch('Send', [
	webhook('queueKilled', 'onReceived'),
	smsNode('Send without a key', sendSms(withoutKey)),
	n8nNode('Texts', 'code', {
		typeVersion: 2,
		parameters: {
			jsCode: "return $('Webhook').first().json.body.invoices.map((json) => ({ json }))",
		},
	}),
	smsNode('Send', { ...sendSms(key, { onceKey: key }), to }, { onError: 'continueErrorOutput' }),
	smsNode('Messages', {
		resource: 'sms',
		operation: 'getMessages',
		returnAll: true,
		conversationId: { __rl: true, mode: 'phone', value: to },
	}),
	n8nNode('Missing', 'code', {
		typeVersion: 2,
		parameters: {
			jsCode: `const there = new Set($input.all().map(({ json }) => json.body));
				return $('Send').all(1).filter(({ json }) => !there.has(json.text))
					.map(({ json: { text, to } }) => ({ json: { text, to } }));`,
		},
	}),
	smsNode('Send under another key', {
		...sendSms(key, { onceKey: '={{ $json.text }} again' }),
		to,
	}),
]);

/** The nodes in a row, but for the named one, which is followed when it fails. */
function withErrorBranch(name: string, nodes: WorkflowFile['nodes']): WorkflowFile {
	const row = inARow('queueKilled', nodes);
	const next = row.connections[name].main[0];
	return { ...row, connections: { ...row.connections, [name]: { main: [[], next] } } };
}
