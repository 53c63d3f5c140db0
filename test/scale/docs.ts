import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { figuresFile } from './measured';
import type { Run } from './result';

/** Keeps what was measured. The pages show it after `npm run docs`. */
export function writeScale(run: Run): void {
	writeFileSync(join(root, figuresFile), `${JSON.stringify(run, null, '\t')}\n`);
	console.log(`Written: ${figuresFile}`);
}
