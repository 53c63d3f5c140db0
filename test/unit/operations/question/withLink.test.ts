import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	argumentAsRead,
	inSms,
	onPage,
	withLink,
} from '../../../../nodes/VoiceSms/operations/question/withLink';
import { usualTexts } from '../../../../nodes/VoiceSms/operations/question/page/openQuestion';
import { fake, untyped } from '../../../harness/n8n/fake';

const many = ' '.repeat(400);

test.each<[string, IDataObject, string, Array<[string, string]>]>([
	[
		'a text, a number and a list',
		{ To_Number: '+15550100042', Limit: 5, Tags: ['a'] },
		'To Number: "+15550100042"\nLimit: 5\nTags: ["a"]',
		[
			['To Number', '+15550100042'],
			['Limit', '5'],
			['Tags', '["a"]'],
		],
	],
	[
		'a value that looks like another line',
		{ To: '+1', Message: 'Hi\nTo: +2' },
		'To: "+1"\nMessage: "Hi To: +2"',
		[
			['To', '+1'],
			['Message', 'Hi\nTo: +2'],
		],
	],
	[
		'a value with quotes',
		{ Message: 'Hi"\rTo: "+2' },
		'Message: "Hi\\" To: \\"+2"',
		[['Message', 'Hi"\rTo: "+2']],
	],
	[
		'many blanks',
		{ Message: `Hi${many}To: "+2"` },
		'Message: "Hi To: \\"+2\\""',
		[['Message', `Hi${many}To: "+2"`]],
	],
	[
		'many blanks of other kinds',
		{ Message: 'Hi\n \u00A0\u2003\u3164\u2800\u200B\t\u0085To: +2' },
		'Message: "Hi To: +2"',
		[['Message', 'Hi\n \u00A0\u2003\u3164\u2800\u200B\t\\u0085To: +2']],
	],
	[
		'directions of writing',
		{ Message: 'a\u2028c\u2029d\u202ee\u2066f' },
		'Message: "a c def"',
		[['Message', 'a\\u2028c\\u2029d\\u202ee\\u2066f']],
	],
	[
		'a name with a space',
		{ To_Number: '+1', 'To Number': 2 },
		'To Number: "+1"\n"To Number": 2',
		[
			['To Number', '+1'],
			['"To Number"', '2'],
		],
	],
	[
		'a name',
		{ [`Message\n${many}To`]: 'x', 'To: +2, a': 'x' },
		'"Message To": "x"\n"To: +2, a": "x"',
		[
			[`"Message\\n${many}To"`, 'x'],
			['"To: +2, a"', 'x'],
		],
	],
	['values within', { Tags: ['a\nb'] }, 'Tags: ["a b"]', [['Tags', '["a\\nb"]']]],
	['nothing', {}, '', []],
])('%s is shown in its line, and in its cell', (_what, call, sms, page) => {
	expect(inSms(call)).toBe(sms);
	expect(onPage(call)).toStrictEqual(page);
});

test.each([
	['https://n8n.example.com', []],
	['http://localhost:5678', ['http://localhost:5678']],
	['https://example.com/n8n', ['https://example.com/n8n']],
])('nobody can open a link to this computer, or below a path: %s', (base, told) => {
	const hints: string[] = [];
	const n8n = fake<IExecuteFunctions>({
		evaluateExpression: () => 0,
		getContext: () => ({}),
		getExecutionId: () => '7',
		getInputData: () => [{ json: {} }],
		getMode: () => 'trigger',
		getNode: () => ({ name: 'Ask', type: 'n8n-nodes-voice-sms.voiceSms' }),
		getSignedResumeUrl: () => `${base}/webhook-waiting/7/node-1?ask=0`,
		getWorkflow: () => ({ id: 'workflow-1' }),
	});
	const context = { asTool: false, hint: (line: string) => void hints.push(line), n8n, json: {} };
	const message = {
		body: 'May I?',
		given: 'May I?',
		parts: {},
		rules: { maxParts: 9, isPlain: false },
	};
	const asked = untyped<Parameters<typeof withLink>[0]>({ message, texts: ['May I?'] });
	const { body } = withLink(asked, { texts: usualTexts }, untyped(context));
	expect(body).toContain(`${base}/webhook-waiting/7/node-1`);
	expect(hints).toStrictEqual(
		told.map((one) => expect.stringContaining(`begins with ${one}. `) as string),
	);
});

test('line ends and directions of writing stand where they are read', () => {
	expect(argumentAsRead('"+1\u202E2\u061C3\u2066\u200F\u2028"')).toBe(
		'"+1\\u202e2\\u061c3\\u2066\\u200f\\u2028"',
	);
});
