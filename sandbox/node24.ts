import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { n8nFolder } from './paths';

const oldestNodeOfN8n = 24;

/**
 * The Node that runs n8n: this one when it is new enough, else the one npm installed beside n8n.
 *
 * @param folder where npm installed them
 */
export function nodeForN8n(folder = n8nFolder): string {
	if (Number(process.versions.node.split('.')[0]) >= oldestNodeOfN8n) return process.execPath;
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const packaged = join(folder, 'node_modules', `node-${platform}-${process.arch}`);
	if (existsSync(packaged)) return join(packaged, 'bin', platform === 'win' ? 'node.exe' : 'node');
	throw new Error(
		`n8n needs Node ${oldestNodeOfN8n}, and npm has no Node for ${process.platform}-${process.arch}. ` +
			`Install Node ${oldestNodeOfN8n} (https://nodejs.org/en/download) and start again.`,
	);
}
