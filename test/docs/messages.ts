import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import ts from 'typescript';

import { root } from '../../sandbox/paths';

/** A text of the code, with "…" for each value. */
export interface Text {
	/** From the root of the repository. */
	file: string;
	text: string;
	/** Words of a form, for a model, or the name of something: no message of an error or a line. */
	isOther: boolean;
}

/** Members and variables that hold words of the form, for a model, or names. */
const otherThanMessages = new Set([
	...['action', 'description', 'displayCondition', 'displayName', 'header', 'hint', 'name'],
	...['placeholder', 'warning', 'options', 'values', 'fields', 'words'],
	...['toolText', 'ifNone', 'ifSeveral', 'model', 'modelDoes', 'more', 'instead'],
	...['endings', 'nameInErrors'],
	// For an AI that builds workflows.
	...['content', 'forBuilder', 'propertyHint', 'relationHint', 'searchHint'],
]);
/** Calls with words of the form. */
const ofForm = /(Field|^nameOf)$/;
/** How advice begins: what to do stands on the page in a column of its own. */
const advice =
	/^(Add|Ask|Call|Check|Choose|Correct|Do|Enter|Fill|Find|Fix|Get|Give|If|Leave|Look|Make|Merge|Open|Or|Press|Put|Raise|Remove|Run|Send|Set|Shorten|Switch|Tell|To|Try|Use|Wait|Write)\b/i;
/** Only a model has a tool and a user. */
const forModel = /\b(this tool|the user)\b/;

/** Words of a page in seven languages, and of answers: no messages. */
const ofLanguages = /(page\/languages|answerWords)\.ts$/;

/** The files of the code that have messages, from the root of the repository. */
export const codeFiles = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.map((file) => `${folder}/${file.split(sep).join('/')}`)
		.filter((file) => file.endsWith('.ts') && !ofLanguages.test(file)),
);

/** The texts of the code. */
const texts = codeFiles.flatMap(textsIn);

/** The texts of the code, and their words around values. */
type Spoken = { said: string[]; pieces: Set<string> };

export function spokenIn(all: Text[]): Spoken {
	return {
		said: all.map(({ text }) => bare(text)),
		pieces: new Set(all.flatMap(({ text }) => piecesOf(text)).map(bare)),
	};
}

const spoken = spokenIn(texts);

/** What errors and lines say, sentence by sentence, in the words around values. */
export function messagesInCode(all: Text[] = texts): Array<{ file: string; words: string }> {
	return all
		.filter(({ isOther }) => !isOther)
		.flatMap(({ file, text }) => {
			// Markup, names of fields, a table.
			if (/[<>{}]|[a-z][A-Z]/.test(text) || text.length > 800) return [];
			return text
				.split(/(?<=[.!?…]) (?=[A-Z'])/)
				.map((sentence) => sentence.replace(/^[… ]+/, ''))
				.filter((sentence) => !advice.test(sentence) && !forModel.test(sentence))
				.flatMap((sentence) => piecesOf(sentence))
				.filter((words) => /[a-z]{2} [a-z]{2}/.test(words))
				.map((words) => ({ file, words }));
		});
}

/** Words of a page's message that the code does not say. A value of the message may be another text. */
export function notInCode(message: string, { said, pieces }: Spoken = spoken): string[] {
	const begins = (words: string): boolean =>
		[...pieces].some((piece) => piece.startsWith(words)) ||
		splits(words).some(([first, rest]) => pieces.has(first) && begins(rest));
	const isSaid = (words: string) =>
		said.some((text) => text.includes(words)) ||
		splits(words).some(([first, rest]) => {
			return [...pieces].some((piece) => ` ${piece}`.endsWith(` ${first}`)) && begins(rest);
		});
	// The name of a field in front, and the page's own notes: "(or: …)", "(on the page)", "(*Update Fields*)".
	const quoted = message
		.replace(/^'[^']+' /, '')
		.replace(/\(or:? |\(on the page\)|\(\*.+?\*\)/g, '…');
	return quoted
		.split(/[.:;] |, or |(?<=…[^(]*)\)/)
		.flatMap((part) => piecesOf(part))
		.map(bare)
		.filter((words) => /\w \w/.test(words) && !isSaid(words));
}

/** The words before, between and after values; "…s" is a word in the plural. */
function piecesOf(text: string): string[] {
	return text.split(/…(?:s\b)?|\d+|"/).map((piece) => {
		return piece.replace(/^[^\w'(]+/, '').replace(/[^\w')?!]+$/, '');
	});
}

/** Without quotes: a page has `code` and *names*. */
function bare(text: string): string {
	return text
		.replace(/["'’*`]/g, '')
		.replace(/[^\w)?!]+$/, '')
		.trim();
}

/** Each way to cut the words in two. */
function splits(words: string): Array<[string, string]> {
	return [...words.matchAll(/,? \(?/g)].map(({ index, 0: gap }) => {
		return [words.slice(0, index), words.slice(index + gap.length)];
	});
}

function textsIn(file: string): Text[] {
	return textsOf(file, readFileSync(join(root, file), 'utf8'));
}

/** The texts of a file with this content. */
export function textsOf(file: string, content: string): Text[] {
	const found: Text[] = [];
	const visit = (node: ts.Node, isOther: boolean): void => {
		if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
		let text = '';
		if (ts.isStringLiteralLike(node)) ({ text } = node);
		if (ts.isTemplateExpression(node)) {
			const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
			text = parts.map((part) => part.text).join('…');
		}
		text = text.replace(/\s+/g, ' ');
		if (/\w/.test(text)) found.push({ file, text, isOther });
		const isOtherBelow = isOther || holdsOther(node);
		ts.forEachChild(node, (child) => visit(child, isOtherBelow));
	};
	visit(ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true), false);
	return found;
}

/** Whether the texts below are no messages. */
function holdsOther(node: ts.Node): boolean {
	if (ts.isTaggedTemplateExpression(node)) return true;
	if (ts.isCallExpression(node)) return ofForm.test(node.expression.getText());
	if (!ts.isPropertyAssignment(node) && !ts.isVariableDeclaration(node)) return false;
	// The description of an error is a part of its message.
	const isOfError = ts.isNewExpression(node.parent.parent);
	return !isOfError && otherThanMessages.has(node.name.getText());
}
