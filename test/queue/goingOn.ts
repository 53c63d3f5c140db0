import { createHash } from 'node:crypto';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import type { Queue } from '../../sandbox/queue/queue';
import { asker } from '../sandbox/asker';
import { recording } from '../simulator/recordings';
import { executionOf, items, start, until } from './executions';
import { inARow, n8nNode, smsNode, workerOf } from './workflows';

/** What waits goes on on whichever worker is there. */
export function goingOn(queue: () => Queue) {
	describe('a worker is stopped while an execution of it waits', () => {
		let stopped: number;
		afterEach(async () => await queue().restartWorker(stopped));

		/** Ends the worker that ran an execution until it waits; gives the number of the other one. */
		async function stopItsWorker(executionId: string): Promise<number> {
			stopped = workerOf(queue(), executionId);
			await queue().stopWorker(stopped);
			return 1 - stopped;
		}

		it('another worker and main read the recording that it downloaded', async () => {
			const id = await start(queue(), withRecording);
			const waiting = await until(queue(), id, 'waiting');
			const other = await stopItsWorker(id);
			const [{ json, binary }] = items(waiting, 'Link');
			await axios.get(String(json.link), { proxy: false });
			const over = await until(queue(), id, 'success');
			expect(queue().startedBy(other)).toContain(id);
			const hash = createHash('sha256').update(recording).digest('hex');
			expect(items(over, 'Read').map((item) => item.json.hash)).toStrictEqual([hash]);

			const { data } = await queue().n8n.rest.get<ArrayBuffer>('/binary-data', {
				params: { id: binary?.data.id, action: 'download' },
				responseType: 'arraybuffer',
			});
			expect(Buffer.from(data).equals(recording)).toBe(true);
		});

		it('a question is decided once on another worker, by many answers at the same time', async () => {
			const { ask } = asker(queue());
			const { id, link } = await ask({
				approvalOptions: { values: { approvalType: 'double' } },
				pageTexts: {
					language: '={{ "de" }}',
					ownTexts: { values: { thanksText: 'Ihre Antwort:' } },
				},
			});
			const other = await stopItsWorker(id);
			const decisions = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? 'approve' : 'decline'));
			const answers = await Promise.all(
				decisions.map(async (decision) => {
					const { data } = await axios.post<string>(link, new URLSearchParams({ decision }), {
						proxy: false,
						validateStatus: () => true,
					});
					return String(data).includes('<p dir="auto">Ihre Antwort:</p>') ? [decision] : [];
				}),
			);
			const thanked = answers.flat();
			expect(thanked).toHaveLength(1);
			const over = await until(queue(), id, 'success');
			const went = items(over, 'What came').map(({ json }) => json.data as IDataObject);
			expect(went.map(({ approved }) => approved)).toStrictEqual([thanked[0] === 'approve']);
			expect(queue().startedBy(other)).toContain(id);
			expect(queue().simulator.ledger).toHaveLength(1);
			expect((await executionOf(queue(), id)).status).toBe('success');
		});
	});
}

const withRecording = inARow('queueRecording', [
	n8nNode('Start', 'manualTrigger'),
	smsNode('Ended calls', {
		resource: 'call',
		operation: 'search',
		query: '+1555',
		returnAll: false,
		limit: 1,
		filters: { status: 'ENDED' },
	}),
	smsNode('Get the recording', {
		resource: 'call',
		operation: 'getRecording',
		download: true,
		binaryPropertyName: 'data',
		callId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	}),
	n8nNode('Link', 'set', {
		typeVersion: 3.4,
		parameters: {
			includeOtherFields: true,
			assignments: {
				assignments: [
					{ id: 'a', name: 'link', type: 'string', value: '={{ $execution.resumeUrl }}' },
				],
			},
			options: { stripBinary: false },
		},
	}),
	n8nNode('Wait', 'wait', {
		typeVersion: 1.1,
		webhookId: 'queueRecording',
		parameters: { resume: 'webhook', options: {} },
	}),
	// A Wait that a call ends gives what came with the call.
	n8nNode('The file', 'code', {
		typeVersion: 2,
		parameters: { jsCode: "return $('Link').all();" },
	}),
	n8nNode('Read', 'crypto', {
		parameters: {
			action: 'hash',
			type: 'SHA256',
			binaryData: true,
			binaryPropertyName: 'data',
			dataPropertyName: 'hash',
			encoding: 'hex',
		},
	}),
]);
