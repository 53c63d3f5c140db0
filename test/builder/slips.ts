import { builder, nodeId, sandbox } from './session';
import { ofCall, ofReads, ofUpdate } from './slips/others';
import './slips/triggers';
import { refusal, runSlips, type Outcome, type Slip } from './slips/run';
import { ofSend } from './slips/sending';

/** What reached a number, or why nothing did. */
function sent(outcome: Outcome): string {
	const { phone, items } = outcome;
	const bodies = sandbox.simulator.ledger.flatMap(({ kind, body }) => {
		const { to, body: text } = body as { to?: string; body?: string };
		return kind === 'sms.send' && to === phone ? [String(text)] : [];
	});
	const shown = bodies.map((body) => (body.length > 20 ? `${body.length} characters` : body));
	if (bodies.length > 0) return `sent: ${shown.join(' | ')}`;
	return refusal(outcome) ?? JSON.stringify(items.map(({ outcome: said }) => said));
}

/** The calls to a number with what was asked for, or why there is none. */
function called(outcome: Outcome): string {
	const asked = sandbox.simulator.ledger.flatMap(({ kind, body }) => {
		const { toNumber, ...more } = body as Record<string, unknown>;
		return kind === 'call.create' && toNumber === outcome.phone ? [Object.keys(more)] : [];
	});
	const [{ status = '' } = {}] = outcome.items;
	if (asked.length > 0) return `called with ${asked.join(' | ')}: ${String(status)}`;
	return refusal(outcome) ?? JSON.stringify(outcome.items);
}

/** The tags of all contacts with the number. */
function tagsAfter(outcome: Outcome): string {
	const found = [...sandbox.simulator.store.contacts.values()].filter(
		({ phone }) => phone === outcome.phone,
	);
	const tags = found.map((contact) => contact.tags?.join(', ')).join(' | ');
	const why = refusal(outcome);
	return why === undefined ? `tags: ${tags}` : `${why}; tags: ${tags}`;
}

/** How many records came. */
const given = (outcome: Outcome) => refusal(outcome) ?? `${outcome.items.length} records`;

describe.each([
	['an SMS', ofSend, sent],
	['a call', ofCall, called],
	['a contact', ofUpdate, tagsAfter],
	['a list', ofReads, given],
] as const)('slips with %s, which n8n finds valid', (_what, slips, tell) => {
	const happened = new Map<Slip, string>();

	beforeAll(async () => {
		sandbox.simulator.reset();
		const outcomes = await runSlips(slips);
		for (const [slip, outcome] of outcomes) happened.set(slip, tell(outcome));
	});

	it('n8n finds each node valid', async () => {
		const nodes = slips.map(({ parameters }, index) => ({
			name: `Slip ${index}`,
			type: nodeId,
			typeVersion: 1,
			parameters: parameters('+15553000000'),
		}));
		const answer = await builder.read('validate_node_config', { nodes });
		const { results } = JSON.parse(answer) as { results: Array<{ valid: boolean }> };
		expect(results.map(({ valid }) => valid)).toEqual(slips.map(() => true));
	});

	it.each(slips.map((slip) => [slip.name, slip] as const))('%s', (_name, slip) => {
		expect(happened.get(slip)).toBe(slip.happens);
	});
});
