import type { INode } from 'n8n-workflow';
import { NodeOperationError, UserError } from 'n8n-workflow';

import type { Failure } from '../../nodes/VoiceSms/api/errors/failure';
import { asNodeError } from '../../nodes/VoiceSms/api/errors/nodeError';
import { notADate } from '../../nodes/VoiceSms/fields/read/date';
import type { Invalid, FieldProblem } from '../../nodes/VoiceSms/fields/read/values';
import { asObject } from '../../nodes/VoiceSms/fields/read/objects';
import { asCount, asFlag, ofPeople } from '../../nodes/VoiceSms/fields/read/values';
import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import { failed } from '../../nodes/VoiceSms/layers/outcome';
import type { Operation } from '../../nodes/VoiceSms/operations/operation';
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

type RecordAsked = ReturnType<NonNullable<Operation['record']>>;

/** Why a value is refused that is nothing at all like what is asked for. */
function refusalsOf(as: (value: unknown, refuse: Invalid) => unknown): FieldProblem[] {
	const told: FieldProblem[] = [];
	const refuse: Invalid = (...why) => {
		told.push(why);
		throw new UserError(why[0]);
	};
	expect(() => as('§', refuse)).toThrow(UserError);
	return told;
}

/** The kinds of all records, where a sentence names one or its ID. */
const kinds = new RegExp(
	`\\b(${operationsWithOptions.map(({ record }) => record?.({}).kind ?? 'contact').join('|')})(?= has|_0)`,
	'g',
);

/** What a model is told of a failure, in parts without the names of things; contacts stand for all records. */
function partsTold(operation: Operation, failure: Failure, unsure: boolean): string[] {
	const named = {
		...operation,
		nameInErrors: () => '§',
		permission: '§',
		...(operation.record && {
			record: () => ({ ...operation.record?.({}), key: { by: 'id', value: '§' } }) as RecordAsked,
		}),
	};
	const error = asNodeError(node, failure, { nameInErrors: '§' }, unsure, 'POST');
	const { message } = tellModel(failed(error), { operation: named, input: {} });
	return message
		.replace(kinds, 'contact')
		.replace(/(?<=one with a tool that lists the )\w+/, 'contacts')
		.replace(/(?<=Check it with a tool that lists the )\w+/, 'messages')
		.split(/§|"[^"]*"| \(HTTP \d+\)\.?|No\b|: (?=the )|\. (?=[A-Z])/)
		.map((part) => part.trim().replace(/[.:]$/, ''))
		.filter((part) => /\w+ \w+ \w+/.test(part));
}

const told = operationsWithOptions.flatMap((operation) =>
	failures.flatMap((failure) =>
		[false, true].flatMap((unsure) => partsTold(operation, failure, unsure)),
	),
);

/** What to write into the page, for each of these sentences that it lacks. */
const lacking = (sentences: string[]) =>
	sentences
		.map((sentence) => sentence.trim())
		.filter((sentence) => !page.includes(sentence))
		.map((sentence) => `docs/agents.md: write what a model is told: "${sentence}"`);

describe('the page on agents', () => {
	it.each([...new Set(told)])('says, as a model is told: %s', (part) => {
		expect(lacking([part])).toStrictEqual([]);
	});

	it.each([
		...[notADate, ...refusalsOf(asCount), ...refusalsOf(asFlag), ...refusalsOf(asObject)],
		['', '', ofPeople] as FieldProblem,
	])('has what a model is to do about a field that %s', (_what, _advice, forModel) => {
		expect(lacking([String(forModel)])).toStrictEqual([]);
	});

	it('has what is told of a credential', () => {
		const { message } = credentialForModel(new NodeOperationError(node, '§'));
		expect(lacking(message.split('§.'))).toStrictEqual([]);
	});
});
