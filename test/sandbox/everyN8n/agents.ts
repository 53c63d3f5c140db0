import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';

import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import { waitFor } from '../../../sandbox/progress';
import type { Sandbox } from '../../../sandbox/sandbox';
import { customer } from '../asker';
import { agentNode } from '../agents/agentNode';
import { attach, call, model, tool } from '../agents/session';
import { companyNumbers } from '../../simulator';
import type { Check, Subject } from './checks';
import { http, post } from './questions';

const agentType = '@n8n/n8n-nodes-langchain.agent';
const text = { from: companyNumbers[0], to: customer, body: 'Your table is booked.' };

/** The versions of AI Agent that n8n has, such as 2.2, oldest first. */
function agents({ types }: Subject): number[] {
	return types
		.filter(({ name }) => name === agentType)
		.flatMap(({ version }) => version)
		.sort((a, b) => a - b);
}

/** The newest AI Agent of a major version. */
const newestAgent = (subject: Subject, major: number): number | undefined =>
	agents(subject).findLast((version) => Math.floor(version) === major);

/** What the model was offered, and what it was told of each call. */
async function played(
	subject: Subject,
	major: number,
	operation: string,
	parameters: IDataObject,
	turns: IDataObject[],
) {
	const version = newestAgent(subject, major);
	assert.ok(version, `There is no AI Agent ${major}.`);
	await attach(subject.sandbox);
	try {
		const agent = agentNode(`AI Agent v${version}`, version, false);
		const given = tool(operation, parameters);
		const { offered, answers } = await agent.play(
			[given],
			turns.map((turn) => [call(given, turn)]),
		);
		return { offered, told: answers.flat().map((answer) => agent.read(answer)) };
	} finally {
		await model.close();
	}
}

/** Presses a button on the page behind the link, as soon as the SMS with it has come and n8n waits. */
async function answer({ simulator }: Sandbox, decision: string): Promise<void> {
	const sms = await waitFor('the SMS', 60, async () => simulator.ledger[0]);
	const link =
		String((sms.body as IDataObject).body)
			.split('\n')
			.at(-1) ?? '';
	await waitFor('the page', 60, async () => {
		return (await http.get(link)).status === 200 ? true : undefined;
	});
	assert.equal((await post(link, { decision })).status, 200);
}

const tools = [2, 3].map(
	(major): Check => ({
		name: `Tool of AI Agent v${major}: the same message twice goes out once`,
		isThere: (subject) => newestAgent(subject, major) !== undefined,
		async run(subject) {
			const { told } = await played(subject, major, 'sms.send', { options: {} }, [text, text]);
			const said = told.map((one) => ('records' in one ? one.records[0] : one) as IDataObject);
			const first = { status: 'queued', repeated: undefined };
			const statuses = said.map(({ status, repeated }) => ({ status, repeated }));
			assert.deepEqual(statuses, [first, { ...first, repeated: true }]);
			const bodies = subject.sandbox.simulator.ledger.map(({ body }) => (body as IDataObject).body);
			assert.deepEqual(bodies, [text.body]);
		},
	}),
);

const ask = { from: companyNumbers[0], to: customer, message: 'May I?' };

/** A tool that asks by link, in the newest AI Agent of a major version. */
const asked = async (subject: Subject, major: number) =>
	await played(subject, major, 'sms.sendAndWait', { responseType: 'approval' }, [ask]);

/** The models that the node talks with. */
export const ofAgents: Check[] = [
	...tools,
	{
		name: 'Tool of AI Agent v3: the model reads what the tool does',
		isThere: (subject) => newestAgent(subject, 3) !== undefined,
		async run(subject) {
			// n8n 1 would give the model an expression, so it has its own text there.
			const { offered } = await played(subject, 3, 'contact.get', {}, []);
			const { action, toolText: forModel } = operationsWithOptions.find(
				(one) => one.action === 'Get a contact',
			)!;
			const isOlder = subject.version.startsWith('1.');
			assert.deepEqual(
				offered.map(({ name, description }) => [name, description]),
				[['Get_a_contact_in_Phone', isOlder ? `${action} in Voice and SMS` : forModel]],
			);
		},
	},
	{
		name: 'Tool of AI Agent v3: the model is told why nothing was sent',
		// n8n 1 ends the execution when a tool throws, with what it threw.
		isThere: (subject) =>
			newestAgent(subject, 3) !== undefined && Number(subject.version.split('.')[0]) >= 2,
		async run(subject) {
			const turns = [{ ...text, to: 'nobody' }, text];
			const { told } = await played(subject, 3, 'sms.send', { options: {} }, turns);
			const [refused, sent] = told;
			assert.ok('error' in refused, `The model was told ${JSON.stringify(refused)}.`);
			assert.match(refused.error, /'To Number' is not a phone number: "nobody"/);
			assert.ok('records' in sent && sent.records[0].status === 'queued');
			assert.equal(subject.sandbox.simulator.ledger.length, 1);
		},
	},
	{
		name: 'Tool of AI Agent v2: Send and Wait by link is refused before it sends',
		isThere: (subject) => newestAgent(subject, 2) !== undefined,
		async run(subject) {
			const { told } = await asked(subject, 2);
			// AI Agent v2 gives the model an empty text for what a tool throws.
			assert.deepEqual(told, [{ records: [] }]);
			assert.equal(subject.sandbox.simulator.ledger.length, 0);
		},
	},
	{
		name: 'Tool of AI Agent v3: Send and Wait by link gives the model the answer',
		isThere: (subject) => newestAgent(subject, 3) !== undefined,
		async run(subject) {
			const answered = answer(subject.sandbox, 'approve');
			const [{ told: heard }] = await Promise.all([asked(subject, 3), answered]);
			const [told] = heard;
			assert.ok('records' in told, `The model was told ${JSON.stringify(told)}.`);
			assert.equal((told.records[0].data as IDataObject).approved, true);
		},
	},
];
