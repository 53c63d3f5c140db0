import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { draw, pictures } from './picture';
import { inReadme, readmePart } from './readme';
import { report, type Run } from './report';
import { verdicts } from './targets';

const figures = 'docs/benchmark.json';
const page = 'docs/benchmark.md';
const readme = 'README.md';

/** What a full run writes. */
export const written = [
	page,
	...pictures.map(({ file }) => `docs/${file}`),
	`${readme} (its part)`,
	figures,
];

/** Everything that is shown of a run, by file. */
export function docsOf(run: Run): Record<string, string> {
	const drawn = pictures.flatMap((picture) => {
		const svg = draw(picture, run.sections);
		return svg === undefined ? [] : [{ ...picture, svg }];
	});
	const images = drawn.map(({ title, file }) => `![${title}](${file})`).join('\n\n');
	return {
		[page]: report(run, verdicts(run.sections), images),
		[readme]: inReadme(readFileSync(join(root, readme), 'utf8'), readmePart(run)),
		...Object.fromEntries(drawn.map(({ file, svg }) => [`docs/${file}`, svg])),
		[figures]: `${JSON.stringify(run, null, '\t')}\n`,
	};
}

export function writeDocs(run: Run): void {
	for (const [file, text] of Object.entries(docsOf(run))) {
		writeFileSync(join(root, file), text);
		console.log(`Written: ${file}`);
	}
}

/** The last full run. */
export function readRun(): Run {
	return JSON.parse(readFileSync(join(root, figures), 'utf8')) as Run;
}
