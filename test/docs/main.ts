import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { pages, readPage, withParts } from './pages';

/** `npm run docs`: writes the tables of README.md and docs/ that the node's own description gives. */
for (const page of pages) {
	const before = readPage(page);
	const after = withParts(before);
	if (after === before) continue;
	writeFileSync(join(root, page), after);
	console.log(`Written: ${page}`);
}
