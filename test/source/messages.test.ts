import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { root } from '../../sandbox/paths';
import { codeFiles, messagesInCode, notInCode, spokenIn, textsOf } from '../docs/messages';
import { letters, messageRows } from '../docs/messageTable';
import { readPage } from '../docs/pages';
import { said } from '../harness/n8n/messages';

describe('the table of messages', () => {
	// The page has of the table what an error cannot say.
	const pages = ['phone-numbers', 'agents'].map((name) => readPage(`docs/${name}.md`));
	const shown = [...messageRows.map((row) => Object.values(row).join(' | ')), ...pages]
		.map((text) => text.replace(/(?<!\*)\*([^*\n]+)\*(?!\*)/g, "'$1'"))
		.join('\n');

	it('has what errors and lines say', () => {
		const messages = messagesInCode();
		expect(messages.length).toBeGreaterThan(300);
		const lacking = messages.filter(({ words }) => !shown.includes(words));
		expect(
			lacking.map(({ file, words }) => `test/docs/messageTable.ts: explain "${words}" of ${file}`),
		).toStrictEqual([]);
	});

	it('has no message that the code does not say', () => {
		expect(messageRows.length).toBeGreaterThan(150);
		const ours = messageRows.filter(({ means }) => !/^n8n's (own )?words/.test(means));
		const unknown = ours
			.map(({ message }) => ({ message, words: notInCode(message) }))
			.filter(({ words }) => words.length > 0);
		expect(
			unknown.map(
				({ message, words }) =>
					`test/docs/messageTable.ts: no code says "${words.join('", "')}" of "${message}"`,
			),
		).toStrictEqual([]);
	});

	it('has each message once', () => {
		const messages = messageRows.map(({ message }) => letters(message));
		expect(messages).toStrictEqual([...new Set(messages)]);
	});

	it('has the words that tests look for', () => {
		expect(Object.values(said).filter((words) => !shown.includes(words))).toStrictEqual([]);
	});
});

describe('the messages in code', () => {
	it.each<[string, string, string[]]>([
		['an error', 'throw new UserError("The call is lost")', ['The call is lost']],
		['its description', 'new UserError(what, { description: "It was lost" })', ['It was lost']],
		['a line of several parts', 'hint(`${few} rows of ${all} are lost`)', ['rows of', 'are lost']],
		['a kind of rows', "const kinds = ['Only checked', 'Done'] as const", ['Only checked']],
		['advice', 'throw new UserError("It is lost. Look for it.")', ['It is lost']],
		['words for a model', 'const told = "Tell the user. It is of this tool."', []],
		['words of the form', 'const field = { description: "Whether to look" }', []],
		['names of fields', "const names = 'outcome noAnswer reason'.split(' ')", []],
	])('%s', (_what, code, messages) => {
		expect(messagesInCode(textsOf('a.ts', code)).map(({ words }) => words)).toStrictEqual(messages);
	});

	const texts = textsOf(
		'a.ts',
		'hint(`${few} rows ${how} the key "${key}": ${why}`); how = "lost"; why = "it took too long"',
	);
	it.each<[string, string[]]>([
		['… rows lost the key "…": it took too long', []],
		['… rows lost (or: …) the key "…": …', []],
		['… rows lost the key "…" of Send Once', ['of Send Once']],
		['… rows kept the key "…"', ['rows kept the key']],
		['it took', []],
	])('%s', (message, unknown) => {
		expect(notInCode(message, spokenIn(texts))).toStrictEqual(unknown);
	});
});

const countWords = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

/** Words of a text, a value being one; of two texts to choose from, those of the longer one. */
function wordsIn(node: ts.Node): number {
	if (ts.isStringLiteralLike(node)) return countWords(node.text);
	if (ts.isTemplateExpression(node)) {
		const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
		return countWords(parts.map(({ text }) => text).join('…'));
	}
	if (ts.isConditionalExpression(node)) {
		return Math.max(wordsIn(node.whenTrue), wordsIn(node.whenFalse));
	}
	let words = 0;
	ts.forEachChild(node, (child) => void (words += wordsIn(child)));
	return words;
}

/** The errors of the code: message and description, or what is invalid and the advice. */
function errorsIn(node: ts.Node): ts.Node[][] {
	const isError = ts.isNewExpression(node) && node.expression.getText().endsWith('Error');
	if (isError) return [[...(node.arguments ?? [])]];
	if (ts.isCallExpression(node) && /\binvalid$/.test(node.expression.getText())) {
		return [node.arguments.slice(0, node.expression.getText() === 'invalid' ? 2 : 3)];
	}
	// The third is for a model.
	const pair = ts.isArrayLiteralExpression(node) ? node.elements.slice(0, 2) : [];
	const isText = (text: ts.Node) =>
		(ts.isStringLiteralLike(text) || ts.isTemplateExpression(text)) && wordsIn(text) > 1;
	if (pair.length === 2 && pair.every(isText)) return [[...pair]];
	const found: ts.Node[][] = [];
	ts.forEachChild(node, (child) => void found.push(...errorsIn(child)));
	return found;
}

it('no error of the code has more than 35 words', () => {
	const errors = codeFiles.flatMap((file) => {
		const content = readFileSync(join(root, file), 'utf8');
		const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
		return errorsIn(source).map((texts) => ({
			file,
			text: texts.map((text) => text.getText()).join(' | '),
			words: texts.reduce((all, text) => all + wordsIn(text), 0),
		}));
	});
	expect(errors.length).toBeGreaterThan(100);
	expect(errors.filter(({ words }) => words > 35)).toStrictEqual([]);
});
