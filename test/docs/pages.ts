import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { parts } from './parts';

/** The pages that people read, from the root: README.md and those in docs/. */
export const pages: readonly string[] = [
	'README.md',
	...readdirSync(join(root, 'docs'))
		.filter((name) => name.endsWith('.md'))
		.sort()
		.map((name) => `docs/${name}`),
];

export const readPage = (page: string) => readFileSync(join(root, page), 'utf8');

const marked = /^<!-- ([^/].*?) -->\n[^]*?^<!-- \/\1 -->$/gm;

/** The page with what stands between `<!-- name -->` and `<!-- /name -->` made anew, for each part. */
export function withParts(text: string): string {
	return text.replace(marked, (whole, name: string) => {
		const part = parts.get(name);
		return part === undefined ? whole : `<!-- ${name} -->\n\n${part()}\n\n<!-- /${name} -->`;
	});
}

/** The page without what `npm run docs` writes into it, but for these parts; each line keeps its number. */
export function withoutParts(text: string, kept: readonly string[] = []): string {
	return text.replace(marked, (whole, name: string) => {
		return kept.includes(name) ? whole : whole.replace(/.+/g, '');
	});
}

/** Names of the parts that a page shows. */
export function partsOn(text: string): string[] {
	return [...text.matchAll(marked)].map(([, name]) => name).filter((name) => parts.has(name));
}
