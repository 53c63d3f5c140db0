import Table from 'cli-table3';

import type { Outcome } from './check';

/** What one n8n did, by the names of the checks. */
export interface Tried {
	version: string;
	/** Of Node, which ran it. */
	node: string;
	outcomes: ReadonlyMap<string, Outcome>;
}

const wordOf = (outcome: Outcome | undefined): string => {
	if (outcome === undefined) return 'not tried';
	return typeof outcome === 'string' ? outcome : 'fails';
};

function rowsOf(names: readonly string[], tried: readonly Tried[]): string[][] {
	return names.map((name) => [name, ...tried.map(({ outcomes }) => wordOf(outcomes.get(name)))]);
}

/** The table for a shell, and what failed with its reason. */
export function report(names: readonly string[], tried: readonly Tried[]): string {
	const table = new Table({
		head: ['', ...tried.map(({ version }) => version)],
		// Colours would be unreadable codes in a log file.
		style: { head: [], border: [] },
	});
	table.push(...rowsOf(names, tried));
	return [table.toString(), ...failuresOf(tried)].join('\n');
}

/** What failed, each with its version and reason. */
export function failuresOf(tried: readonly Tried[]): string[] {
	return tried.flatMap(({ version, outcomes }) =>
		[...outcomes].flatMap(([name, outcome]) =>
			typeof outcome === 'string' ? [] : [`\nn8n ${version}, ${name}:\n${outcome.failed}`],
		),
	);
}

/** The part of docs/versions.md: what was tried, when and with what. */
export function pagePart(names: readonly string[], tried: readonly Tried[], date: string): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const head = ['', ...tried.map(({ version, node }) => `n8n ${version} (Node ${node})`)];
	const rows = rowsOf(names, tried);
	return [
		`Tried on ${date} by \`npm run test:versions\`, with the package as it is published:`,
		'',
		line(head),
		line(head.map(() => '---')),
		...rows.map(line),
	].join('\n');
}

const [begin, end] = ['<!-- versions -->\n', '<!-- /versions -->'];

/** The page with that part written anew. */
export function inPage(page: string, part: string): string {
	const [before, rest] = page.split(begin);
	const [, after] = (rest ?? '').split(end);
	if (after === undefined) throw new Error('The page has no place for the versions of n8n.');
	return `${before}${begin}\n${part}\n\n${end}${after}`;
}
