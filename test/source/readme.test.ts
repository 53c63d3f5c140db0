import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readExamples } from '../../sandbox/workflows';
import { partsOn } from '../docs/pages';

const root = join(__dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the README has the table of all operations', () => {
	expect(partsOn(readme)).toContain('operations');
});

test('the README lists every example', () => {
	const listed = [...readme.matchAll(/\[([^\]]+)\]\(docs\/examples\.md#/g)].map(([, name]) => name);
	expect(listed).toEqual(readExamples().map(({ name }) => name));
});
