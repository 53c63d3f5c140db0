import { deepCopy, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';

import codex from '../../nodes/VoiceSms/VoiceSms.node.json';
import { VoiceSms } from '../../nodes/VoiceSms/VoiceSms.node';
import { VoiceSmsTrigger } from '../../nodes/VoiceSms/VoiceSmsTrigger.node';
import { loadOptions } from '../../nodes/VoiceSms/fields/phone/country';

/** Bytes of a node in the list of nodes that every editor loads. For comparison: n8n's Slack has 117,000. */
const most = 100_000;

const { description } = new VoiceSms();

/** n8n (tool-generation/ai-tools) copies the whole description for agents. */
function asTool(): INodeTypeDescription {
	const replacements = (description.usableAsTool as { replacements: object }).replacements;
	return { ...deepCopy(description), ...replacements, name: `${description.name}Tool` };
}

/** n8n (tool-generation/hitl-tools) copies it once more for human review: it hides the menus and writes the message itself. */
function asReview(): INodeTypeDescription {
	const message: INodeProperties = {
		displayName: 'Message',
		name: 'message',
		type: 'string',
		default:
			'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}',
		required: true,
		typeOptions: { rows: 3 },
		description:
			'Message to send for approval. Use expressions to include tool details: {{ $tool.parameters }}, {{ $json.toolCallId }}',
	};
	const properties = deepCopy(description.properties)
		.filter(({ name }) => name !== 'message')
		.map((field): INodeProperties => {
			if (!['resource', 'operation', 'responseType'].includes(field.name)) return field;
			const { displayName, name } = field;
			return { displayName, name, type: 'hidden', default: 'sendAndWait' };
		});
	return {
		...deepCopy(description),
		name: `${description.name}HitlTool`,
		properties: [message, ...properties],
	};
}

it.each([
	['node', description],
	['tool', asTool()],
	['human review', asReview()],
	['trigger', new VoiceSmsTrigger().description],
])('the %s is small enough for every editor to load', (_name, served) => {
	const bytes = Buffer.byteLength(JSON.stringify({ ...served, codex }));
	if (bytes > most) {
		throw new Error(
			`The description has ${bytes} bytes, at most ${most}. Shorten texts of fields and operations, or let operations share a field (\`lastFields\` of operations/properties.ts)`,
		);
	}
});

/** The methods that a node's fields name, at any depth. */
function methodsOf({ properties }: INodeTypeDescription): string[] {
	const named = JSON.stringify(properties).matchAll(/"loadOptionsMethod":"(\w+)"/g);
	return [...new Set([...named].map(([, name]) => name))];
}

it.each([
	['node', new VoiceSms()],
	['trigger', new VoiceSmsTrigger()],
])('the countries of the %s come when somebody opens the list', async (_name, node) => {
	expect(methodsOf(node.description)).toStrictEqual(Object.keys(loadOptions));
	const countries = await node.methods.loadOptions.getCountries();
	expect(countries.length).toBeGreaterThan(240);
	expect(countries[0].value).toBe('');
});
