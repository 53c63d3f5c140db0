import { jestExpect as expect } from '@jest/expect';
import axios, { type AxiosResponse } from 'axios';

import { waitFor } from '../../../sandbox/progress';
import { said } from '../../harness/n8n/messages';
import { asker, customer } from '../asker';
import { companyNumbers } from '../../simulator';
import type { Check } from './checks';

/** A browser that follows no redirect. */
export const http = axios.create({ proxy: false, validateStatus: () => true, maxRedirects: 0 });
export const post = async (link: string, fields: Record<string, string>) =>
	await http.post<string>(link, new URLSearchParams(fields));

export function expectStrict({ headers }: AxiosResponse) {
	expect(headers).toMatchObject({
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
		'x-frame-options': 'DENY',
	});
	expect(headers['content-type']).toMatch(/^text\/html; charset=utf-8$/);
}

export const both = { approvalOptions: { values: { approvalType: 'double' } } };
export const when = expect.any(String) as unknown as string;
/** What the step gives besides the answer. */
export const sent = {
	outcome: 'sent',
	to: customer,
	from: companyNumbers[0],
	body: 'May I book <b>table 7</b> & chairs?',
};

/** The people that the node asks. */
export const ofQuestions: Check[] = [
	{
		name: 'Send and Wait for Response: a page, and its button',
		async run({ sandbox }) {
			const { ask, execution, until } = asker(sandbox);
			const { id, text, link } = await ask(both);
			expect(text).toBe(`May I book <b>table 7</b> & chairs?\n${link}`);
			expect(link.length - id.length).toBeLessThan(159);
			const looked = await http.get<string>(link);
			expect(looked.status).toBe(200);
			expectStrict(looked);
			expect(looked.headers['content-security-policy']).toMatch(
				/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
			);
			expect(looked.data).toContain('May I book &lt;b&gt;table 7&lt;/b&gt; &amp; chairs?');
			const forged = `${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`;
			expect([401, 404]).toContain((await post(forged, { decision: 'approve' })).status);
			expect((await execution(id)).status).toBe('waiting');
			const answered = await post(link, { decision: 'decline' });
			expect(answered.status).toBe(200);
			expectStrict(answered);
			expect(answered.data).toContain(said.recorded);
			const { came } = await until(id, 'success');
			expect(came).toStrictEqual([{ ...sent, data: { approved: false, respondedAt: when } }]);
		},
	},
	{
		name: 'Send and Wait for Response: an answer by SMS',
		async run({ sandbox }) {
			const { ask, until } = asker(sandbox);
			const { id } = await ask({
				responseType: 'smsReply',
				replyOptions: { values: { yesWords: 'yes, ok', noWords: 'no' } },
				options: { waitInterval: 1 },
			});
			const { store, requests } = sandbox.simulator;
			// A reply in the millisecond of the question would not count, unless a look came between.
			await waitFor('a look for the reply', 60, async () => {
				const asked = requests.findIndex(({ method }) => method === 'POST');
				const looks = asked === -1 ? [] : requests.slice(asked + 1);
				return looks.find(({ method }) => method === 'GET');
			});
			store.receiveSms({ from: customer, to: companyNumbers[0], body: ' OK! ' });
			const { came } = await until(id, 'success');
			const data = { approved: true, text: ' OK! ', respondedAt: when };
			expect(came).toStrictEqual([expect.objectContaining({ data })]);
		},
	},
];
