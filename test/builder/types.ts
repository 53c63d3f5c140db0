import type { INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';

import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import { events } from '../../nodes/VoiceSms/trigger/events';
import type { Operation } from '../../nodes/VoiceSms/operations/operation';
import { builder, nodeId, sandbox, triggerId } from './session';

/** Characters that a builder reads at most. */
const maxCharacters = { node: 66_000, trigger: 9_500 };
/** Bytes of a node in the list of nodes that every editor loads. */
const maxBytes = 100_000;

/** A field at the top of a type, with the comment above it. */
interface Typed {
	isOptional: boolean;
	comment: string;
}
/** An operation as its type describes it. */
interface TypedOperation {
	fields: Map<string, Typed>;
	text: string;
}

const literal = (field?: Typed & { type: string }) => field?.type.replace(/'/g, '') ?? '';

/** The types of all operations, by `resource.operation`. */
function operationsIn(text: string): Map<string, TypedOperation> {
	const source = ts.createSourceFile('types.ts', text, ts.ScriptTarget.ES2022, true);
	const found = new Map<string, TypedOperation>();
	for (const statement of source.statements) {
		if (!ts.isTypeAliasDeclaration(statement) || !ts.isTypeLiteralNode(statement.type)) continue;
		const fields = new Map(
			statement.type.members.filter(ts.isPropertySignature).map((member) => {
				const isOptional = member.questionToken !== undefined;
				const comment = member.getFullText().slice(0, member.getLeadingTriviaWidth());
				return [member.name.getText(), { isOptional, comment, type: member.type?.getText() ?? '' }];
			}),
		);
		const name = `${literal(fields.get('resource'))}.${literal(fields.get('operation'))}`;
		found.set(name, { fields, text: statement.getFullText() });
	}
	return found;
}

const nameOf = ({ resource, value }: Operation) => `${resource}.${value}`;

const isEmpty = (value: unknown) => value === '' || (value as { value?: unknown }).value === '';

/** Fields of the form that must be filled in whatever the other fields are. */
function requiredIn({ fields }: Operation): string[] {
	const isOptional = (wanted: string) =>
		fields.some(({ name, required }) => name === wanted && required !== true);
	const required = fields.filter(({ name, default: value }) => !isOptional(name) && isEmpty(value));
	return [...new Set(required.map(({ name }) => name))].sort();
}

describe.each([
	['node', nodeId],
	['tool', `${nodeId}Tool`],
])('the types of the %s', (_name, id) => {
	let text: string;
	let types: Map<string, TypedOperation>;

	beforeAll(async () => {
		text = await builder.types(id);
		types = operationsIn(text);
	});

	it('are TypeScript', () => {
		const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
		expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
	});

	it.each(operationsWithOptions.map((one) => [nameOf(one), one] as const))(
		'have %s, with its output and what must be filled in',
		(name, operation) => {
			const typed = types.get(name);
			expect(typed?.text).toMatch(/ Output(, for each record)?: \w/);
			// A picker has a default, so n8n calls it optional: the hint says what is true.
			const required = [...(typed?.fields ?? [])].filter(
				([field, { isOptional, comment }]) =>
					!['resource', 'operation'].includes(field) &&
					(!isOptional || comment.includes('@builderHint Required')),
			);
			expect(required.map(([field]) => field).sort()).toEqual(requiredIn(operation));
		},
	);
});

it('the types are short enough to be read each time', async () => {
	const characters = async (id: string) => (await builder.types(id)).length;
	expect(await characters(nodeId)).toBeLessThanOrEqual(maxCharacters.node);
	expect(await characters(triggerId)).toBeLessThanOrEqual(maxCharacters.trigger);
});

it('the types of the trigger have each event with its output, and filters for all of them', async () => {
	const text = await builder.types(triggerId);
	for (const { value } of events) {
		expect(text).toMatch(new RegExp(`- ${value}: .* Output: \\w`));
	}
	expect(text).toMatch(/- smsReceived: .* Output: .*fromPhone, .*toPhone/);
	const [, comment = ''] = /\n(\/\*\*[^/]*\*\/)\s+filters\?:/.exec(text) ?? [];
	expect(comment).not.toContain('@displayOptions');
});

it("n8n's descriptions are small enough for every editor to load", async () => {
	const { rest, url } = sandbox.n8n;
	const { data } = await rest.get<INodeTypeDescription[]>('/types/nodes.json', { baseURL: url });
	const ours = data.filter(({ name }) => name.startsWith(nodeId));
	expect(ours.map(({ name }) => name.replace(nodeId, ''))).toEqual(
		expect.arrayContaining(['', 'Tool', 'HitlTool', 'Trigger']),
	);
	for (const one of ours) {
		expect(Buffer.byteLength(JSON.stringify(one))).toBeLessThanOrEqual(maxBytes);
	}
});
