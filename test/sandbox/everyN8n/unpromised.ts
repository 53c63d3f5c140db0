import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { installationOf } from '../../../sandbox/versions';
import type { Check } from './checks';

/** The members that `util/unpromised` reads, by the package of n8n that has each one. */
export const members: Record<string, readonly string[]> = {
	n8n: ['rootExecutionMode'],
	'n8n-core': [
		'additionalData',
		'runExecutionData',
		'nodeExecutionStack',
		'subNodeExecutionData',
		'parentNodeName',
		'gatedToolNodeName',
	],
	'n8n-workflow': ['runExecutionData', 'nodeExecutionStack'],
	'@n8n/n8n-nodes-langchain': ['previousRequests', 'originalInput'],
};
/** The same of Node: of a socket of `net`, and of one of `tls`. */
export const membersOfSockets = ['_pendingData', 'secureConnecting'] as const;

/** Prints which of the two Node's sockets lack. */
const sockets = `
const plain = require('node:net').connect({ host: '127.0.0.1', port: 9 }).on('error', () => {});
plain.write('x');
const secure = new (require('node:tls').TLSSocket)(undefined);
const lacks = [];
if (!plain._pendingData) lacks.push('_pendingData');
if (typeof secure.secureConnecting !== 'boolean') lacks.push('secureConnecting');
console.log(lacks.join(' '));
process.exit();`;

export const ofUnpromised: Check[] = [
	{
		name: 'What n8n and Node do not promise is there',
		// Before n8n 2, agents did not queue the calls of their tools: the node then does without.
		isThere: ({ version }) => !version.startsWith('1.'),
		async run({ version }) {
			const { folder, node } = installationOf(version);
			const gone = Object.entries(members).flatMap(([name, own]) => {
				const code = codeOf(join(folder, 'node_modules', name, 'dist'));
				return own.filter((member) => !new RegExp(`\\b${member}\\b`).test(code));
			});
			const { stdout } = spawnSync(node, ['-e', sockets], { encoding: 'utf8' });
			gone.push(...stdout.trim().split(' ').filter(Boolean));
			if (gone.length > 0) throw new Error(`n8n ${version} lacks ${gone.join(', ')}`);
			await Promise.resolve();
		},
	},
];

function codeOf(folder: string): string {
	if (!existsSync(folder)) return '';
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.js'))
		.map((file) => readFileSync(join(folder, file), 'utf8'))
		.join('\n');
}
