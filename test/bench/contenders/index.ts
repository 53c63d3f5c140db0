import type { ContenderName } from '../plan';
import type { NodeContender, PlainContender } from './contender';
import { declarative } from './declarative';
import { expressions } from './fields';
import { httpRequest } from './httpRequest';
import { oneByOne } from './oneByOne';
import { raw } from './raw';
import { voiceSms } from './voiceSms';

export const titles: Record<ContenderName, string> = {
	voiceSms: 'Voice and SMS',
	voiceSmsWhole: 'Voice and SMS, Simplify off',
	onePath: 'Voice and SMS, one path',
	withoutOption: 'Voice and SMS, without',
	httpRequest: 'HTTP Request',
	declarative: 'Declarative twin',
	oneByOne: 'One by one',
	raw: 'Raw client (floor)',
};

/** Where what is not in this folder comes from. */
export interface Folders {
	/** In which n8n is installed. */
	n8n: string;
	/** In which the package was built. */
	package: string;
}

export function contender(name: Exclude<ContenderName, 'raw'>, folders: Folders): NodeContender;
export function contender(name: ContenderName, folders: Folders): NodeContender | PlainContender;
export function contender(name: ContenderName, folders: Folders): NodeContender | PlainContender {
	switch (name) {
		case 'voiceSms':
			return voiceSms(folders.package);
		case 'voiceSmsWhole':
			return voiceSms(folders.package, false);
		case 'onePath':
			return onePath(voiceSms(folders.package));
		case 'withoutOption':
			return withoutOption(voiceSms(folders.package));
		case 'httpRequest':
			return httpRequest(folders.n8n);
		case 'declarative':
			return declarative();
		case 'oneByOne':
			return oneByOne();
		case 'raw':
			return raw;
	}
}

function onePath(node: NodeContender): NodeContender {
	return { ...node, nodes: (task) => node.nodes({ ...task, message: expressions.path }) };
}

function withoutOption(node: NodeContender): NodeContender {
	return { ...node, nodes: (task) => node.nodes({ ...task, options: {} }) };
}
