import MarkdownIt from 'markdown-it';
import ts from 'typescript';

import { readExamples } from '../../sandbox/workflows';
import { commentsIn, readShipped, shippedFiles } from './comments';
import { hardWords } from './hardWords';
import { pages, readPage, withoutParts } from './pages';

/** A paragraph, a heading, a table cell, or a text in the code. */
interface Passage {
	/** From the root of the repository. */
	file: string;
	/** Where it begins in the file, from 1; in a workflow, in its sticky note. */
	line: number;
	text: string;
	kind: 'prose' | 'heading' | 'cell' | 'code';
}

/** Pages that are only for those who work on the node. */
const papers = ['CONTRIBUTING.md', 'SECURITY.md'];
/** Its texts are patterns for the words of the service. */
const patterns = 'nodes/VoiceSms/api/unstated.ts';
/** Parts that `npm run docs` writes, but whose words people wrote: the sticky notes of the examples. */
const prose = ['gallery'];

const markdown = new MarkdownIt({ html: true });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const words = new Intl.Segmenter('en', { granularity: 'word' });
const countWords = (text: string) =>
	[...words.segment(text)].filter(({ isWordLike }) => isWordLike).length;

/** Words of a page, tables and what `npm run docs` writes left out, and its sentences. */
export function reading(page: string): { words: number; sentences: string[] } {
	const passages = passagesIn(withoutParts(readPage(page), prose), page);
	const counted = passages.filter(({ kind }) => kind !== 'cell').map(({ text }) => text);
	const paragraphs = passages.filter(({ kind }) => kind === 'prose');
	return {
		words: counted.reduce((sum, text) => sum + countWords(text), 0),
		sentences: paragraphs.flatMap(({ text }) => sentencesIn(text).map(({ sentence }) => sentence)),
	};
}

/** Sentences with more words than so many. */
export const longer = (all: string[], most: number) =>
	all.filter((sentence) => countWords(sentence) > most);

/** Hard words in docs, fields, errors, sticky notes and comments of the code, as lines that an editor can follow. */
export function findHardWords(): string[] {
	return everyPassage().flatMap(({ file, line, text }) =>
		sentencesIn(text).flatMap(({ sentence, above }) =>
			hardWords.flatMap(([hard, better]) => {
				const word = hard.exec(sentence)?.[0];
				return word === undefined
					? []
					: [`${file}:${line + above}  "${word}" → ${better}\n    ${sentence}`];
			}),
		),
	);
}

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
		const parts = (children ?? []).map((child) => {
			if (child.type === 'text') return child.content;
			// A noun in a sentence, and a capital letter where it begins one.
			if (child.type === 'code_inline') return 'Code';
			return child.type === 'softbreak' ? '\n' : '';
		});
		found.push({ file, line, text: parts.join(''), kind });
	}
	return found;
}

/** Sentences, also those that begin with n8n, and the links of a line that says where to go. */
function sentencesIn(text: string): Array<{ sentence: string; above: number }> {
	const marked = text
		.replaceAll('\n', ' ')
		.replaceAll(' · ', ' \n ')
		.replace(/\bn8n\b/g, 'N8N');
	return [...sentences.segment(marked)]
		.map(({ segment, index }) => ({
			sentence: text
				.slice(index, index + segment.length)
				.replace(/\s+/g, ' ')
				.trim(),
			above: text.slice(0, index).split('\n').length - 1,
		}))
		.filter(({ sentence }) => sentence !== '');
}

/** Everything in the code that may be shown to somebody: texts that hold a blank. */
function passagesInCode(file: string): Passage[] {
	const source = ts.createSourceFile(file, readShipped(file), ts.ScriptTarget.Latest);
	const found: Passage[] = [];
	const visit = (node: ts.Node): void => {
		let text = '';
		if (ts.isStringLiteralLike(node)) text = node.text;
		if (ts.isTemplateExpression(node)) {
			const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
			text = parts.map((part) => part.text).join('…');
		}
		if (text.trim().includes(' ')) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
			found.push({ file, line: line + 1, text, kind: 'code' });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** The comments of a file, with names of the code as nouns. */
function passagesInComments(file: string): Passage[] {
	return commentsIn(file, readShipped(file)).map(({ line, text }) => {
		const words = text.replace(/`[^`]*`/g, 'Code').replace(/@\w+/g, '');
		return { file, line, text: words, kind: 'code' };
	});
}

function everyPassage(): Passage[] {
	const notes = readExamples().flatMap(({ file, nodes }) =>
		nodes
			.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.flatMap(({ parameters }) => passagesIn(String(parameters.content), `examples/${file}.json`)),
	);
	return [
		// People wrote the words of the table of messages.
		...[...pages, ...papers].flatMap((page) =>
			passagesIn(withoutParts(readPage(page), ['messages']), page),
		),
		...notes,
		...shippedFiles.filter((file) => file !== patterns).flatMap(passagesInCode),
		...shippedFiles.flatMap(passagesInComments),
	];
}
