import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { smsSend } from '../../../nodes/VoiceSms/operations/sms/send';
import { canceling } from '../../harness/n8n/canceling';
import { runNode } from '../../harness/n8n/engine';
import { said } from '../../harness/n8n/messages';
import { good } from '../../harness/n8n/parameters';

test.each([
	['under way', 1, `${said.done}: 1-2. ${said.notStarted}: 3.`],
	['the last one', 2, `${said.done}: 1-3. ${said.notStarted}: none.`],
])('a run that is canceled while an item is %s ends as canceled', async (_name, item, became) => {
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
	expect(await thrown()).toMatchObject({
		message: 'The execution was canceled',
		description: became,
	});
	expect(execution.status).toBe('canceled');
	// No screen of n8n shows the error.
	const log = warn.mock.calls.map(([line]) => line);
	expect(log).toStrictEqual([
		expect.stringMatching(/^Canceled: workflow ".*", execution .*, node ".+"\. Rows/),
	]);
	expect(log[0]?.endsWith(became)).toBe(true);
});
