import { markdownTable } from '../docs/fieldTable';
import type { Outcome } from './checks';

/** What one n8n did, by the names of the checks. */
export interface Tried {
	version: string;
	/** Version of Node. */
	node: string;
	outcomes: ReadonlyMap<string, Outcome>;
}

/** The part of docs/versions.md: what was tried, when and with what. */
export function tableOf(names: readonly string[], tried: readonly Tried[], date: string): string {
	const head = ['', ...tried.map(({ version, node }) => `n8n ${version} (Node ${node})`)];
	const rows = names.map((name) => [
		name,
		...tried.map(({ outcomes }) => {
			const outcome = outcomes.get(name) ?? 'not tried';
			return typeof outcome === 'string' ? outcome : 'fails';
		}),
	]);
	const intro = `Tried on ${date} by \`npm run test:versions\`, with the package as it is published:`;
	return `${intro}\n\n${markdownTable(head, rows)}`;
}

/** What failed, each with its version and reason. */
export function failuresOf(tried: readonly Tried[]): string[] {
	return tried.flatMap(({ version, outcomes }) =>
		[...outcomes].flatMap(([name, outcome]) =>
			typeof outcome === 'string' ? [] : [`\nn8n ${version}, ${name}:\n${outcome.failed}`],
		),
	);
}

const place = /(<!-- versions -->\n)[^]*(<!-- \/versions -->)/;

/** The page with that part written anew. */
export function inPage(page: string, part: string): string {
	if (!place.test(page)) throw new Error('The page has no place for the versions of n8n.');
	return page.replace(place, (_, begin: string, end: string) => `${begin}\n${part}\n\n${end}`);
}
