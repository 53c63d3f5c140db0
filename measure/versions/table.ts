import { markdownTable } from '../../test/docs/fieldTable';
import type { Outcome } from '../../test/sandbox/everyN8n/checks';
import { figuresOf } from '../figures/figures';

/** What one n8n did. */
export interface Tried {
	version: string;
	/** Version of Node. */
	node: string;
	/** By the names of the checks. */
	outcomes: Record<string, Outcome>;
}

/** What `npm run versions` found, the newest n8n first. */
export interface Run {
	/** "2026-11-30" */
	day: string;
	tried: Tried[];
}

/** The part of docs/versions.md. */
export function versionsPart({ day, tried }: Run): string {
	const head = ['', ...tried.map(({ version, node }) => `n8n ${version} (Node ${node})`)];
	const rows = Object.keys(tried[0].outcomes).map((name) => [
		name,
		...tried.map(({ outcomes }) => outcomes[name]),
	]);
	const intro = `Tried on ${day} by \`npm run versions\`, with the package as it is published:`;
	return `${intro}\n\n${markdownTable(head, rows)}`;
}

export const figures = figuresOf('versions', versionsPart);
