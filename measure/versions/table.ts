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

/** The part of docs/measured.md: the checks that do not work everywhere. */
export function versionsPart({ day, tried }: Run): string {
	const names = Object.keys(tried[0].outcomes);
	const head = ['', ...tried.map(({ version, node }) => `n8n ${version} (Node ${node})`)];
	const rows = names.map((name) => [name, ...tried.map(({ outcomes }) => outcomes[name])]);
	const works = ([, ...outcomes]: string[]) => outcomes.every((outcome) => outcome === 'works');
	const versions = tried.map(({ version, node }) => `n8n ${version} (Node ${node})`).join(', ');
	const others = rows.filter((row) => !works(row));
	return [
		`Tried on ${day} by \`npm run versions\`, with the package as it is published, in ${versions}: ${rows.length - others.length} of ${rows.length} checks work in all of them.`,
		...(others.length === 0 ? [] : [markdownTable(head, others)]),
	].join('\n\n');
}

export const figures = figuresOf('versions', versionsPart);
