import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join, sep } from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Manifest {
	name: string;
	version: string;
	license: string;
	keywords: string[];
	author: { name: string; email: string };
	repository: { url: string };
	files: string[];
	scripts: Record<string, string>;
	dependencies?: object;
	bundledDependencies?: string[];
	optionalDependencies?: object;
	overrides?: object;
	peerDependencies: Record<string, string>;
	n8n: { n8nNodesApiVersion: number; strict?: boolean; nodes: string[]; credentials: string[] };
}
const manifest = JSON.parse(read('package.json')) as Manifest;

interface Packed {
	size: number;
	unpackedSize: number;
	files: Array<{ path: string; size: number }>;
}
let packed: Packed;
beforeAll(() => {
	const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
		shell: process.platform === 'win32',
	});
	[packed] = JSON.parse(output) as Packed[];
});

describe('package.json', () => {
	it('is what n8n takes for a community package', () => {
		expect(manifest.name).toMatch(/^n8n-nodes-[a-z-]+$/);
		expect(manifest.keywords).toContain('n8n-community-node-package');
		expect(manifest.license).toBe('MIT');
		expect(manifest.author).toEqual({
			name: expect.stringMatching(/\w/) as string,
			email: expect.stringMatching(/@/) as string,
		});
		expect(manifest.repository.url).toMatch(/^git\+https:\/\//);
		expect(manifest.n8n.n8nNodesApiVersion).toBe(1);
		expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
	});

	it('brings no package along', () => {
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		for (const key of [
			'dependencies',
			'bundledDependencies',
			'bundleDependencies',
			'optionalDependencies',
			'overrides',
			'resolutions',
		]) {
			expect(manifest).not.toHaveProperty(key);
		}
	});

	it('runs nothing on the machine of whoever installs it', () => {
		const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
		for (const hook of hooks) expect(manifest.scripts).not.toHaveProperty(hook);
	});

	it('names files that the build makes, and every node and credential there is', () => {
		const { nodes, credentials } = manifest.n8n;
		for (const file of [...nodes, ...credentials])
			expect([file, existsSync(join(root, file))]).toEqual([file, true]);
		const built = (folder: string, ending: string) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith(ending))
				.map((file) => file.split(sep).join('/').replace(/\.ts$/, '.js'))
				.map((file) => `dist/${folder}/${file}`)
				.sort();
		expect([...nodes].sort()).toEqual(built('nodes', '.node.ts'));
		expect([...credentials].sort()).toEqual(built('credentials', '.credentials.ts'));
	});
});

describe('the tarball', () => {
	it('holds what n8n and people look for, and nothing else', () => {
		const papers = ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'];
		const kinds = [
			/^dist\/(nodes|credentials)\/.+\.(js|svg)$/,
			/^dist\/nodes\/.+(\.node|\/__schema__\/.+)\.json$/,
			/^dist\/bundled\//,
		];
		const paths = packed.files.map(({ path }) => path);
		const { nodes, credentials } = manifest.n8n;
		expect(paths).toEqual(expect.arrayContaining([...papers, ...nodes, ...credentials]));
		const others = paths.filter((path) => !kinds.some((kind) => kind.test(path)));
		expect(others.sort()).toEqual(papers.sort());
	});

	it('is small', () => {
		expect(packed.size).toBeGreaterThan(5_000);
		expect(packed.size).toBeLessThan(270_000);
	});

	it('holds the bundled library whole, and its licences', () => {
		const bundled = packed.files
			.map(({ path }) => path)
			.filter((path) => path.startsWith('dist/bundled/'));
		expect(bundled.sort()).toStrictEqual([
			'dist/bundled/LICENSE',
			'dist/bundled/LICENSE.Apache',
			'dist/bundled/libphonenumber.js',
		]);
		expect(read('dist/bundled/libphonenumber.js')).not.toMatch(/\brequire\b|\bimport\b/);
		for (const { path } of packed.files.filter(({ path: file }) => file.endsWith('.js'))) {
			expect([path, /require\(['"]libphonenumber/.test(read(path))]).toEqual([path, false]);
		}
	});

	it('brings along one library, which is free, with the texts of its licences', () => {
		const sources = readdirSync(join(root, 'bundled')).map((name) => read(`bundled/${name}`));
		const imports = sources.join('\n').matchAll(/\bfrom '((?:@[^/']+\/)?[^./'][^/']*)/g);
		expect([...new Set([...imports].map(([, name]) => name))]).toEqual(['libphonenumber-js']);
		const folder = 'node_modules/libphonenumber-js';
		expect(JSON.parse(read(`${folder}/package.json`))).toMatchObject({ license: 'MIT' });
		const texts = readdirSync(join(root, folder)).filter((name) => name.startsWith('LICEN'));
		expect(texts).toEqual(['LICENSE', 'LICENSE.Apache']);
		for (const name of texts) expect(read(`dist/bundled/${name}`)).toBe(read(`${folder}/${name}`));
	});

	it('holds no test, no source map, no build state', () => {
		const unwanted = /\.(test|spec)\.|\.map$|\.tsbuildinfo$|\.ts$|(^|\/)(test|simulator|sandbox)\//;
		expect(packed.files.map(({ path }) => path).filter((path) => unwanted.test(path))).toEqual([]);
	});

	it('tells nothing of the machine that built it', () => {
		const texts = packed.files.filter(({ path }) => path.startsWith('dist/'));
		expect(texts.length).toBeGreaterThan(20);
		for (const { path } of texts) {
			const text = read(path);
			for (const word of [root, homedir(), hostname()]) {
				if (word.length > 3) expect([path, text.includes(word)]).toEqual([path, false]);
			}
			expect([path, /\/home\/|\/Users\/|sourceMappingURL/.test(text)]).toEqual([path, false]);
		}
	});

	it('holds every icon and codex that its classes name', () => {
		const paths = packed.files.map(({ path }) => path);
		for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
			const folder = file.replace(/\/[^/]+$/, '');
			const icons = [...read(file).matchAll(/'file:([^']+)'|"file:([^"]+)"/g)];
			expect(icons.length).toBeGreaterThan(1);
			for (const [, single, double] of icons)
				expect(paths).toContain(`${folder}/${single ?? double}`);
			if (file.endsWith('.node.js')) expect(paths).toContain(file.replace(/\.js$/, '.json'));
		}
	});
});

describe('the icons', () => {
	it('differ for light and dark, and are SVG without scripts', () => {
		for (const folder of ['dist/nodes/VoiceSms', 'dist/credentials']) {
			const [light, dark] = ['voiceSms.svg', 'voiceSms.dark.svg'].map((file) =>
				read(`${folder}/${file}`),
			);
			expect(light).not.toBe(dark);
			for (const svg of [light, dark]) {
				expect(svg).toMatch(/^<svg /);
				expect(svg).not.toMatch(/<script|href=|<image|\son\w+=/i);
			}
		}
	});
});

describe("n8n's own loader", () => {
	it('loads the node and the credential', async () => {
		const loader = new PackageDirectoryLoader(root);
		await loader.loadAll();
		expect(Object.keys(loader.nodeTypes)).toContain('voiceSms');
		expect(Object.keys(loader.credentialTypes)).toEqual(['voiceSmsApi']);
		const { description } = loader.nodeTypes.voiceSms.type as {
			description: { displayName: string; iconUrl?: unknown; codex?: { alias?: string[] } };
		};
		expect(description.displayName).toBe('Voice and SMS');
		expect(description.iconUrl).toEqual({
			light: expect.stringMatching(/voiceSms\.svg$/) as string,
			dark: expect.stringMatching(/voiceSms\.dark\.svg$/) as string,
		});
		expect(description.codex?.alias?.length).toBeGreaterThan(0);
		expect(loader.known.credentials.voiceSmsApi.supportedNodes).toContain('voiceSms');
	});
});
