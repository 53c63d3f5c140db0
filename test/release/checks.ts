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

/** The problems that there are, out of all that there may be. */
const problems = (...all: Array<[isThere: boolean, problem: string]>): Problems =>
	all.filter(([isThere]) => isThere).map(([, problem]) => problem);

/** Whether package.json and its lock file say one version, in three numbers. */
export function checkVersion(version: string, locked: unknown): Problems {
	return problems(
		[!/^\d+\.\d+\.\d+$/.test(version), `package.json says version "${version}".`],
		[
			version !== locked,
			`package-lock.json says ${String(locked)}: run npm install --package-lock-only.`,
		],
	);
}

/** Whether the newest section of the changelog is that version's, with something in it. */
export function checkChangelog(changelog: string, version: string): Problems {
	const [, newest = ''] = changelog.split(/^## /m);
	const [title] = newest.split(/ |\n/);
	return problems(
		[title !== version, `The newest section of CHANGELOG.md is "${title}", not "${version}".`],
		[!newest.includes('\n- '), 'The newest section of CHANGELOG.md says nothing.'],
	);
}

export interface Git {
	/** `git status --porcelain`. */
	status: string;
	/** The commit that has the version as its tag; empty if none has. */
	tagged: string;
	head: string;
}

/**
 * Whether the commit can be tagged with the version, or is.
 *
 * @param tag that is being published, if one is
 */
export function checkTag({ status, tagged, head }: Git, version: string, tag = version): Problems {
	return problems(
		[status.trim() !== '', 'There are changes that are not committed.'],
		[tag !== version, `The tag is "${tag}", package.json says ${version}.`],
		[
			!['', head].includes(tagged),
			`The tag ${version} is on another commit: a version is published once.`,
		],
	);
}

/**
 * Whether the tarball holds all that n8n looks for, and nothing that is not for users.
 *
 * @param ofN8n the files that package.json names for n8n
 */
export function checkContents(files: string[], ofN8n: string[]): Problems {
	const needed = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', ...ofN8n];
	const missing = needed.filter((file) => !files.includes(file));
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
	return libraries.flatMap(({ name, licence, texts }) => {
		const isAllowed = allowedLicences.includes(String(licence));
		const isThere = texts.length > 0 && texts.every((text) => bundledTexts.includes(text));
		return problems(
			[!isAllowed, `${name} has the licence "${String(licence)}": may it be bundled?`],
			[!isThere, `The licence text of ${name} is not in the tarball.`],
		);
	});
}

/** Names of the packages that files of `bundled/` take something from. */
export function librariesOf(source: string): string[] {
	const imports = source.matchAll(/\bfrom '((?:@[^/']+\/)?[^./'][^/']*)/g);
	return [...new Set([...imports].map(([, name]) => name))];
}
