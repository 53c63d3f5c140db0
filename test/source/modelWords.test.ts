import type { INode } from 'n8n-workflow';
import { NodeOperationError, UserError } from 'n8n-workflow';

import type { Failure } from '../../nodes/VoiceSms/api/errors/failure';
import { asNodeError } from '../../nodes/VoiceSms/api/errors/nodeError';
import { notADate } from '../../nodes/VoiceSms/fields/read/date';
import type { Refuse, FieldProblem } from '../../nodes/VoiceSms/fields/read/values';
import { asCount, asFlag, asObject, ofPeople } from '../../nodes/VoiceSms/fields/read/values';
import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import { credentialForModel, tellModel } from '../../nodes/VoiceSms/run/model/error';
import { readPage } from '../docs/pages';

const node = { name: 'Voice and SMS', type: 'voiceSmsTool', typeVersion: 1 } as INode;
const page = readPage('docs/agents.md').replace(/\s+/g, ' ');

const failures: Failure[] = [
	...(['notSent', 'notTried', 'lost', 'refused', 'unreadable', 'redirect'] as const).map(
		(cause) => ({ cause }),
	),
	...[400, 401, 403, 404, 429, 500].map((status) => ({ cause: 'status' as const, status })),
	{ cause: 'status', status: 403, service: 'No' },
];

/** Why a value is refused that is nothing at all like what is asked for. */
function refusalsOf(as: (value: unknown, refuse: Refuse) => unknown): FieldProblem[] {
	const told: FieldProblem[] = [];
	const refuse: Refuse = (...why) => {
		told.push(why);
		throw new UserError(why[0]);
	};
	expect(() => as('§', refuse)).toThrow(UserError);
	return told;
}

describe('the page on agents', () => {
	it.each(
		operationsWithOptions.flatMap((operation) =>
			failures.map((failure) => {
				const name = `${operation.resource}.${operation.value}`;
				return [name, JSON.stringify(failure), operation, failure] as const;
			}),
		),
	)('has what a model is told by %s of %s', (_name, _failure, operation, failure) => {
		const byId = { by: 'id', value: '§' };
		const asked = {
			operation: { ...operation, nameInErrors: () => '§', permission: '§' } as typeof operation,
			input: { callId: '§', contact: byId, conversation: byId },
		};
		for (const unsure of [false, true]) {
			const error = asNodeError(node, failure, { nameInErrors: '§' }, unsure, 'POST');
			const { message } = tellModel(error, asked);
			const likewise = message
				.replace(/\b(call|conversation)(?= has|_0)/g, 'contact')
				.replace(/(?<=one with a tool that lists the )\w+/, 'contacts')
				.replace(/(?<=Check it with a tool that lists the )\w+/, 'messages');
			const said = likewise.split(/§|"[^"]*"| \(HTTP \d+\)\.?|No\b|: (?=the )|\. (?=[A-Z])/);
			const parts = said.map((part) => part.trim().replace(/[.:]$/, ''));
			const known = parts.filter((part) => /\w+ \w+ \w+/.test(part));
			expect(known.filter((part) => !page.includes(part))).toStrictEqual([]);
		}
	});

	it.each([
		...[notADate, ...refusalsOf(asCount), ...refusalsOf(asFlag), ...refusalsOf(asObject)],
		['', '', ofPeople] as FieldProblem,
	])('has what a model is to do about a field that %s', (_what, _advice, forModel) => {
		expect(page).toContain(forModel);
	});

	it('has what is told of a credential', () => {
		const { message } = credentialForModel(new NodeOperationError(node, '§'));
		for (const part of message.split('§.')) expect(page).toContain(part.trim());
	});
});
