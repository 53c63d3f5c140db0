import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import { resources } from '../../nodes/VoiceSms/operations/operation';
import { readExamples } from '../../sandbox/workflows';

const root = join(__dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the README lists every operation in the words of the menu, and no other', () => {
	const nameOf = new Map(resources.map(({ name, value }) => [value, name]));
	const rows = operationsWithOptions.map(({ resource, name, description }) => {
		return `| ${nameOf.get(resource)} | ${name} | ${description} |`;
	});
	const listed = readme.split('\n').filter((line) => /^\| (Call|Contact|SMS) \|/.test(line));
	expect(listed.sort()).toEqual(rows.sort());
});

test('the README lists every example', () => {
	const listed = [...readme.matchAll(/\[([^\]]+)\]\(docs\/examples\.md#/g)].map(([, name]) => name);
	expect(listed).toEqual(readExamples().map(({ name }) => name));
});
