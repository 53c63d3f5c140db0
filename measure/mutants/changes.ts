import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import ts from 'typescript';

import { root } from '../../sandbox/paths';

/** One small change to one shipped source file. */
export interface Change {
	/** From the root of the repository, with forward slashes. */
	file: string;
	line: number;
	/** What becomes of what, such as `a < b → a <= b`. */
	what: string;
	start: number;
	end: number;
	replacement: string;
	/** Tests that come here may notice the change. */
	place: Place;
}

/** The innermost statement, body of an arrow function, or default value around a change. */
export interface Place {
	start: number;
	end: number;
	/** `branch`: a statement without braces, such as the one after `if (…)`. */
	kind: 'statement' | 'branch' | 'expression';
}

/** Operators and methods that take each other's place. */
const opposites = [
	['<', '<='],
	['>', '>='],
	['===', '!=='],
	['&&', '||'],
	['+', '-'],
	['*', '/'],
	['+=', '-='],
	['some', 'every'],
	['max', 'min'],
	['floor', 'ceil'],
	['startsWith', 'endsWith'],
	['push', 'unshift'],
	['shift', 'pop'],
];
const droppedMethods = ['filter', 'sort', 'reverse', 'slice', 'trim', 'toLowerCase', 'toUpperCase'];
/** A step of one is too small to be seen in a number from here on, so it is doubled and halved. */
const bigNumber = 1000;
/** Most characters of a text in the output. */
const mostShown = 100;

/** The shipped source files, in the order of their names. */
export function shippedFiles(): string[] {
	return ['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => `${folder}/${file.split(sep).join('/')}`)
			.sort(),
	);
}

/** Every change to a shipped file. */
export function changesTo(file: string): Change[] {
	return changesIn(file, readFileSync(join(root, file), 'utf8'));
}

/** The room of a shipped file: the first folder of nodes/VoiceSms, or `credentials`. */
export function roomOf(file: string): string {
	const [top, node, ...below] = file.split('/');
	if (top !== 'nodes') return top;
	return below.length > 1 ? below[0] : node;
}

/**
 * Some of the changes, the same ones for the same seed.
 *
 * @param sample a share such as `3%`, or how many of each room, such as `40`
 */
export function sampleOf(changes: Change[], sample: string, seed: string): Change[] {
	const number = Number.parseFloat(sample);
	if (!(number > 0)) throw new Error('--sample takes a share such as 3%, or a number such as 40.');
	const placeOf = ({ file, start, replacement }: Change) => {
		const hash = createHash('sha256').update(`${seed} ${file} ${start} ${replacement}`);
		return hash.digest().readUInt32BE() / 2 ** 32;
	};
	if (sample.endsWith('%')) return changes.filter((change) => placeOf(change) < number / 100);
	const rooms = new Set(changes.map(({ file }) => roomOf(file)));
	return [...rooms].flatMap((room) => {
		const ofRoom = changes.filter(({ file }) => roomOf(file) === room);
		return ofRoom.sort((one, other) => placeOf(one) - placeOf(other)).slice(0, number);
	});
}

/** The source with this change. */
export function changed(source: string, { start, end, replacement }: Change): string {
	return source.slice(0, start) + replacement + source.slice(end);
}

/** Every change to this source, in its order. Texts that users read stay as they are. */
export function changesIn(file: string, source: string): Change[] {
	const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true);
	const changes: Change[] = [];
	const visit = (node: ts.Node, around: Place): void => {
		if (isType(node) || isShownInEditor(node)) return;
		const place = placeOf(node) ?? around;
		const [start, end] = [node.getStart(tree), node.getEnd()];
		const line = tree.getLineAndCharacterOfPosition(start).line + 1;
		for (const replacement of [...ofKind(node), ...ofRole(node), ...ofOptional(node)]) {
			const what = `${oneLine(node.getText())} → ${oneLine(replacement)}`;
			changes.push({ file, line, what, start, end, replacement, place });
		}
		ts.forEachChild(node, (child) => visit(child, place));
	};
	visit(tree, { start: 0, end: source.length, kind: 'statement' });
	return changes;
}

/** What a statement or a value can be instead. */
function ofKind(node: ts.Node): string[] {
	if (ts.isThrowStatement(node) || ts.isContinueStatement(node)) return [';'];
	if (ts.isExpressionStatement(node)) return isSuperCall(node.expression) ? [] : [';'];
	if (ts.isBinaryExpression(node)) return ofOperator(node);
	if (ts.isCallExpression(node)) return ofCall(node);
	if (ts.isPrefixUnaryExpression(node) && !ts.isNumericLiteral(node.operand)) {
		return [node.operand.getText()];
	}
	if (ts.isNumericLiteral(node)) {
		const number = Number(node.text);
		if (number >= bigNumber) return [String(number * 2), String(number / 2)];
		return number === 0 ? ['1'] : [String(number + 1), String(number - 1)];
	}
	if (ts.isArrayLiteralExpression(node) && node.elements.every(ts.isLiteralExpression)) {
		const words = node.elements.map((element) => element.getText());
		return words.map((_, index) => `[${words.toSpliced(index, 1).join(', ')}]`);
	}
	if (ts.isRegularExpressionLiteral(node)) {
		const open = [node.text.replace(/^\/\^/, '/'), node.text.replace(/\$(\/\w*)$/, '$1')];
		return open.filter((text) => text !== node.text);
	}
	return [];
}

function ofOperator(node: ts.BinaryExpression): string[] {
	const operator = node.operatorToken.getText();
	if (operator === '??') return [node.left.getText()];
	// Minus would make NaN of a text, which is no small change.
	if (operator === '+' && isText(node)) return [];
	return oppositesOf(operator).map((other) => withPart(node, node.operatorToken, other));
}

function ofCall(node: ts.CallExpression): string[] {
	if (!ts.isPropertyAccessExpression(node.expression)) return [];
	const { name, expression: receiver } = node.expression;
	if (droppedMethods.includes(name.text)) return [receiver.getText()];
	return oppositesOf(name.text).map((other) => withPart(node, name, other));
}

/** What a condition or a returned value can be instead. */
function ofRole(node: ts.Node): string[] {
	const text = node.getText();
	if (isCondition(node)) {
		// Its operator is changed anyway.
		const isOwn = ts.isPrefixUnaryExpression(node) || /^[!=]==$/.test(operatorOf(node));
		return isOwn ? [] : [`!(${text})`];
	}
	if (!isReturned(node) || text === 'undefined') return [];
	if (text === 'true' || text === 'false') return [String(text !== 'true')];
	return isDecision(node) ? ['true', 'false'] : ['undefined'];
}

function ofOptional(node: ts.Node): string[] {
	const isAccess = ts.isPropertyAccessExpression(node);
	if (!isAccess && !ts.isElementAccessExpression(node) && !ts.isCallExpression(node)) return [];
	if (node.questionDotToken === undefined) return [];
	return [withPart(node, node.questionDotToken, isAccess ? '.' : '')];
}

function isCondition(node: ts.Node): boolean {
	const { parent } = node;
	if (parent === undefined) return false;
	if (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) {
		return parent.condition === node;
	}
	const tests = ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent);
	return tests && parent.expression === node;
}

function isReturned(node: ts.Node): boolean {
	if (node.parent === undefined) return false;
	if (ts.isArrowFunction(node.parent)) return node.parent.body === node && !ts.isBlock(node);
	return ts.isReturnStatement(node.parent);
}

function placeOf(node: ts.Node): Place | undefined {
	const { parent } = node;
	if (parent === undefined) return undefined;
	const at = { start: node.getStart(), end: node.getEnd() };
	if (ts.isStatement(node) && !ts.isBlock(node)) {
		const isInList =
			ts.isSourceFile(parent) || ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent);
		return { ...at, kind: isInList ? 'statement' : 'branch' };
	}
	const hasDefault = ts.isParameter(parent) || ts.isPropertyDeclaration(parent);
	const isDefault = hasDefault && parent.initializer === node;
	const isBody = ts.isArrowFunction(parent) && isReturned(node);
	return isBody || isDefault ? { ...at, kind: 'expression' } : undefined;
}

/** true or false, as far as the syntax tells. */
function isDecision(node: ts.Node): boolean {
	if (ts.isParenthesizedExpression(node)) return isDecision(node.expression);
	if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
	if (!ts.isBinaryExpression(node)) return false;
	const operator = operatorOf(node);
	if (/^([<>]=?|[!=]==|in|instanceof)$/.test(operator)) return true;
	return /^(&&|\|\|)$/.test(operator) && isDecision(node.right);
}

function isText(node: ts.Expression): boolean {
	if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
	return ts.isStringLiteral(node) || ts.isTemplateLiteral(node);
}

function isSuperCall(node: ts.Expression): boolean {
	return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}

function isType(node: ts.Node): boolean {
	const isDeclaration = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
	return isDeclaration || ts.isTypeNode(node) || ts.isImportDeclaration(node);
}

/** A field, menu or row of the editor. Other tests hold its defaults and limits. */
function isShownInEditor(node: ts.Node): boolean {
	if (!ts.isPropertyAssignment(node) || ts.isFunctionLike(node.initializer)) return false;
	const words = ['displayName', 'displayOptions', 'typeOptions', 'default', 'required'];
	const siblings = node.parent.properties.map(({ name }) => name?.getText());
	return words.includes(node.name.getText()) || siblings.includes('displayName');
}

function operatorOf(node: ts.Node): string {
	return ts.isBinaryExpression(node) ? node.operatorToken.getText() : '';
}

function oppositesOf(word: string): string[] {
	return opposites
		.filter((pair) => pair.includes(word))
		.map(([one, other]) => (one === word ? other : one));
}

/** Text of the node, with another text for a part of it. */
function withPart(node: ts.Node, part: ts.Node, text: string): string {
	const [whole, start] = [node.getText(), node.getStart()];
	return whole.slice(0, part.getStart() - start) + text + whole.slice(part.getEnd() - start);
}

function oneLine(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length <= mostShown ? line : `${line.slice(0, mostShown)}…`;
}
