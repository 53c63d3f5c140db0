import type {
	ICredentialType,
	IDataObject,
	INode,
	INodeParameters,
	INodeType,
	IVersionedNodeType,
} from 'n8n-workflow';

import type { ServiceFacts } from '../service';

export interface Task {
	does: 'send' | 'get' | 'list';
	/** Expression for the text of a message. */
	message: string;
	/** Options of this node's Send: a Send Once Key, or Skip Contacts With Tag. */
	options?: INodeParameters;
	facts: ServiceFacts;
	/** Text to search for; only the warm-up of a list has one, to stay small. */
	search?: string;
}

/** One output item. */
export interface Output {
	json: IDataObject;
	/** Index of the input item that it belongs to. */
	item?: number;
}

/** What a run gave; `error` is what the user is told when it failed. */
export interface Outcome {
	outputs: Output[];
	error?: string;
	/** What n8n keeps in memory until the execution is saved. */
	kept?: unknown;
}

/** A contender that n8n runs: nodes in a row, of which the first gets the items. */
export interface NodeContender {
	/** By type name, as in the workflow. */
	nodeTypes: Record<string, INodeType | IVersionedNodeType>;
	/** By type name, with the values that the user would enter. */
	credentials: Record<string, { type: ICredentialType; values(facts: ServiceFacts): IDataObject }>;
	nodes(task: Task): NodeOfRow[];
}

export type NodeOfRow = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> & {
	/** Type name of the node's credential. */
	credential?: string;
};

/** A contender that does without n8n. */
export type PlainContender = (task: Task, items: IDataObject[]) => Promise<Outcome>;
