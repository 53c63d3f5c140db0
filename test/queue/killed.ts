import { waitFor } from '../../sandbox/progress';
import type { Queue } from '../../sandbox/queue/queue';
import { executionsOf, items, until } from './executions';
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
/** The service has not carried these out when the worker ends. */
const held = texts.slice(40, 43);

export function killed(queue: () => Queue) {
	describe('a worker is killed in the middle of 100 sends', () => {
		it('its execution is crashed once it is back; a retry and another delivery send nothing twice', async () => {
			const { simulator } = queue();
			simulator.latencyMs = 100;
			for (const body of held) simulator.fail({ body: { body } }, { kind: 'hang' });
			await queue().publish(workflow);
			await callEach(queue(), workflow, [{ texts }]);
			await waitFor('half of the messages', 60, async () => {
				const hang = simulator.requests.filter(({ fault }) => fault === 'hang');
				return hang.length === held.length && simulator.ledger.length >= 50 ? true : undefined;
			});
			const [id] = await executionsOf(queue(), workflow);
			const index = workerOf(queue(), id);
			await queue().killWorker(index);
			expect(simulator.ledger.length).toBeLessThan(texts.length - held.length);

			await queue().restartWorker(index);
			await until(queue(), id, 'crashed');
			simulator.clearFaults();
			const { data: retried } = await queue().n8n.rest.post<{ id: string; status: string }>(
				`/executions/${id}/retry`,
				{},
			);
			expect(retried.status).toBe('success');
			await callEach(queue(), workflow, [{ texts }]);
			const ids = await executionsOf(queue(), workflow);
			expect(ids.slice(0, 2)).toStrictEqual([id, retried.id]);
			const last = await until(queue(), ids[2], 'success');

			const sent = arrived(queue()).filter((text) => text !== withoutKey);
			expect(sent).toStrictEqual(texts.filter((text) => !held.includes(text)));
			expect(items(last, 'Send').filter(({ json }) => json.skipped)).toHaveLength(texts.length);
			// The retry began at the start: what has no key is sent by each of the three.
			expect(arrived(queue()).filter((text) => text === withoutKey)).toHaveLength(3);
			await queue().unpublish(workflow);
		});
	});
}

const withoutKey = 'Without a key';

const workflow = inARow('queueKilled', [
	webhook('queueKilled', 'onReceived'),
	smsNode('Send without a key', sendSms(withoutKey)),
	n8nNode('Texts', 'code', {
		typeVersion: 2,
		parameters: {
			jsCode: `return $('Webhook').first().json.body.texts.map((text) => ({ json: { text } }))`,
		},
	}),
	smsNode('Send', sendSms('={{ $json.text }}', { onceKey: '={{ $json.text }}' })),
]);
