import { WebhookContext } from 'n8n-core';
import type { IDataObject, IRun } from 'n8n-workflow';

import { visit } from '../../../../nodes/VoiceSms/operations/question/page/visit';
import { additionalDataWith, runAt, runNode, savedNode } from '../../../harness/n8n/engine';
import { underAgentV3 } from '../../../harness/n8n/agents';
import { empty, service } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import { companyNumbers } from '../../../simulator';
import { untyped } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';
import { question as usual } from '../../../harness/n8n/parameters';

const names = ['Voice and SMS', 'Ask {{ $json.who }} "now"', "It's }} \\ `x` ${y}"];

const question = { ...usual, to: '+15550100042', message: 'May I?' };

/** Asks, and gives what n8n keeps of the waiting execution. */
async function asked(name: string, more: IDataObject = {}, items: IDataObject[] = [{}]) {
	const simulator = await service({ seed: empty });
	const { run } = await runAt(simulator, { ...question, ...more }, { items, settings: { name } });
	const { body } = simulator.ledger[0].body as { body: string };
	// As n8n's database gives it back.
	return { kept: JSON.parse(JSON.stringify(run.data)) as IRun['data'], body };
}

const one = Date.parse('2026-06-01T13:00:00Z');

/** Visits the link as n8n does it, and gives what was answered. */
async function visited(
	name: string,
	kept: IRun['data'],
	method: string,
	body: unknown,
	ask = '0',
	now = one,
) {
	const { type, node, workflow } = savedNode(name, {
		operation: 'sendAndWait',
		message: '={{ $json.gone.gone }}',
	});
	const answered = { status: 200, fields: {} as Record<string, string>, page: '' };
	const response = {
		set: (fields: Record<string, string>) => ((answered.fields = fields), response),
		status: (status: number) => ((answered.status = status), response),
		type: () => response,
		send: (page: string) => ((answered.page = page), response),
	};
	const additionalData = {
		...additionalDataWith(async () => ({})),
		httpRequest: { method, body, query: { ask }, headers: {} },
		httpResponse: response,
	};
	// n8n looks for the address by the method, too (n8n, waiting-webhooks).
	const webhookDescription = type.description.webhooks?.find((one) => one.httpMethod === method);
	if (webhookDescription === undefined) throw new Error(`n8n knows no address for ${method}.`);
	const context = new WebhookContext(
		workflow,
		node,
		untyped(additionalData),
		'manual',
		untyped({ webhookDescription }),
		[],
		kept,
	);
	const result = await visit(context, () => now);
	return { result, ...answered };
}

describe('the page behind the link', () => {
	test.each(names)('finds the question of a node called %s', async (name) => {
		const { kept } = await asked(name);
		const shown = await visited(name, kept, 'GET', {});
		expect(shown.result).toStrictEqual({ noWebhookResponse: true });
		expect([shown.status, shown.page.includes('>May I?</p>')]).toStrictEqual([200, true]);
		expect(shown.fields).toMatchObject({ 'Cache-Control': 'no-store', 'X-Frame-Options': 'DENY' });
		const { result, page } = await visited(name, kept, 'POST', { decision: 'approve' });
		expect(page).toBe('');
		expect(result).toStrictEqual({
			webhookResponse: expect.stringContaining(said.recorded) as string,
			workflowData: [
				[
					{
						json: {
							outcome: 'sent',
							to: '+15550100042',
							from: companyNumbers[0],
							body: 'May I?',
							data: { approved: true, respondedAt: '2026-06-01T13:00:00.000Z' },
						},
					},
				],
			],
		});
	});

	const single = { approvalType: 'single' };
	test.each<[string, IDataObject, string[]]>([
		['left out', {}, ['Approve', 'Decline']],
		['empty', { approvalOptions: {} }, ['Approve', 'Decline']],
		['without values', { approvalOptions: { values: {} } }, ['Approve', 'Decline']],
		[
			'with a label alone',
			{ approvalOptions: { values: { approveLabel: 'Book it' } } },
			['Book it', 'Decline'],
		],
		['for Approve Only', { approvalOptions: { values: single } }, ['Approve']],
	])('with Approval Options %s has the buttons that fit', async (_what, more, buttons) => {
		const { kept } = await asked('A', more);
		const { page } = await visited('A', kept, 'GET', {});
		const labels = [...page.matchAll(/<button [^>]*>([^<]*)</g)].map(([, label]) => label);
		expect(labels).toStrictEqual(buttons);
	});

	test.each<[string, IDataObject, number]>([
		['a time from now', { resumeAmount: 1, resumeUnit: 'hours' }, 410],
		['a longer time from now', { resumeAmount: 3, resumeUnit: 'hours' }, 200],
		['a time', { limitType: 'atSpecifiedTime', maxDateAndTime: '2026-06-01T12:59:59Z' }, 410],
		['a later time', { limitType: 'atSpecifiedTime', maxDateAndTime: '2026-06-01T13:00:01Z' }, 200],
	])(
		'takes no answer after its limit, %s, though n8n may still wait',
		async (_what, values, status) => {
			const { kept } = await asked('A', { options: { limitWaitTime: { values } } });
			const answered = await visited('A', kept, 'POST', { decision: 'approve' });
			expect(answered.status).toBe(status);
			expect('workflowData' in answered.result).toBe(status === 200);
		},
	);

	describe('after a service that asked for fewer requests', () => {
		const { time, clock, watch, arrivals } = serviceTime();
		const limited = async (values: IDataObject) => {
			const simulator = await service({ seed: empty, clock });
			watch(simulator);
			simulator.fail({ method: 'POST' }, { kind: 'rateLimited', retryAfter: '60' });
			const parameters = { ...question, options: { limitWaitTime: { values } } };
			const settings = { name: 'A' };
			const asking = runNode({ parameters, credential: simulator, clock: time, settings });
			return { simulator, ...(await time.run(asking)) };
		};

		test.each([1, 2])('is open as long as n8n waits: %i minutes from the SMS', async (minutes) => {
			const { run } = await limited({ resumeAmount: minutes, resumeUnit: 'minutes' });
			const end = run.data.waitTill?.getTime() ?? NaN;
			const accepted = Number(arrivals('POST').at(-1)) + time.now() - time.passed();
			expect(end).toBe(accepted + minutes * 60_000);
			const status = async (now: number) =>
				(await visited('A', run.data, 'GET', {}, '0', now)).status;
			expect(await status(accepted)).toBe(200);
			expect(await status(end - 1)).toBe(200);
			expect(await status(end)).toBe(410);
		});

		test('is not sent if it would be closed when it comes', async () => {
			const maxDateAndTime = new Date(time.now() + 50_000).toISOString();
			const values = { limitType: 'atSpecifiedTime', maxDateAndTime };
			const { run, error, simulator } = await limited(values);
			expect(error).toMatchObject({ message: 'Not sent: SMS to +15550100042', httpCode: '429' });
			expect(simulator.ledger).toStrictEqual([]);
			expect(run.data.waitTill).toBeUndefined();
		});
	});

	test('is closed where nothing was asked, or another round asks', async () => {
		const { kept } = await asked('A');
		expect((await visited('A', kept, 'POST', { decision: 'approve' }, '1')).status).toBe(410);
		const other = await visited('B', kept, 'POST', { decision: 'approve' });
		expect([other.status, other.result]).toStrictEqual([410, { noWebhookResponse: true }]);
	});

	describe('of a review', () => {
		const toolParameters = { To_Number: '+15550100042', Message: `${'x'.repeat(400)}\n<b>` };
		const message = '=May it run?\n\n{{ $json.toolParameters }}\nThank you.';
		const reviewed = async () => {
			const simulator = await service({ seed: empty });
			const { run } = await underAgentV3(
				{
					parameters: { ...question, message },
					credential: simulator,
					settings: { type: 'n8n-nodes-voice-sms.voiceSmsHitlTool' },
					started: () => {},
				},
				[[{ toolParameters }]],
			);
			return JSON.parse(JSON.stringify(run.data)) as IRun['data'];
		};

		test('shows the arguments in a table, before and after the answer', async () => {
			const kept = await reviewed();
			const table = `<p class="question" dir="auto">May it run?\n\n</p>
<table><tr><th scope="row" dir="auto">To Number</th><td dir="auto">+15550100042</td></tr>
<tr><th scope="row" dir="auto">Message</th><td dir="auto">${'x'.repeat(400)}\n&lt;b&gt;</td></tr></table>
<p class="question" dir="auto">\nThank you.</p>`;
			expect((await visited('Texting', kept, 'GET', {})).page).toContain(table);
			const { result } = await visited('Texting', kept, 'POST', { decision: 'approve' });
			expect(result.webhookResponse).toContain(table);
		});

		test.each(['voiceSms', 'voiceSmsTool'])('but not of %s', async (type) => {
			const simulator = await service({ seed: empty });
			const settings = { type: `n8n-nodes-voice-sms.${type}`, name: 'A' };
			const { run } = await runAt(
				simulator,
				{ ...question, message },
				{ items: [{ toolParameters }], settings },
			);
			const { page } = await visited('A', run.data, 'GET', {});
			expect(page).toContain('>May it run?\n\n\nThank you.</p>');
			expect(page).not.toContain('+15550100042');
		});
	});

	test('shows all of a question of which the SMS of a tool has the beginning', async () => {
		const simulator = await service({ seed: empty });
		const { error } = await runAt(
			simulator,
			{ ...question, message: 'x'.repeat(400) },
			{ settings: { type: 'n8n-nodes-voice-sms.voiceSmsTool' } },
		);
		expect(error).toBeUndefined();
		const { body } = simulator.ledger[0].body as { body: string };
		expect(body.split('\n')[0]).toBe(`${'x'.repeat(299)}…`);
	});
});

describe('the words of the page', () => {
	const persian = {
		language: '={{ $json.language }}',
		message: '={{ $json.name }} <b>گرامی</b>',
		ownTexts: { values: { title: 'نوبت شما', thanksText: '', closedTitle: 'بسته شد' } },
	};
	const own = (values: IDataObject, more: IDataObject = {}) => ({
		...more,
		ownTexts: { values },
	});
	const person = { name: 'آدا', language: 'FA-ir' };
	const texts = (page: string) =>
		[...page.matchAll(/<(h1|p|label|button)\b[^>]*>([^<]*)</g)].map(([, , text]) => text);

	test('are those of the item that was asked, and the SMS has its own', async () => {
		const { kept, body } = await asked('A', { pageTexts: persian }, [person]);
		expect(body.split('\n')[0]).toBe('May I?');
		const { page } = await visited('A', kept, 'GET', {});
		expect(page).toContain('<html lang="fa-IR" dir="rtl">');
		const message = 'آدا &lt;b&gt;گرامی&lt;/b&gt;';
		expect(texts(page)).toStrictEqual(['نوبت شما', message, 'Approve', 'Decline']);
		const { result } = await visited('A', kept, 'POST', { decision: 'decline' });
		expect(texts(String(result.webhookResponse))).toStrictEqual([
			...['Thank you', message, `${said.recorded}:`, 'Decline'],
			'You can close this page.',
		]);
		const { page: closed } = await visited('A', kept, 'GET', {}, '1');
		expect(closed).toContain('<h1 dir="auto">بسته شد</h1>');
	});

	test.each(['de', 'es', 'fr', 'it', 'nl', 'pt', 'de-AT'])(
		'follow the language: %s',
		async (language) => {
			const pageTexts = own({ title: 'Hoi' }, { language });
			const english = texts((await visited('A', (await asked('A')).kept, 'GET', {})).page);
			const { kept } = await asked('A', { pageTexts });
			const { page } = await visited('A', kept, 'GET', {});
			expect(page).toContain(`<html lang="${language}" dir="ltr">`);
			const shown = texts(page);
			expect([shown[0], shown.length]).toStrictEqual(['Hoi', english.length]);
			expect(shown.filter((text) => english.includes(text))).toStrictEqual(['May I?']);
			const written = await asked('A', { responseType: 'freeText', pageTexts: { language } });
			const { page: form } = await visited('A', written.kept, 'GET', {});
			expect(texts(form)).not.toContain('Send');
		},
	);

	test('have the labels of the node where they are not the usual ones', async () => {
		const approvalOptions = { values: { approveLabel: 'Ja, gern', disapproveLabel: 'Decline' } };
		const { kept } = await asked('A', { approvalOptions, pageTexts: { language: 'de' } });
		const { page } = await visited('A', kept, 'GET', {});
		expect(texts(page).slice(-2)).toStrictEqual(['Ja, gern', 'Ablehnen']);
	});

	test.each<[string, IDataObject | undefined]>([
		['left out', undefined],
		['none', {}],
		[
			'empty',
			own({ title: ' ', sendLabel: null, answerLabel: '={{ "" }}' }, { language: '', message: '' }),
		],
	])('that are %s are the usual ones', async (_what, pageTexts) => {
		const more = pageTexts === undefined ? {} : { pageTexts };
		const { kept } = await asked('A', { responseType: 'freeText', ...more });
		const { page } = await visited('A', kept, 'GET', {});
		expect(page).toContain('<html lang="en" dir="ltr">');
		expect(texts(page)).toStrictEqual(['Your answer is needed', 'May I?', 'Your answer', 'Send']);
	});

	test('are the usual ones for a question that an older version asked', async () => {
		const { kept } = await asked('A');
		const context = kept.executionData?.contextData['node:A'] ?? {};
		const older = JSON.parse(String(context.openQuestion)) as IDataObject;
		context.openQuestion = JSON.stringify({ ...older, texts: undefined });
		expect(texts((await visited('A', kept, 'GET', {})).page)[0]).toBe('Your answer is needed');
	});

	test.each<[string, IDataObject, string]>([
		['a language that is none', { language: 'German' }, `'Language' cannot be "German"`],
		[
			'a long text instead of a language',
			{ language: 'x'.repeat(2000) },
			`'Language' cannot be "${'x'.repeat(40)}"`,
		],
		[
			'a text that is too long',
			own({ title: 'x'.repeat(2001) }),
			`'Page Title' has 2001 characters`,
		],
		['a message that is too long', { message: 'x'.repeat(2001) }, `'Message' has 2001 characters`],
		['a list', own({ thanksText: ['a'] }), `'Thanks Text' ${said.notText}`],
	])('with %s are refused before anything is sent', async (_what, pageTexts, message) => {
		const simulator = await service({ seed: empty });
		const { error } = await runAt(simulator, { ...question, pageTexts });
		expect(error?.message).toContain(message);
		expect(simulator.requests).toStrictEqual([]);
	});

	test('are not read for a reply by SMS', async () => {
		const simulator = await service({ seed: empty });
		const options = { limitWaitTime: { values: { resumeAmount: 1, resumeUnit: 'minutes' } } };
		const { error } = await runAt(simulator, {
			...question,
			responseType: 'smsReply',
			options,
			pageTexts: { language: 'German' },
		});
		expect(error).toBeUndefined();
		expect(simulator.ledger).toHaveLength(1);
	});

	test('are the usual ones in a tool: nothing hides from a person what it does', async () => {
		const simulator = await service({ seed: empty });
		const { run, error } = await runAt(
			simulator,
			{ ...question, pageTexts: own({ title: 'Please approve' }, { message: 'Harmless' }) },
			{ settings: { name: 'A', type: 'n8n-nodes-voice-sms.voiceSmsTool' } },
		);
		expect(error).toBeUndefined();
		const { page } = await visited('A', run.data, 'GET', {});
		expect(texts(page)).toStrictEqual([
			...['Your answer is needed', 'May I?', 'Approve', 'Decline'],
		]);
	});
});
