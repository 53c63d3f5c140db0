/** What is wrong, a sentence each; nothing when all is well. */
export type Problems = string[];

/** Licences that let this package (MIT) bring the library along. */
const allowedLicences = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** What the tarball may hold, and nothing else. */
const expectedFiles = [
	/^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
	/^dist\/(nodes|credentials)\/.+\.(js|d\.ts|svg)$/,
	/^dist\/nodes\/.+\.node\.json$/,
	/^dist\/nodes\/.+\/__schema__\/.+\.json$/,
	/^dist\/bundled\/(LICENSE[^/]*|[^/]+\.(js|d\.ts))$/,
];

export interface Manifest {
	name: string;
	version: string;
	license: string;
	n8n: { nodes: string[]; credentials: string[] };
}

/** Whether package.json and its lock file say one version, in three numbers. */
export function checkVersion({ version }: Manifest, lockedVersion: unknown): Problems {
	return [
		...(/^\d+\.\d+\.\d+$/.test(version) ? [] : [`package.json says version "${version}".`]),
		...(version === lockedVersion
			? []
			: [
					`package-lock.json says ${String(lockedVersion)}, package.json ${version}: run npm install --package-lock-only.`,
				]),
	];
}

/** Whether the newest section of the changelog is that version's, with something in it. */
export function checkChangelog(changelog: string, version: string): Problems {
	const [, newest = ''] = changelog.split(/^## /m);
	const [title, ...lines] = newest.split('\n');
	if (title.split(' ')[0] !== version) {
		return [`The newest section of CHANGELOG.md is "${title}", not "${version}".`];
	}
	return lines.some((line) => line.startsWith('- '))
		? []
		: [`CHANGELOG.md says nothing of ${version}.`];
}

export interface Git {
	/** `git status --porcelain`. */
	status: string;
	/** Commits, by tag. */
	tags: Record<string, string>;
	head: string;
}

/**
 * Whether the commit can be tagged with the version, or is.
 *
 * @param tag that is being published, if one is
 */
export function checkTag({ status, tags, head }: Git, version: string, tag?: string): Problems {
	const tagged = tags[version];
	return [
		...(status.trim() === '' ? [] : ['There are changes that are not committed.']),
		...(tag === undefined || tag === version
			? []
			: [`The tag is "${tag}", package.json says ${version}.`]),
		...(tagged === undefined || tagged === head
			? []
			: [`The tag ${version} is on another commit: a version is published once.`]),
	];
}

/** Whether the tarball holds all that n8n looks for, and nothing that is not for users. */
export function checkContents(files: string[], { n8n }: Manifest): Problems {
	const missing = [
		'package.json',
		'README.md',
		'LICENSE',
		'CHANGELOG.md',
		...n8n.nodes,
		...n8n.credentials,
	].filter((file) => !files.includes(file));
	const strange = files.filter((file) => !expectedFiles.some((expected) => expected.test(file)));
	return [
		...missing.map((file) => `The tarball has no ${file}.`),
		...strange.map((file) => `${file} is not for users.`),
	];
}

export interface Library {
	name: string;
	licence: unknown;
	/** Texts of its licence files. */
	texts: string[];
}

/** Whether each library that is bundled may be, and has its licence beside it in the tarball. */
export function checkLicences(libraries: Library[], bundledTexts: string[]): Problems {
	return libraries.flatMap(({ name, licence, texts }) => [
		...(allowedLicences.includes(String(licence))
			? []
			: [`${name} has the licence "${String(licence)}": may it be bundled?`]),
		...(texts.length === 0 ? [`${name} has no licence text.`] : []),
		...(texts.every((text) => bundledTexts.includes(text))
			? []
			: [`A licence text of ${name} is not in the tarball.`]),
	]);
}

/** Names of the packages that files of `bundled/` take something from. */
export function librariesOf(source: string): string[] {
	const imports = source.matchAll(/\bfrom '((?:@[^/']+\/)?[^./'][^/']*)/g);
	return [...new Set([...imports].map(([, name]) => name))];
}
