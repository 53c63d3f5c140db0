import { Agent } from 'node:http';
import type { IDataObject } from 'n8n-workflow';

import { waitFor } from '../../sandbox/progress';
import { triedVersions } from '../../sandbox/versions';
import { both, expectStrict, http, ofQuestions, post, sent, when } from './everyN8n/questions';
import { asker } from './asker';
import { sandbox } from './running';
import { said } from '../harness/n8n/messages';

let { ask, askApart, execution, until } = {} as ReturnType<typeof asker>;

beforeEach(() => {
	({ ask, askApart, execution, until } = asker(sandbox));
});

const recorded = said.recorded;

it.each(ofQuestions)('does what every n8n does: $name', async ({ run }) => {
	await run({ sandbox, version: triedVersions[0], types: [] });
});

describe('an approval by link', () => {
	it('is decided by nothing but a POST with a decision', async () => {
		const { id, link } = await ask({ approvalOptions: { values: { approvalType: 'single' } } });
		const agents = [
			'WhatsApp/2.23.20.0',
			'facebookexternalhit/1.1 Facebot Twitterbot/1.0',
			'Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 (KHTML, like Gecko) facebookexternalhit/1.1',
			'TelegramBot (like TwitterBot)',
			'Slackbot-LinkExpanding 1.0',
			'SkypeUriPreview Preview/0.5',
			'Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)',
			'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
			'',
		];
		for (const agent of agents) {
			const headers = { 'user-agent': agent };
			expect((await http.get(link, { headers })).status).toBe(200);
			expect((await http.get(`${link}&decision=approve`, { headers })).status).toBe(401);
			expect((await http.head(link, { headers })).status).toBe(200);
		}
		for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
			const { data } = await http.request<string>({
				method,
				url: link,
				data: { decision: 'approve' },
			});
			expect(data).not.toContain(recorded);
		}
		for (const fields of [{}, { decision: '' }, { decision: 'decline' }, { approved: 'true' }]) {
			const answer = await post(link, fields as Record<string, string>);
			expect([answer.status, answer.data.includes('<form')]).toStrictEqual([400, true]);
			expect(answer.data).not.toContain(recorded);
			expectStrict(answer);
		}
		expect((await execution(id)).status).toBe('waiting');
		expect((await post(link, { decision: 'approve' })).data).toContain(recorded);
		const { came } = await until(id, 'success');
		expect(came).toStrictEqual([{ ...sent, data: { approved: true, respondedAt: when } }]);
	});

	it('takes no link that n8n did not sign', async () => {
		const { id, link } = await ask(both);
		const { origin, pathname, search } = new URL(link);
		const other = search.endsWith('0') ? '1' : '0';
		const forged = [
			`${origin}${pathname}`,
			`${origin}${pathname}?ask=0`,
			`${link.slice(0, -1)}${other}`,
			`${link}0`,
			link.replace('ask=0', 'ask=1'),
			`${link}&more=1`,
			link.replace(`/${id}/`, `/${Number(id) + 1}/`),
		];
		for (const one of forged) {
			for (const answer of [
				await http.get<string>(one),
				await post(one, { decision: 'approve' }),
			]) {
				expect(String(answer.data)).not.toContain(recorded);
				expect([401, 404]).toContain(answer.status);
			}
		}
		expect((await execution(id)).status).toBe('waiting');
	});

	it('counts once, and a second POST says that nothing is left to do', async () => {
		const { id, link } = await ask(both);
		expect((await post(link, { decision: 'approve' })).data).toContain(recorded);
		await until(id, 'success');
		const again = await post(link, { decision: 'decline' });
		expect(again.data).not.toContain(recorded);
		expect(again.data).toContain('No action required');
		const { came } = await execution(id);
		expect(came).toStrictEqual([{ ...sent, data: { approved: true, respondedAt: when } }]);
	});

	it('is decided once by 1,000 POSTs at the same time, and one of them alone is thanked', async () => {
		const { id, link } = await ask(both);
		const decisions = Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? 'approve' : 'decline'));
		// Beyond a hundred at a time n8n's SQLite may give up waiting for itself, on a busy machine.
		const httpAgent = new Agent({ maxSockets: 100 });
		const answers = await Promise.all(
			decisions.map(async (decision) => {
				return await http.post<string>(link, new URLSearchParams({ decision }), { httpAgent });
			}),
		);
		const thanked = answers.flatMap(({ data }, index) => {
			return String(data).includes(recorded) ? [decisions[index]] : [];
		});
		expect(thanked).toHaveLength(1);
		const { came } = await until(id, 'success');
		expect(came).toStrictEqual([
			{ ...sent, data: { approved: thanked[0] === 'approve', respondedAt: when } },
		]);
	});

	it('at the limit gives the input, without an answer', async () => {
		const limitWaitTime = { values: { resumeAmount: 0.02, resumeUnit: 'minutes' } };
		const { id, link } = await ask({ options: { limitWaitTime } });
		const { came } = await until(id, 'success');
		expect(came).toStrictEqual([{ ...sent, noAnswer: true }]);
		expect((await post(link, { decision: 'approve' })).data).not.toContain(recorded);
	});
});

describe('a free text by link', () => {
	it('gives what was written, and nothing for an empty one', async () => {
		const { id, link } = await ask({ responseType: 'freeText' });
		expect((await http.get<string>(link)).data).toContain('<textarea');
		for (const text of ['', ' \r\n ', 'x'.repeat(2001)]) {
			const answer = await post(link, { text });
			expect([answer.status, answer.data.includes('<form')]).toStrictEqual([400, true]);
			expect(answer.data).not.toContain(recorded);
		}
		expect((await execution(id)).status).toBe('waiting');
		const text = '8 pm,\r\n<i>by the window</i> 😀';
		expect((await post(link, { text })).data).toContain('&lt;i&gt;by the window&lt;/i&gt; 😀');
		const { came } = await until(id, 'success');
		expect(came).toStrictEqual([
			{ ...sent, data: { text: '8 pm,\n<i>by the window</i> 😀', respondedAt: when } },
		]);
	});
});

describe('in a loop over items', () => {
	it('the link of one round does not answer the question of another', async () => {
		const first = await ask(both, 2);
		expect((await post(first.link, { decision: 'decline' })).data).toContain(recorded);
		await waitFor('the second question', 60, async () => {
			return sandbox.simulator.ledger.length === 2 ? true : undefined;
		});
		await until(first.id, 'waiting');
		const late = await post(first.link, { decision: 'decline' });
		expect([late.status, late.data.includes('This question is closed')]).toStrictEqual([410, true]);
		expect((await http.get(first.link)).status).toBe(410);
		expect((await execution(first.id)).status).toBe('waiting');
		const { body } = sandbox.simulator.ledger[1] as { body: IDataObject };
		const second = String(body.body).split('\n')[1];
		expect(second).toContain('ask=1&');
		expect((await post(second, { decision: 'approve' })).data).toContain(recorded);
		const { came } = await until(first.id, 'success');
		expect(came.map(({ data }) => (data as IDataObject).approved)).toStrictEqual([false, true]);
	});
});

describe('in a sub-workflow for each item, which nobody waits for', () => {
	it('all are asked at once, and each answer goes on alone, in any order', async () => {
		const links = await askApart(3, both);
		const ids = links.map((link) => new URL(link).pathname.split('/')[2]);
		expect(new Set(ids).size).toBe(3);
		for (const id of ids) await until(id, 'waiting');
		expect((await post(links[2], { decision: 'decline' })).data).toContain(recorded);
		expect((await post(links[0], { decision: 'approve' })).data).toContain(recorded);
		const answers = await Promise.all(
			[ids[2], ids[0]].map(async (id) => await until(id, 'success')),
		);
		expect(answers.map(({ came }) => came)).toStrictEqual([
			[{ ...sent, data: { approved: false, respondedAt: when } }],
			[{ ...sent, data: { approved: true, respondedAt: when } }],
		]);
		expect((await execution(ids[1])).status).toBe('waiting');
	});
});
