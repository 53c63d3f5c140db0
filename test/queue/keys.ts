import type { IDataObject } from 'n8n-workflow';

import type { Queue } from '../../sandbox/queue/queue';
import type { WorkflowFile } from '../../sandbox/workflows';
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

interface Answer extends IDataObject {
	executionId: string;
	outcome?: string;
	reason?: string;
}

export function keys(queue: () => Queue) {
	describe('Send Once with two workers', () => {
		const workflow = sendOnce('queueKeys');
		const deliver = async (bodies: IDataObject[]) => {
			const answers = await callEach<Answer[]>(queue(), workflow, bodies);
			return answers.map(([answer]) => answer);
		};
		beforeAll(async () => await queue().publish(workflow));
		afterAll(async () => await queue().unpublish(workflow));

		it('200 keys that are delivered again send nothing, and each item says so', async () => {
			const texts = numbered(200, 'Order');
			const events = texts.map((text) => ({ text, key: text }));
			const first = await deliver(events);
			expect(first.filter(({ outcome }) => outcome !== 'sent')).toStrictEqual([]);
			expect(arrived(queue())).toStrictEqual(texts);

			const again = await deliver(events);
			expect(arrived(queue())).toStrictEqual(texts);
			expect(
				again.map(({ outcome, onceKey, reason }) => ({ outcome, onceKey, reason })),
			).toStrictEqual(
				texts.map((onceKey) => ({
					outcome: 'skipped',
					onceKey,
					reason: 'Already sent with this Send Once Key',
				})),
			);
		});

		it('of two deliveries of a key at the same moment one sends, on whichever worker', async () => {
			const texts = numbered(100, 'Pair');
			const answers = await deliver(
				texts.flatMap((text) => [
					{ text, key: text },
					{ text, key: text },
				]),
			);
			expect(arrived(queue())).toStrictEqual(texts);
			const pairs = texts.map((_, index) => answers.slice(2 * index, 2 * index + 2));
			const skipped = pairs.map(
				(pair) => pair.filter((answer) => answer.outcome === 'skipped').length,
			);
			expect(skipped).toStrictEqual(texts.map(() => 1));
			const apart = pairs.filter(([one, other]) => {
				return workerOf(queue(), one.executionId) !== workerOf(queue(), other.executionId);
			});
			expect(apart.length).toBeGreaterThan(10);
		});
	});
}

/** Sends what is delivered, with the key that comes with it; answers with the execution's id besides. */
function sendOnce(id: string): WorkflowFile {
	const key = '={{ $json.body.key }}';
	return inARow(id, [
		webhook(id, 'lastNode'),
		smsNode('Send', sendSms('={{ $json.body.text }}', { onceKey: key })),
		n8nNode('Answer', 'set', {
			typeVersion: 3.4,
			parameters: {
				includeOtherFields: true,
				assignments: {
					assignments: [
						{ id: 'a', name: 'executionId', type: 'string', value: '={{ $execution.id }}' },
					],
				},
				options: {},
			},
		}),
	]);
}
