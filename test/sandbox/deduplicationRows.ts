import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { nodeForN8n } from '../../sandbox/node24';

/**
 * The names of the rows that n8n's database keeps for a workflow's deduplication.
 *
 * @param userFolder of an n8n, which may be running
 */
export function deduplicationRows(userFolder: string, workflowId: string): string[] {
	const query = `
		const rows = db.prepare('SELECT context FROM processed_data WHERE workflowId = ?').all(id);
		console.log(JSON.stringify(rows.map(({ context }) => context)));`;
	return JSON.parse(ask(userFolder, workflowId, query)) as string[];
}

function ask(userFolder: string, workflowId: string, query: string): string {
	const file = join(userFolder, '.n8n', 'database.sqlite');
	// In n8n's own Node, which can read its database without a driver.
	const program = `
		const { DatabaseSync } = require('node:sqlite');
		const [file, id] = process.argv.slice(1);
		const db = new DatabaseSync(file);
		db.exec('PRAGMA busy_timeout = 5000');
		${query}`;
	return execFileSync(nodeForN8n(), ['--no-warnings', '-e', program, file, workflowId]).toString();
}
