import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';

const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	homepage: string;
};

const filesIn = (folder: string) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.(ts|json|md|yml)$/.test(file))
		.map((file) => `${folder}/${file}`);

/** Who publishes is filled in before the first release, in package.json; all other files follow it. */
it.each([
	'README.md',
	'SECURITY.md',
	'CONTRIBUTING.md',
	...['.github', 'credentials', 'docs', 'examples', 'nodes'].flatMap(filesIn),
])('%s leads to the repository that package.json names', (file) => {
	const text = readFileSync(join(root, file), 'utf8');
	const links = text.match(/https:\/\/github\.com\/[\w-]+\/n8n-nodes-voice-sms(?![\w-])/g) ?? [];
	expect(links.filter((link) => link !== homepage)).toStrictEqual([]);
});
