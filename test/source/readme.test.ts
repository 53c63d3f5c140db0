import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { partsOn } from '../docs/pages';

const root = join(__dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the README has the table of all operations', () => {
	expect(partsOn(readme)).toContain('operations');
});
