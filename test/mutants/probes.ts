import ts from 'typescript';

/** Where the tests leave a mark when they pass: an entry per place. */
export const marksName = '__marks';

/** A statement, or the body of an arrow function, from `start` to `end` in the source. */
export interface Place {
	start: number;
	end: number;
}

/** The places of a source in which a mark can be left, outer ones first. */
export function placesIn(source: string): Place[] {
	return nodesIn(source).map(({ node, tree }) => ({
		start: node.getStart(tree),
		end: node.getEnd(),
	}));
}

/** The source with marks; its first place has the number `first`. */
export function withProbes(source: string, first: number): string {
	const inserts: Array<{ at: number; text: string; inner: number }> = [];
	nodesIn(source).forEach(({ node, tree }, index) => {
		const mark = `${marksName}[${first + index}]=1`;
		const alone = ts.isStatement(node) && !isListOfStatements(node.parent);
		const [open, close] = !ts.isStatement(node)
			? [`(${mark},(`, '))']
			: alone
				? [`{${mark};`, '}']
				: [`;${mark};`, ''];
		inserts.push({ at: node.getStart(tree), text: open, inner: index });
		inserts.push({ at: node.getEnd(), text: close, inner: -index });
	});
	// Of two at one place, the outer one opens first and closes last.
	inserts.sort((a, b) => b.at - a.at || b.inner - a.inner);
	return inserts.reduce(
		(text, { at, text: mark }) => text.slice(0, at) + mark + text.slice(at),
		source,
	);
}

function nodesIn(source: string) {
	const tree = ts.createSourceFile('source.ts', source, ts.ScriptTarget.ES2022, true);
	const found: Array<{ node: ts.Node; tree: ts.SourceFile }> = [];
	const visit = (node: ts.Node): void => {
		if (isMarked(node)) found.push({ node, tree });
		ts.forEachChild(node, visit);
	};
	visit(tree);
	return found;
}

function isMarked(node: ts.Node): boolean {
	if (node.parent !== undefined && ts.isArrowFunction(node.parent)) {
		return node === node.parent.body && !ts.isBlock(node);
	}
	return (
		ts.isStatement(node) &&
		!ts.isBlock(node) &&
		!ts.isFunctionDeclaration(node) &&
		!ts.isClassDeclaration(node) &&
		!ts.isInterfaceDeclaration(node) &&
		!ts.isTypeAliasDeclaration(node) &&
		!ts.isImportDeclaration(node) &&
		!ts.isExportDeclaration(node)
	);
}

function isListOfStatements(node: ts.Node): boolean {
	return (
		ts.isBlock(node) || ts.isSourceFile(node) || ts.isCaseClause(node) || ts.isDefaultClause(node)
	);
}
