/** What is wrong, a sentence each; nothing when all is well. */
export type Problems = string[];

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

/** The fields of package.json about who publishes. */
export interface Publisher {
	author?: { name?: string; email?: string };
	homepage?: string;
	repository?: { url?: string };
}

/** Whether package.json names who publishes, and from where: npm compares the repository with its provenance. */
export function checkPublisher({ author, homepage = '', repository }: Publisher): Problems {
	const { name = '', email = '' } = author ?? {};
	const isOpen = (text: string) => text === '' || /to-be-filled-in|to be filled in/i.test(text);
	return problems(
		[isOpen(name) || isOpen(email), 'package.json: fill in the name and email of the author.'],
		[
			isOpen(homepage) || repository?.url !== `git+${homepage}.git`,
			'package.json: fill in homepage and repository, both with the address of the public GitHub repository, then replace the old address in all other files.',
		],
	);
}
