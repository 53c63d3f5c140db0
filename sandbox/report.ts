import Table from 'cli-table3';
import type { Simulator } from '../test/simulator';
import type { CredentialTest, Run } from './workflows';

interface Sent {
	to: string;
	body: string;
}

interface Answer {
	messageId: string;
	status: string;
}

/** What the first example did: a table to read, and what is wrong with it, if anything. */
export function reportFirstExample(run: Run, simulator: Simulator, credential: CredentialTest) {
	const wanted = (run.outputs.Person?.[0] ?? []).map(({ json }) => json);
	const answers = (run.outputs['Send an SMS']?.[0] ?? []).map(
		({ json }) => json as unknown as Answer,
	);
	const ledger = simulator.ledger.filter(({ kind }) => kind === 'sms.send');
	const received = answers.map(({ messageId }) => ledger.find(({ id }) => id === messageId));
	// Workflows that were published in an earlier start send other texts.
	const texts = new Set(received.map((one) => (one?.body as Sent | undefined)?.body));
	const arrived = ledger.filter(({ body }) => texts.has((body as unknown as Sent).body)).length;

	const table = new Table({
		head: ['Name', 'To', 'Text', 'Status', 'Message', 'Arrived'],
		// Colours would be unreadable codes in a log file.
		style: { head: [], border: [] },
	});
	for (const [index, person] of wanted.entries()) {
		const sent = received[index]?.body as Sent | undefined;
		table.push([
			String(person.name),
			String(person.phone),
			sent?.body ?? '',
			answers[index]?.status ?? '',
			answers[index]?.messageId ?? '',
			sent?.to === person.phone ? 'yes' : 'NO',
		]);
	}

	const problems: string[] = [];
	if (credential.status !== 'OK')
		problems.push(`The credential test failed: ${credential.message}`);
	if (run.status !== 'success') {
		const { message = '', description = '' } = run.error ?? {};
		problems.push(`The workflow ended with "${run.status}": ${message}. ${description}`);
	}
	const allArrived = wanted.every(
		({ phone }, index) => (received[index]?.body as Sent | undefined)?.to === phone,
	);
	if (wanted.length === 0 || !allArrived || arrived !== wanted.length) {
		problems.push(`${wanted.length} messages should arrive once each. ${arrived} arrived.`);
	}
	return { table: table.toString(), problems };
}
