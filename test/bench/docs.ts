import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { root } from '../../sandbox/paths';
import { draw, pictures } from './picture';
import { inReadme, readmePart } from './readme';
import { titleOf } from './plan';
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

/**
 * The last full run with the works that were measured again in place of theirs: the figures of a work are
 * compared with each other only.
 *
 * @throws Error where both were not measured in the same way
 */
export function replaced(full: Run, part: Run): Run {
	const { again = [] } = full;
	for (const fact of ['node', 'n8n', 'expressionEngine', 'size', 'processors'] as const) {
		if (full[fact] === part[fact]) continue;
		throw new Error(
			`${fact} was ${full[fact]} in the last full run and is ${part[fact]}: run all again`,
		);
	}
	const sections = [...full.sections];
	for (const section of part.sections) {
		const place = sections.findIndex(({ work }) => isDeepStrictEqual(work, section.work));
		if (place === -1) sections.push(section);
		else sections[place] = section;
	}
	const titles = part.sections.map(({ work }) => titleOf(work));
	return { ...full, sections, again: [...new Set([...again, ...titles])] };
}

/** The last full run. */
export function readRun(): Run {
	return JSON.parse(readFileSync(join(root, figures), 'utf8')) as Run;
}
