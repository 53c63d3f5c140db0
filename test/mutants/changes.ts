import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import ts from 'typescript';

import { root } from '../../sandbox/paths';

/** One small change to one shipped source file. */
export interface Change {
	/** From the root of the repository, with forward slashes. */
	file: string;
	line: number;
	/** The line as it stands, without its indent. */
	text: string;
	/** What becomes of what, e.g. `a < b → a <= b`. With file and text it is the change's name. */
	what: string;
	start: number;
	end: number;
	replacement: string;
}

const comparisons: Record<string, string> = {
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'===': '!==',
	'!==': '===',
};
const operators: Record<string, string> = {
	...comparisons,
	'&&': '||',
	'||': '&&',
	'+': '-',
	'-': '+',
	'*': '/',
	'/': '*',
	'%': '*',
	'+=': '-=',
	'-=': '+=',
	'??=': '=',
};
const swappedMethods: Record<string, string> = {
	some: 'every',
	every: 'some',
	max: 'min',
	min: 'max',
	floor: 'ceil',
	ceil: 'floor',
	startsWith: 'endsWith',
	endsWith: 'startsWith',
	push: 'unshift',
	unshift: 'push',
	shift: 'pop',
	pop: 'shift',
};
const droppedMethods = new Set([
	'filter',
	'sort',
	'reverse',
	'slice',
	'trim',
	'toLowerCase',
	'toUpperCase',
]);
/** From here on a step of one changes nothing that anyone could see, so it is doubled and halved. */
const bigNumber = 1000;

/** The shipped source files, in the order of their names. */
export function shippedFiles(): string[] {
	return ['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => `${folder}/${file.split(sep).join('/')}`)
			.sort(),
	);
}

/** Every change there is to one shipped file, in the order of the source. */
export function changesTo(file: string): Change[] {
	const source = readFileSync(join(root, file), 'utf8');
	return changesIn(file, source).sort((a, b) => a.start - b.start);
}

/** Every change to this source; texts that users read are left alone. */
export function changesIn(file: string, source: string): Change[] {
	const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true);
	const lines = source.split('\n');
	const changes: Change[] = [];
	visit(tree);
	return changes;

	function visit(node: ts.Node): void {
		if (ts.isTypeNode(node) || isDeclarationOnly(node) || isShownInEditor(node)) return;
		changeOf(node);
		ts.forEachChild(node, visit);
	}

	/** Puts `replacement` in the place of `part`; `whole` is what is shown of it, before and after. */
	function replace(part: ts.Node, replacement: string, whole: ts.Node = part): void {
		const start = part.getStart(tree);
		const end = part.getEnd();
		const { line } = tree.getLineAndCharacterOfPosition(start);
		const from = whole.getStart(tree);
		const before = source.slice(from, whole.getEnd());
		const after = source.slice(from, start) + replacement + source.slice(end, whole.getEnd());
		const what = `${oneLine(before)} → ${oneLine(after) || 'nothing'}`;
		changes.push({ file, line: line + 1, text: lines[line].trim(), what, start, end, replacement });
	}

	function changeOf(node: ts.Node): void {
		if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) {
			negate(node.expression);
		} else if (ts.isConditionalExpression(node)) {
			negate(node.condition);
		} else if (ts.isForStatement(node) && node.condition !== undefined) {
			negate(node.condition);
		} else if (ts.isBinaryExpression(node)) {
			binary(node);
		} else if (ts.isPrefixUnaryExpression(node)) {
			prefix(node);
		} else if (ts.isPostfixUnaryExpression(node)) {
			const back = node.operator === ts.SyntaxKind.PlusPlusToken ? '--' : '++';
			replace(node, node.operand.getText(tree) + back);
		} else if (ts.isExpressionStatement(node)) {
			if (!isSuperCall(node.expression)) replace(node, ';');
		} else if (ts.isThrowStatement(node) || ts.isContinueStatement(node)) {
			replace(node, ';');
		} else if (ts.isReturnStatement(node)) {
			if (node.expression !== undefined) returned(node.expression);
		} else if (ts.isArrowFunction(node)) {
			if (!ts.isBlock(node.body)) returned(node.body);
		} else if (ts.isCallExpression(node)) {
			call(node);
		} else if (ts.isNumericLiteral(node)) {
			for (const other of otherNumbers(node.text)) replace(node, other, wordOf(node));
		} else if (ts.isArrayLiteralExpression(node)) {
			listOfWords(node);
		} else if (ts.isRegularExpressionLiteral(node)) {
			anchors(node);
		} else if (ts.isCaseClause(node) && ts.isStringLiteral(node.expression)) {
			replace(node.expression, "''");
		}
		optional(node);
	}

	/** What is compared or negated is changed there. */
	function negate(condition: ts.Expression): void {
		if (ts.isPrefixUnaryExpression(condition)) return;
		if (ts.isBinaryExpression(condition) && /^[!=]==$/.test(condition.operatorToken.getText(tree)))
			return;
		replace(condition, `!(${condition.getText(tree)})`);
	}

	function binary(node: ts.BinaryExpression): void {
		const operator = node.operatorToken.getText(tree);
		if (operator === '??') return replace(node, node.left.getText(tree));
		const other = operators[operator];
		if (other === undefined || (operator === '+' && isText(node))) return;
		replace(node.operatorToken, other, node);
	}

	function prefix(node: ts.PrefixUnaryExpression): void {
		const operand = node.operand.getText(tree);
		if (node.operator === ts.SyntaxKind.ExclamationToken) replace(node, operand);
		if (node.operator === ts.SyntaxKind.PlusPlusToken) replace(node, `--${operand}`);
		if (node.operator === ts.SyntaxKind.MinusMinusToken) replace(node, `++${operand}`);
		if (node.operator === ts.SyntaxKind.MinusToken && !ts.isNumericLiteral(node.operand))
			replace(node, operand);
	}

	function returned(value: ts.Expression): void {
		const text = value.getText(tree);
		const whole = ts.isReturnStatement(value.parent) ? value.parent : value;
		if (text === 'true') replace(value, 'false', whole);
		else if (text === 'false') replace(value, 'true', whole);
		else if (isDecision(value)) {
			replace(value, 'true', whole);
			replace(value, 'false', whole);
		} else if (text !== 'undefined') replace(value, 'undefined', whole);
	}

	function call(node: ts.CallExpression): void {
		if (!ts.isPropertyAccessExpression(node.expression)) return;
		const { name, expression: receiver } = node.expression;
		if (Object.hasOwn(swappedMethods, name.text)) replace(name, swappedMethods[name.text], node);
		if (droppedMethods.has(name.text)) replace(node, receiver.getText(tree));
	}

	function listOfWords(node: ts.ArrayLiteralExpression): void {
		const words = node.elements.map((element) => element.getText(tree));
		const plain = (element: ts.Expression) =>
			ts.isStringLiteral(element) || ts.isNumericLiteral(element);
		if (!node.elements.every(plain)) return;
		words.forEach((word, index) => {
			const rest = words.filter((_word, other) => other !== index);
			const { line } = tree.getLineAndCharacterOfPosition(node.elements[index].getStart(tree));
			replace(node, `[${rest.join(', ')}]`);
			const change = changes[changes.length - 1];
			change.line = line + 1;
			change.text = lines[line].trim();
			change.what = `${word} in the list → nothing`;
		});
	}

	function anchors(node: ts.RegularExpressionLiteral): void {
		if (node.text.startsWith('/^')) replace(node, `/${node.text.slice(2)}`);
		const open = node.text.replace(/\$(\/\w*)$/, '$1');
		if (open !== node.text) replace(node, open);
	}

	function optional(node: ts.Node): void {
		if (
			!ts.isPropertyAccessExpression(node) &&
			!ts.isElementAccessExpression(node) &&
			!ts.isCallExpression(node)
		)
			return;
		if (node.questionDotToken === undefined) return;
		replace(node.questionDotToken, ts.isPropertyAccessExpression(node) ? '.' : '', node);
	}

	/** A number alone says nothing; what it is compared to, or the line it stands on, does. */
	function wordOf(node: ts.NumericLiteral): ts.Node {
		return ts.isPrefixUnaryExpression(node.parent) ? node.parent.parent : node.parent;
	}

	/** Minus would make NaN of it, which is no small change. */
	function isText(node: ts.Expression): boolean {
		if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
		return ts.isStringLiteral(node) || ts.isTemplateLiteral(node);
	}

	/** true or false, as far as the syntax tells. */
	function isDecision(node: ts.Expression): boolean {
		if (ts.isParenthesizedExpression(node)) return isDecision(node.expression);
		if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
		if (!ts.isBinaryExpression(node)) return false;
		const operator = node.operatorToken.getText(tree);
		if (operator in comparisons || operator === 'in' || operator === 'instanceof') return true;
		return (operator === '&&' || operator === '||') && isDecision(node.right);
	}
}

function isSuperCall(node: ts.Expression): boolean {
	return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}

function isDeclarationOnly(node: ts.Node): boolean {
	return (
		ts.isInterfaceDeclaration(node) ||
		ts.isTypeAliasDeclaration(node) ||
		ts.isImportDeclaration(node) ||
		ts.isExportDeclaration(node)
	);
}

/** A field, menu or row of the editor. Its defaults and limits are held by the contract's tests. */
function isShownInEditor(node: ts.Node): boolean {
	if (!ts.isPropertyAssignment(node) || ts.isFunctionLike(node.initializer)) return false;
	const words = ['displayName', 'displayOptions', 'typeOptions', 'default', 'required'];
	const siblings = node.parent.properties.map(({ name }) => name?.getText() ?? '');
	return words.includes(node.name.getText()) || siblings.includes('displayName');
}

function otherNumbers(text: string): string[] {
	const number = Number(text.replace(/_/g, ''));
	if (number >= bigNumber) return [String(number * 2), String(number / 2)];
	return number === 0 ? ['1'] : [String(number + 1), String(number - 1)];
}

function oneLine(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}
