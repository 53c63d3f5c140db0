import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { smsSend } from '../../../nodes/VoiceSms/operations/sms/send';
import { run } from '../../../nodes/VoiceSms/run/run';
import { runNode } from '../../harness/n8n/engine';
import { said } from '../../harness/n8n/messages';
import { good } from '../../harness/n8n/parameters';

test.each([
	['under way', 1, `${said.done}: 1-2. ${said.notStarted}: 3.`],
	['the last one', 2, `${said.done}: 1-3. ${said.notStarted}: none.`],
])('a run that is canceled while an item is %s ends as canceled', async (_name, item, became) => {
	const warn = jest.spyOn(Container.get(Logger), 'warn').mockImplementation();
	warn.mockClear();
	let cancel = () => {};
	let thrown: unknown;
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
	const { run: execution } = await runNode({
		parameters: { ...good.send, to: '+15550200001', body: 'Hi', options: {} },
		items: [{}, {}, {}],
		credential: { baseUrl: 'http://127.0.0.1/api/v1', apiKey: 'none' },
		started: (running) => (cancel = () => running.cancel()),
		code: {
			operations: [sending, ...operationsWithOptions],
			run: async (...given) =>
				await run(...given).catch(async (error: unknown) => {
					thrown = error;
					return await Promise.reject(error);
				}),
		},
	});
	// n8n does not wait for what the node still says.
	for (let turn = 0; turn < 50 && thrown === undefined; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
	}
	expect(execution.status).toBe('canceled');
	// No screen of n8n shows the error.
	const log = warn.mock.calls.map(([line]) => line);
	expect(log).toStrictEqual([
		expect.stringMatching(/^Canceled: workflow ".*", execution .*, node ".+"\. Rows/),
	]);
	expect(log[0]?.endsWith(became)).toBe(true);
	expect(thrown).toMatchObject({ message: 'The execution was canceled', description: became });
});
