import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	checkChangelog,
	checkContents,
	checkLicences,
	checkTag,
	checkVersion,
	librariesOf,
} from '../../../release/checks';

const manifest = {
	name: 'n8n-nodes-voice-sms',
	version: '0.2.0',
	license: 'MIT',
	n8n: { nodes: ['dist/nodes/A/A.node.js'], credentials: ['dist/credentials/B.credentials.js'] },
};
const wanted = [
	'package.json',
	'README.md',
	'LICENSE',
	'CHANGELOG.md',
	'dist/nodes/A/A.node.js',
	'dist/credentials/B.credentials.js',
];

describe('a release', () => {
	it.each([
		['0.2.0', '0.2.0', 0],
		['0.2.0', '0.1.0', 1],
		['0.2', '0.2', 1],
		['0.2.0-beta', '0.2.0-beta', 1],
	])('of version %s with a lock file of %s has %i problems', (version, locked, problems) => {
		expect(checkVersion({ ...manifest, version }, locked)).toHaveLength(problems);
	});

	it.each([
		['# Changelog\n\n## 0.2.0\n\n- New: all\n\n## 0.1.0\n\n- First\n', 0],
		['# Changelog\n\n## 0.2.0 (2026-11-30)\n\n- New: all\n', 0],
		['# Changelog\n\n## Unreleased\n\n- New: all\n\n## 0.2.0\n\n- First\n', 1],
		['# Changelog\n\n## 0.2.0\n\n## 0.1.0\n\n- First\n', 1],
		['# Changelog\n', 1],
	])('with the changelog %j has %i problems', (changelog, problems) => {
		expect(checkChangelog(changelog, '0.2.0')).toHaveLength(problems);
	});

	const git = { status: '', tags: {}, head: 'abc' };
	it.each([
		['of a clean commit', git, undefined, 0],
		['of its tag', { ...git, tags: { '0.2.0': 'abc' } }, '0.2.0', 0],
		['of another tag', git, '0.3.0', 1],
		['of a tag that is on another commit', { ...git, tags: { '0.2.0': 'def' } }, undefined, 1],
		['of changes that are not committed', { ...git, status: ' M README.md' }, undefined, 1],
	])('%s', (_what, state, tag, problems) => {
		expect(checkTag(state, '0.2.0', tag)).toHaveLength(problems);
	});

	it.each([
		['nothing but what users need', wanted, 0],
		['a licence', [...wanted, 'dist/bundled/LICENSE.Apache'], 0],
		['no changelog', wanted.filter((file) => file !== 'CHANGELOG.md'), 1],
		['no credential', wanted.slice(0, -1), 1],
		['a source', [...wanted, 'nodes/A/A.node.ts'], 1],
		['a map', [...wanted, 'dist/nodes/A/A.node.js.map'], 1],
		['a test', [...wanted, 'dist/test/a.js'], 1],
		['a key', [...wanted, '.env'], 1],
	])('with %s in its tarball', (_what, files, problems) => {
		expect(checkContents(files, manifest)).toHaveLength(problems);
	});

	it.each([
		['a free library with its licence', { licence: 'MIT', texts: ['text'] }, ['text'], 0],
		['one that asks for more', { licence: 'GPL-3.0', texts: ['text'] }, ['text'], 1],
		['one without a licence', { licence: undefined, texts: [] }, [], 2],
		['one whose licence stayed behind', { licence: 'MIT', texts: ['text'] }, ['other'], 1],
	])('that bundles %s', (_what, library, bundled, problems) => {
		expect(checkLicences([{ name: 'library', ...library }], bundled)).toHaveLength(problems);
	});

	it('knows each library that is bundled', () => {
		const folder = join(__dirname, '../../../../bundled');
		const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
		expect(librariesOf(sources.join('\n'))).toStrictEqual(['libphonenumber-js']);
		expect(
			librariesOf("export { a } from '@x/y/z';\nimport b from 'b/c';\nimport d from './e';"),
		).toStrictEqual(['@x/y', 'b']);
	});
});

describe("GitHub's workflows", () => {
	const folder = join(__dirname, '../../../../.github/workflows');
	const workflows = readdirSync(folder).map(
		(name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
	);

	it.each(workflows)(
		'%s pins every action by its hash, and begins with no rights',
		(_name, text) => {
			const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
			expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toStrictEqual([]);
			expect(uses.length).toBeGreaterThan(0);
			expect(text).toMatch(/^permissions: \{\}$/m);
			expect(text).not.toMatch(/permissions: write-all|contents: write|registry-url|_TOKEN/);
		},
	);
});
