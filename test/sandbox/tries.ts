import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { executionsOf } from '../../sandbox/editorApi';
import { waitFor } from '../../sandbox/progress';
import { lineOf, prepareTries } from '../../sandbox/tries';
import { sandbox } from './running';

it('each line that npm start prints at its end does what the phone says of it', async () => {
	const tries = await prepareTries(sandbox);
	const { ledger } = sandbox.simulator;
	expect(ledger).toHaveLength(1);
	const said: string[] = [];
	const { url } = sandbox.simulator;
	for (const one of tries) said.push((await promisify(exec)(lineOf(one, url))).stdout);
	const [sms, call, answer] = said.map((text) => JSON.parse(text) as unknown);
	expect(sms).toMatchObject([{ direction: 'INBOUND', body: 'Are you open?' }]);
	expect(call).toMatchObject([{ direction: 'INBOUND', status: 'ENDED' }]);
	expect(answer).toMatchObject({ page: expect.stringContaining('Your answer was recorded') });

	await waitFor('n8n to answer the SMS and to text the caller', 90, async () => ledger[2]);
	expect(ledger.slice(1).map(({ body }) => body)).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ body: expect.stringContaining('Thank you for your message') }),
			expect.objectContaining({ body: expect.stringContaining('missed your call') }),
		]),
	);
	await waitFor('the question to be answered', 60, async () => {
		const [run] = await executionsOf(sandbox.n8n.rest, 'voiceSmsAskAPerson');
		return run.status === 'success' ? true : undefined;
	});
});
