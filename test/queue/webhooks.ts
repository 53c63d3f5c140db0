import type { IDataObject } from 'n8n-workflow';

import type { Queue } from '../../sandbox/queue/queue';
import { arrived, callEach, inARow, numbered, sendSms, smsNode, webhook } from './workflows';

export function webhooks(queue: () => Queue) {
	describe('a webhook whose executions the workers share', () => {
		it('200 executions that list, update and send: each message arrives exactly once', async () => {
			const workflow = inARow('queueWebhook', [
				webhook('queueWebhook', 'lastNode'),
				smsNode('List', { resource: 'contact', operation: 'getAll', returnAll: false, limit: 2 }),
				smsNode('Update', {
					resource: 'contact',
					operation: 'update',
					contactId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
					updateFields: { notes: "={{ $('Webhook').first().json.body.text }}" },
				}),
				smsNode('Send', sendSms("={{ $('Webhook').first().json.body.text }}"), {
					executeOnce: true,
				}),
			]);
			await queue().publish(workflow);
			const texts = numbered(200, 'Table');
			const before = finished(queue());
			const answers = await callEach<IDataObject[]>(
				queue(),
				workflow,
				texts.map((text) => ({ text })),
			);
			expect(arrived(queue())).toStrictEqual(texts);
			// Each has the answer of its own execution, whichever worker ran it.
			const { ledger, requests } = queue().simulator;
			const sent = new Map(ledger.map(({ id, body }) => [id, (body as IDataObject).body]));
			expect(answers.map(([{ messageId }]) => sent.get(String(messageId)))).toStrictEqual(texts);
			expect(ledger.filter(({ kind }) => kind === 'contact.update')).toHaveLength(400);
			expect(requests.filter(({ status }) => status >= 300)).toStrictEqual([]);

			const each = finished(queue()).map((ids, index) => ids.length - before[index].length);
			expect(Math.min(...each)).toBeGreaterThan(10);
			expect(each.reduce((sum, count) => sum + count)).toBe(200);
			await queue().unpublish(workflow);
		});
	});
}

const finished = ({ workers, finishedBy }: Queue) => workers.map((_, index) => finishedBy(index));
