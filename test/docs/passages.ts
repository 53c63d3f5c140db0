import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

import MarkdownIt from 'markdown-it';
import ts from 'typescript';

import { readExamples } from '../../sandbox/workflows';
import { root } from '../../sandbox/paths';
import { pages, readPage, withoutParts } from './pages';

/** A paragraph, a heading, a table cell, or a text in the code. */
export interface Passage {
	/** From the root of the repository. */
	file: string;
	/** Where it begins in the file, from 1; in a workflow, in its sticky note. */
	line: number;
	text: string;
	/** Only prose counts for a page's words and readability. */
	kind: 'prose' | 'heading' | 'cell' | 'code';
}

/** Pages that are only for those who work on the node. */
const papers = ['CONTRIBUTING.md', 'SECURITY.md'];

/** Parts that `npm run docs` writes, but whose words people wrote: the sticky notes of the examples. */
const prose = ['gallery'];

const markdown = new MarkdownIt({ html: true });

/** The English of a Markdown text: no HTML, no code, no addresses. */
function passagesIn(text: string, file: string): Passage[] {
	const found: Passage[] = [];
	let line = 1;
	let kind: Passage['kind'] = 'prose';
	for (const { type, map, children } of markdown.parse(text, {})) {
		if (map) line = map[0] + 1;
		if (type === 'heading_open') kind = 'heading';
		if (type === 'table_open') kind = 'cell';
		if (type === 'heading_close' || type === 'table_close') kind = 'prose';
		if (type !== 'inline') continue;
		const words = (children ?? []).map((child) => {
			if (child.type === 'text') return child.content;
			// A noun in a sentence, and a capital letter where it begins one.
			if (child.type === 'code_inline') return 'Code';
			return child.type === 'softbreak' ? '\n' : '';
		});
		found.push({ file, line, text: words.join(''), kind });
	}
	return found;
}

export function passagesOn(page: string): Passage[] {
	return passagesIn(withoutParts(readPage(page), prose), page);
}

/** Everything in the code that may be shown to somebody: texts that hold a blank. */
function passagesInCode(file: string): Passage[] {
	const text = readFileSync(join(root, file), 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
	const found: Passage[] = [];
	const visit = (node: ts.Node): void => {
		const words = wordsOf(node);
		if (words?.trim().includes(' ')) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
			found.push({ file, line: line + 1, text: words, kind: 'code' });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

function wordsOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
		.map(({ text }) => text)
		.join('…');
}

function sourceFiles(): string[] {
	return ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => posix.join(folder, file.split(sep).join('/'))),
	);
}

function notes(): Passage[] {
	return readExamples().flatMap(({ file, nodes }) =>
		nodes
			.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.flatMap(({ parameters }) => passagesIn(String(parameters.content), `examples/${file}.json`)),
	);
}

/** Everything that somebody reads. */
export function everyPassage(): Passage[] {
	return [
		...[...pages, ...papers].flatMap((page) => passagesIn(withoutParts(readPage(page)), page)),
		...notes(),
		...sourceFiles().flatMap(passagesInCode),
	];
}
