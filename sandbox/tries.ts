import { companyNumbers, type Try } from '../test/simulator';
import { step, waitFor } from './progress';
import type { Sandbox } from './sandbox';
import type { WorkflowFile } from './workflows';

const customer = '+15557770001';
const asked = '+15557770002';
const sendSeconds = 60;
const published = ['03-sms-auto-reply', '04-missed-call-text-back'];

const question: WorkflowFile = {
	id: 'voiceSmsAskAPerson',
	name: 'Ask a person',
	nodes: [
		{
			id: 'd1f0a3f7-4b0e-4a57-9a86-2f5a1c1d7b01',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: 'd1f0a3f7-4b0e-4a57-9a86-2f5a1c1d7b02',
			name: 'Ask',
			type: 'n8n-nodes-voice-sms.voiceSms',
			typeVersion: 1,
			position: [224, 0],
			parameters: {
				resource: 'sms',
				operation: 'sendAndWait',
				from: { __rl: true, mode: 'number', value: companyNumbers[0] },
				to: asked,
				message: 'Can you come on Monday at 10:00?',
				options: {},
			},
			credentials: { voiceSmsApi: { id: '', name: 'Voice and SMS account' } },
		},
	],
	connections: { Start: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } },
};

/** The examples that are published: the first answers each SMS, the second texts after each missed call. */
export const publishedExamples = ({ examples }: Sandbox) =>
	examples.filter(({ file }) => published.includes(file));

/** Publishes two examples and asks a question, and gives the phone its buttons. */
export async function prepareTries(sandbox: Sandbox): Promise<Try[]> {
	const { simulator } = sandbox;
	const [answers, texts] = publishedExamples(sandbox);
	const what = `Publishing "${answers.name}" and "${texts.name}", and asking a question`;
	await step(what, async () => {
		for (const example of [answers, texts]) await sandbox.publish(example);
		const before = simulator.ledger.length;
		await sandbox.startWorkflow(question);
		await waitFor('the question to be sent', sendSeconds, async () => simulator.ledger[before]);
	});
	simulator.tries.push(
		{
			button: 'Send an SMS',
			does: `The customer sends an SMS. Within a minute, "${answers.name}" answers it.`,
			phone: customer,
			path: 'sms',
			body: { from: customer, to: companyNumbers[0], body: 'Are you open?' },
		},
		{
			button: 'Make a missed call',
			does: `The customer calls, and nobody answers. Within a minute, "${texts.name}" texts the caller.`,
			phone: customer,
			path: 'calls',
			body: {
				direction: 'INBOUND',
				status: 'ENDED',
				fromNumber: customer,
				toNumber: companyNumbers[0],
			},
		},
		{
			button: 'Approve the question',
			does: `The person who was asked approves. "${question.name}" has waited for this, and goes on.`,
			phone: asked,
			path: 'answer',
			body: { decision: 'approve' },
		},
	);
	return simulator.tries;
}

/** The line for a shell that does what a button of the phone does. */
export function lineOf({ path, body }: Try, url: string): string {
	return `curl -d ${quoted(JSON.stringify(body))} ${url}/__simulator/${path}`;
}

/** A word for the shell of this computer: Windows knows no single quotes. */
function quoted(json: string): string {
	return process.platform === 'win32' ? `"${json.replaceAll('"', '\\"')}"` : `'${json}'`;
}
