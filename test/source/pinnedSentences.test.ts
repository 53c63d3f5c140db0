import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { root } from '../../sandbox/paths';
import { codeFiles, textsOf } from '../docs/messages';

/** A literal of a test that repeats a sentence of the code: so many signs, and so many in a row from the code. */
const [minLength, inARow] = [60, 24];
/** They may only become fewer: a sentence stands in `harness/n8n/messages.ts` and `docs/messageTable.ts`. */
const maxRepeated = 17;
/** What a test is called is not asserted. */
const title = /(?<=(?:\b(?:it|test|describe)|[\])])\(\s*)(['"`])(?:\\.|(?!\1).)*\1/gs;
/** The two homes of sentences, words of the documentation, and requests of builders. */
const home = /^(docs|builder|simulator)\/|^harness\/n8n\/messages/;

it('few tests repeat a sentence of the code: they ask for facts, or take its words from one place', () => {
	const read = (file: string) =>
		textsOf(file, readFileSync(join(root, file), 'utf8').replace(title, "''"));
	const runsOf = (text: string) =>
		Array.from({ length: Math.max(0, text.length - inARow + 1) }, (_, at) =>
			text.slice(at, at + inARow),
		);
	const ofCode = new Set(codeFiles.flatMap(read).flatMap(({ text }) => runsOf(text)));
	const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
		.map((file) => file.split(sep).join('/'))
		.filter((file) => file.endsWith('.ts') && !home.test(file));
	const repeated = tests
		.flatMap((file) => read(`test/${file}`))
		.filter(({ text }) => text.length >= minLength && runsOf(text).some((run) => ofCode.has(run)))
		.map(({ file, text }) => `${file}: ${text}`);
	expect(repeated.length).toBeGreaterThan(0);
	expect(repeated.length > maxRepeated ? repeated : []).toStrictEqual([]);
});
