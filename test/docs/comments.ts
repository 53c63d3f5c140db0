import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

import ts from 'typescript';

import { root } from '../../sandbox/paths';

/** One comment of the code; line comments that follow each other are one. */
export interface Comment {
	/** From the root of the repository. */
	file: string;
	/** Where it begins, from 1. */
	line: number;
	/** Without its signs; each line keeps its place. */
	text: string;
	/** The code behind it, up to the next doc comment. */
	after: string;
}

/** The files of the shipped code, from the root. */
export const shippedFiles: readonly string[] = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => posix.join(folder, file.split(sep).join('/'))),
);

export const readShipped = (file: string) => readFileSync(join(root, file), 'utf8');

/** The comments of a text, found by TypeScript's own parser: a text in quotes is none. */
export function commentsIn(file: string, code: string): Comment[] {
	const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
	const ranges = new Map<number, ts.CommentRange>();
	const visit = (node: ts.Node): void => {
		// Its parts hold no comment, and the text between them may look like one.
		if (ts.isTemplateLiteralToken(node)) return;
		for (const range of [
			...(ts.getLeadingCommentRanges(code, node.getFullStart()) ?? []),
			...(ts.getTrailingCommentRanges(code, node.getEnd()) ?? []),
		]) {
			ranges.set(range.pos, range);
		}
		node.getChildren(source).forEach(visit);
	};
	visit(source);
	const found: Comment[] = [];
	let end = -1;
	for (const { pos, end: ownEnd, kind } of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
		const { line } = source.getLineAndCharacterOfPosition(pos);
		const text = code
			.slice(pos, ownEnd)
			.replace(/^\/\*\*?|\*\/$|^\/\//g, '')
			.replace(/^\s*\* ?/gm, '')
			.trimEnd();
		const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
		const last = found.at(-1);
		if (isLine && last !== undefined && end !== -1 && code.slice(end, pos).trim() === '') {
			last.text += `\n${text}`;
		} else {
			const [after] = code.slice(ownEnd).split('/**');
			found.push({ file, line: line + 1, text, after });
		}
		end = isLine ? ownEnd : -1;
	}
	return found;
}

/** All comments of the shipped code. */
export const shippedComments = (): Comment[] =>
	shippedFiles.flatMap((file) => commentsIn(file, readShipped(file)));
