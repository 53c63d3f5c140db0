import type {
	IDataObject,
	INode,
	INodeProperties,
	INodePropertyCollection,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

/** The node as the editor sets it up for an agent, each field that can be given to the model given to it. */
export interface ToolNode {
	/** `sms.send` */
	operation: string;
	/** As the editor names it, and as what the model is told it is for. */
	name: string;
	parameters: INode['parameters'];
	/** What a model that has nothing to say fills in, by the key of the argument. */
	nothing: IDataObject;
	/** Keys of the arguments, by the names of the fields: `body`, `filters.search`. */
	keys: Map<string, string>;
}

/** Of all fields in collections the options alone are no business of a model. */
const notOfModel = ['options', 'requestOptions'];
/** The text about the tool: the editor saves no default, and has no button for it (fromAIOverride.utils). */
const aboutTool = ['toolDescription', 'textForModel'];

/**
 * One tool an operation of the node, from the node's description as n8n serves it.
 *
 * @param type the description of the node's `…Tool`
 */
export function toolNodes(type: INodeTypeDescription): ToolNode[] {
	const resources = fieldOf(type, 'resource').options as Array<{ value: string }>;
	return resources.flatMap(({ value: resource }) =>
		type.properties
			.filter((field) => field.name === 'operation' && isShown(type, field, { resource }))
			.flatMap((field) => field.options as Array<{ value: string; action?: string }>)
			// n8n's own entry, which sends people to the HTTP Request node, has no action.
			.flatMap(({ value, action }) =>
				action === undefined ? [] : toolNode(type, resource, value, action),
			),
	);
}

function toolNode(
	type: INodeTypeDescription,
	resource: string,
	operation: string,
	action: string,
): ToolNode {
	const parameters: IDataObject = { resource, operation };
	const keys = new Map<string, string>();
	const nothing: IDataObject = {};
	const give = (path: string, field: INodeProperties) => {
		const key = keyOf(field);
		keys.set(path, key);
		nothing[key] = field.type === 'number' ? (field.default as number) : '';
		const kind = field.type === 'number' ? 'number' : 'string';
		// What the editor writes (n8n-editor-ui, fromAIOverride.utils).
		return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${kind}') }}`;
	};
	for (const field of type.properties) {
		const { name } = field;
		if (name in parameters || aboutTool.includes(name)) continue;
		if (!isShown(type, field, parameters)) continue;
		if (field.type === 'collection' && !notOfModel.includes(name)) {
			const inner = (field.options as INodePropertyCollection[] | INodeProperties[])
				.filter((one): one is INodeProperties => 'type' in one)
				.filter((one) => isGivable(one) && isShown(type, one, parameters));
			parameters[name] = Object.fromEntries(
				inner.map((one) => [one.name, give(`${name}.${one.name}`, one)]),
			);
		} else if (!isGivable(field)) {
			if (field.type !== 'notice') parameters[name] = field.default as IDataObject;
		} else if (field.type === 'resourceLocator') {
			const { mode } = field.default as { mode: string };
			parameters[name] = { __rl: true, mode, value: give(name, field) };
		} else {
			parameters[name] = give(name, field);
		}
	}
	return {
		operation: `${resource}.${operation}`,
		name: `${action} in ${String(type.defaults.name).replace(/ Tool$/, '')}`,
		parameters: parameters as INode['parameters'],
		nothing,
		keys,
	};
}

/** The arguments of a call: those named by their fields, and nothing for the rest. */
export function argumentsFor({ nothing, keys, operation }: ToolNode, given: IDataObject) {
	const named = Object.entries(given).map(([path, value]) => {
		const key = keys.get(path);
		if (key === undefined) throw new Error(`${operation} asks a model for no ${path}.`);
		return [key, value];
	});
	return { ...nothing, ...Object.fromEntries(named) } as IDataObject;
}

/** As the editor makes it of the name that a person sees (n8n-editor-ui, fromAIOverride.utils). */
const keyOf = ({ displayName }: INodeProperties) =>
	displayName.slice(0, 63).replace(/[^a-zA-Z0-9-]/g, '_');

/** Fields that the editor can give to a model, but for switches, which have a default that is right. */
const isGivable = ({ type, noDataExpression }: INodeProperties) =>
	!noDataExpression &&
	['string', 'number', 'dateTime', 'resourceLocator', 'multiOptions'].includes(type);

function isShown(type: INodeTypeDescription, field: INodeProperties, parameters: IDataObject) {
	const values = parameters as INode['parameters'];
	return NodeHelpers.displayParameter(values, field, { typeVersion: 1 }, type);
}

function fieldOf(type: INodeTypeDescription, name: string): INodeProperties {
	const field = type.properties.find((one) => one.name === name);
	if (field === undefined) throw new Error(`The node has no field ${name}.`);
	return field;
}
