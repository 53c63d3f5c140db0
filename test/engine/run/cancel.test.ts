import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import type { NodeError } from '../../../nodes/VoiceSms/api/errors/nodeError';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { smsSend } from '../../../nodes/VoiceSms/operations/sms/send';
import { canceling } from '../../harness/n8n/canceling';
import { runNode } from '../../harness/n8n/engine';
import { said } from '../../harness/n8n/messages';
import { indexesOf } from '../../harness/random/told';
import { good } from '../../harness/n8n/parameters';

test.each<[string, number, string, number[]]>([
	['under way', 1, '2 of 3 are sent.', [2]],
	['the last one', 2, '3 of 3 are sent.', []],
])(
	'a run that is canceled while an item is %s ends as canceled',
	async (_name, item, count, left) => {
		const warn = jest.spyOn(Container.get(Logger), 'warn').mockImplementation();
		warn.mockClear();
		let begun = 0;
		const sending: Operation = {
			...(smsSend as Operation),
			lane: () => 'one after the other',
			async run() {
				if (begun++ === item) cancel();
				await new Promise((turn) => setImmediate(turn));
				return { status: 'queued' };
			},
		};
		const { started, code, cancel, thrown } = canceling([sending, ...operationsWithOptions]);
		const { run: execution } = await runNode({
			parameters: { ...good.send, to: '+15550200001', body: 'Hi', options: {} },
			items: [{}, {}, {}],
			credential: { baseUrl: 'http://127.0.0.1/api/v1', apiKey: 'none' },
			started,
			code,
		});
		const { message, description } = (await thrown()) as NodeError;
		expect(message).toBe('The execution was canceled');
		const became = String(description);
		expect(became.startsWith(count)).toBe(true);
		expect(indexesOf(became)).toEqual(left);
		expect(became.includes(said.left)).toBe(left.length > 0);
		expect(execution.status).toBe('canceled');
		// No screen of n8n shows the error.
		const log = warn.mock.calls.map(([line]) => line);
		expect(log).toStrictEqual([
			expect.stringMatching(/^Canceled: workflow ".*", execution .*, node ".+"\. ./),
		]);
		expect(log[0]?.endsWith(became)).toBe(true);
	},
);
