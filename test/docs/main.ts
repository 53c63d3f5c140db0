import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { pages, readPage, withParts } from './pages';
import { judgeWords, readPages } from './reading';

if (process.argv.includes('--reading')) showReading();
else writeParts();

/** `npm run docs`: writes the tables of README.md and docs/ that the node's own description gives. */
function writeParts(): void {
	for (const page of pages) {
		const before = readPage(page);
		const after = withParts(before);
		if (after === before) continue;
		writeFileSync(join(root, page), after);
		console.log(`Written: ${page}`);
	}
}

/** `npm run docs -- --reading`: how long the pages are, how easy to read, and which words are hard. */
function showReading(): void {
	for (const { page, words, most, ease, least, long } of readPages()) {
		console.log(`${page}: ${words} of ${most} words, reading ease ${ease.toFixed(1)} of ${least}`);
		for (const sentence of long) console.log(`    more than 35 words: ${sentence}`);
	}
	console.log(judgeWords().left.join('\n'));
}
