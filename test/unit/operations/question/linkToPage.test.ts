import type { IExecuteFunctions } from 'n8n-workflow';

import { usualTexts } from '../../../../nodes/VoiceSms/operations/question/page/openQuestion';
import { makeLink } from '../../../../nodes/VoiceSms/operations/question/sleep';
import { fake } from '../../../harness/n8n/fake';

/** What n8n does when a question is asked by a link, with members of one of its versions. */
function ask(members: object) {
	const calls: string[] = [];
	const context = fake<IExecuteFunctions>({
		evaluateExpression: (text: string) => (text.includes('$runIndex') ? 0 : undefined),
		getContext: () => ({}),
		getExecutionId: () => '7',
		getInputData: () => [{ json: {} }],
		getMode: () => 'webhook',
		getNode: () => ({ name: 'Ask', type: 'n8n-nodes-voice-sms.voiceSms' }),
		getSignedResumeUrl: () => {
			calls.push('link');
			return 'http://n8n.example.com/webhook-waiting/7';
		},
		getWorkflow: () => ({ id: 'workflow-1' }),
		...members,
	});
	for (const [name, member] of Object.entries(members)) {
		Object.assign(context, {
			[name]: () => {
				calls.push(name);
				return (member as () => unknown)();
			},
		});
	}
	const link = () => makeLink(context, { question: 'May I?', texts: usualTexts });
	return { calls, link };
}

it('n8n 1, which lets through links that it did not sign unless it is asked not to, is asked', () => {
	const { calls, link } = ask({ setSignatureValidationRequired: () => undefined });
	expect(link()).toContain('/webhook-waiting/7');
	expect(calls).toStrictEqual(['setSignatureValidationRequired', 'link']);
});

it('n8n 2, which lets none through, is not', () => {
	const { calls, link } = ask({ isToolExecution: () => false });
	expect(link()).toContain('/webhook-waiting/7');
	expect(calls).toStrictEqual(['isToolExecution', 'link']);
});

it('where there is no execution, there is no link', () => {
	const { calls, link } = ask({ getExecutionId: () => undefined });
	expect(link).toThrow('Without an execution');
	expect(calls).not.toContain('link');
});

it('in a chat of Chat Hub, whose workflow n8n deletes, there is no link', () => {
	const { calls, link } = ask({ getMode: () => 'chat' });
	expect(link).toThrow('Chat Hub');
	expect(calls).not.toContain('link');
});

it('a tool of AI Agent v2 in n8n 1 is refused before there is a link', () => {
	const { calls, link } = ask({ getNextRunIndex: () => 0 });
	expect(link).toThrow('The node cannot wait for an answer by link here');
	expect(calls).toStrictEqual([]);
});
