import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import * as checks from './checks';

const publisher = (homepage: string) => ({
	author: { name: 'Ada', email: 'ada@lovelace.org' },
	homepage,
	repository: { url: `git+${homepage}.git` },
});
const git = { status: '', tagged: '', head: 'abc' };

it.each<[string, checks.Problems, number]>([
	['its version', checks.checkVersion('0.2.0', '0.2.0'), 0],
	['a lock file of another version', checks.checkVersion('0.2.0', '0.1.0'), 1],
	['a version of two numbers', checks.checkVersion('0.2', '0.2'), 1],
	['a version for trying', checks.checkVersion('0.2.0-beta', '0.2.0-beta'), 1],
	['its changelog', checks.checkChangelog('# C\n\n## 0.2.0\n\n- All\n\n## 0.1.0\n', '0.2.0'), 0],
	['a date in it', checks.checkChangelog('# C\n\n## 0.2.0 (2026-11-30)\n\n- All\n', '0.2.0'), 0],
	['a newer section', checks.checkChangelog('## Unreleased\n\n- All\n\n## 0.2.0\n', '0.2.0'), 1],
	['an empty section', checks.checkChangelog('## 0.2.0\n\n## 0.1.0\n\n- First\n', '0.2.0'), 1],
	['an empty changelog', checks.checkChangelog('# Changelog\n', '0.2.0'), 2],
	['a clean commit', checks.checkTag(git, '0.2.0'), 0],
	['its tag', checks.checkTag({ ...git, tagged: 'abc' }, '0.2.0', '0.2.0'), 0],
	['another tag', checks.checkTag(git, '0.2.0', '0.3.0'), 1],
	['a tag on another commit', checks.checkTag({ ...git, tagged: 'def' }, '0.2.0'), 1],
	[
		'its publisher',
		checks.checkPublisher(publisher('https://github.com/ada/n8n-nodes-voice-sms')),
		0,
	],
	['no publisher', checks.checkPublisher({}), 2],
	[
		'a repository to be filled in',
		checks.checkPublisher(publisher('https://github.com/to-be-filled-in/n')),
		1,
	],
	[
		'an author to be filled in',
		checks.checkPublisher({
			...publisher('https://github.com/a/n'),
			author: { name: 'To be filled in', email: 'a@b.org' },
		}),
		1,
	],
	[
		'two repositories',
		checks.checkPublisher({
			...publisher('https://github.com/a/n'),
			homepage: 'https://github.com/b/n',
		}),
		1,
	],
	['changes not committed', checks.checkTag({ ...git, status: ' M README.md' }, '0.2.0'), 1],
])('a release with %s has as many problems: %j', (_what, problems, count) => {
	expect(problems).toHaveLength(count);
});

it.each(readdirSync(join(root, '.github/workflows')))(
	"GitHub's %s pins every action by its hash, and begins with no rights",
	(name) => {
		const text = readFileSync(join(root, '.github/workflows', name), 'utf8');
		const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
		expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toStrictEqual([]);
		expect(uses.length).toBeGreaterThan(0);
		expect(text).toMatch(/^permissions: \{\}$/m);
		expect(text).not.toMatch(/permissions: write-all|contents: write|registry-url|_TOKEN/);
	},
);
