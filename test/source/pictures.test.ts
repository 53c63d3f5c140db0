import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

const root = join(__dirname, '../..');
const folder = 'docs/pictures';

/** As they are, from the root of the repository. */
const pictures = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
	.map((name) => posix.join(folder, name.split(sep).join('/')))
	.filter((name) => name.endsWith('.png'));

const papers = [
	'README.md',
	...readdirSync(join(root, 'docs'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];

/** The pictures that a paper shows, from the root of the repository. */
function shownIn(paper: string): string[] {
	const text = readFileSync(join(root, paper), 'utf8');
	return [...text.matchAll(/[\w:./-]+\.png/g)].map(([path]) =>
		// The registry shows the README far from the repository.
		path.startsWith('https:')
			? path.slice(path.indexOf(`${folder}/`))
			: posix.join(posix.dirname(paper), path),
	);
}

const shown = papers.flatMap(shownIn);
const sizeOf = (picture: string) => statSync(join(root, picture)).size;

describe('pictures of the editor (npm run pictures)', () => {
	it.each(papers)('%s shows pictures that there are', (paper) => {
		const missing = shownIn(paper).filter((picture) => !existsSync(join(root, picture)));
		expect(missing).toStrictEqual([]);
	});

	it('are all shown somewhere', () => {
		expect(pictures.filter((picture) => !shown.includes(picture))).toStrictEqual([]);
	});

	it('are there for both themes', () => {
		const other = (picture: string) =>
			picture.replace(/-(light|dark)\.png$/, (_end, theme) =>
				theme === 'light' ? '-dark.png' : '-light.png',
			);
		expect(pictures.filter((picture) => other(picture) === picture)).toStrictEqual([]);
		expect(pictures.map(other).filter((name) => !pictures.includes(name))).toStrictEqual([]);
	});

	it('load quickly: none has more than 120 kB, all together less than 4 MB', () => {
		expect(pictures.filter((picture) => sizeOf(picture) > 120_000)).toStrictEqual([]);
		expect(pictures.reduce((sum, picture) => sum + sizeOf(picture), 0)).toBeLessThan(4_000_000);
	});
});
