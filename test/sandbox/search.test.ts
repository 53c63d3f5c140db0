import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { n8nFolder, root } from '../../sandbox/paths';
import { searchTerms } from '../harness/n8n/searchTerms';

interface NodeType {
	name: string;
	displayName: string;
	group: string[];
	hidden?: boolean;
	codex?: {
		alias?: string[];
		categories?: string[];
		subcategories?: Record<string, string[]>;
	};
}
interface Listed {
	key: string;
	properties: NodeType;
}
type Scored = Array<{ score: number; item: Listed }>;

const ofN8n = createRequire(join(n8nFolder, 'package.json'));
const json = <T>(...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as T;
const inN8n = <T>(...path: string[]) => json<T>(n8nFolder, 'node_modules', ...path);

/** The search of n8n's editor: these two functions are in its bundle, too. */
const { sublimeSearch } = ofN8n('@n8n/utils/search/sublime-search') as {
	sublimeSearch(filter: string, items: Listed[]): Scored;
};
const { reRankSearchResults } = ofN8n('@n8n/utils/search/re-rank-search-results') as {
	reRankSearchResults(found: Scored, factors: Record<string, Record<string, number>>): Scored;
};

const own = 'n8n-nodes-voice-sms.voiceSms';
const ownTypes = ['voiceSms', 'voiceSmsTrigger'].map((name): NodeType => {
	const file = `${name[0].toUpperCase()}${name.slice(1)}.node.json`;
	const isTrigger = name.endsWith('Trigger');
	return {
		name: `n8n-nodes-voice-sms.${name}`,
		displayName: isTrigger ? 'Voice and SMS Trigger' : 'Voice and SMS',
		group: [isTrigger ? 'trigger' : 'output'],
		codex: json(root, 'nodes/VoiceSms', file),
	};
});
const types = [
	...['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].flatMap((name) =>
		inN8n<NodeType[]>(name, 'dist/types/nodes.json').map((type) => ({
			...type,
			name: `${name}.${type.name}`,
		})),
	),
	...ownTypes,
].filter(({ hidden }) => hidden !== true);

const actionOf = ({ name }: NodeType) => name.replace('Trigger', '');
const isTrigger = ({ group }: NodeType) => group.includes('trigger');
/** One entry for each node, of its newest version; a trigger is in the entry of its node. */
const byName = new Map(types.map((type) => [type.name, type]));
const isOfNode = (type: NodeType) => isTrigger(type) && byName.has(actionOf(type));
const withTrigger = new Set([...byName.values()].filter(isOfNode).map(actionOf));
/** n8n leaves nodes for agents out unless an agent is looked for (n8n-editor-ui, filterOutAiNodes). */
const isForAgents = ({ codex }: NodeType) =>
	codex?.categories?.includes('AI') === true &&
	codex.subcategories?.AI?.includes('Root Nodes') !== true;
const entries = [...byName.values()].filter((type) => !isOfNode(type) && !isForAgents(type));

const popularity = Object.fromEntries(
	inN8n<Array<{ id: string; popularity: number }>>('n8n-editor-ui/data/node-popularity.json').map(
		(one) => [one.id, one.popularity * 100],
	),
);

describe.each([
	['triggers', (type: NodeType) => isTrigger(type) || withTrigger.has(type.name)],
	['actions', (type: NodeType) => !isTrigger(type)],
])("n8n's list of %s", (_name, isIn) => {
	const items = entries
		.filter(isIn)
		.map((type) => ({ key: type.name, properties: { ...type, name: type.name } }));

	it.each(searchTerms)('for "%s" has this node in place %i or before', (term, place) => {
		const found = reRankSearchResults(sublimeSearch(term, items), { popularity });
		const first = found.map(({ item }) => item.key).slice(0, place);
		expect(first).toContain(own);
	});
});
