import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

import { root } from '../../../sandbox/paths';

/** As with `npm run docs:agents`: what differs from the committed files is written into them. */
const renews = process.argv.some((argument) => ['-u', '--updateSnapshot'].includes(argument));

/** Expects a file to hold this text, but for the space around it. */
export function compareWithFile(file: string, text: string) {
	const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
	compare(file, known, text);
}

/**
 * Expects a page to hold a text between `<!-- name -->` and `<!-- /name -->`.
 *
 * @param make of the text that is there now, what there should be
 */
export function compareWithPart(file: string, name: string, make: (known: string) => string) {
	const page = readFileSync(file, 'utf8');
	const marked = new RegExp(`(<!-- ${name} -->\n)([^]*?)(\n<!-- /${name} -->)`);
	const known = marked.exec(page)?.[2];
	if (known === undefined) throw new Error(`${relative(root, file)} has no part "${name}".`);
	const text = make(known);
	compare(
		file,
		page,
		page.replace(marked, (_all, begin, _known, end) => `${begin}\n${text}\n${end}`),
	);
}

function compare(file: string, known: string, text: string) {
	if (known.trim() === text.trim()) return;
	if (renews) {
		writeFileSync(file, `${text.trim()}\n`);
		return;
	}
	// For the difference, which Jest shows.
	expect({ [`${relative(root, file)}, to be renewed by "npm run docs:agents"`]: known }).toEqual({
		[`${relative(root, file)}, to be renewed by "npm run docs:agents"`]: text,
	});
}
