import ts from 'typescript';

import { type Comment, commentsIn, readShipped, shippedFiles } from '../docs/comments';

/** Names in comments that are n8n's, Node's, a library's, or of an example. */
const ofOthers = new Set([
	// n8n and its packages
	...['generateMergedNodesAndActions', 'addPairedItemLineage', 'handleNodeErrorOutput'],
	...['normalizeNodeErrors', 'setupCancellation', 'activatePollTrigger', 'popExecutionStack'],
	...['handleEngineRequest', 'buildSteps', 'processHitlResponses', 'getRetryParams', '__emit'],
	...['addNodeToBeExecuted', 'N8N_SSRF_PROTECTION_ENABLED', 'validateMode', 'getNodeHints'],
	...['createEngineRequests', '$error', '$json', '$tool', '$fromAI', '$input'],
	// Node, JavaScript and libraries
	...[
		'onConnectSecure',
		'_attachListeners',
		'_queryable',
		'ParseError',
		'macOS',
		'kB',
		'approvePermissions',
	],
	...['await', 'async', 'throw', 'ts', '$'],
	// examples
	...['segmnet', 'toLocaleDateString', 'files'],
]);

/** The names in a code, and the words in its texts. */
function namesIn(code: string): Set<string> {
	const names = new Set<string>();
	const source = ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true);
	const visit = (node: ts.Node): void => {
		if (ts.isIdentifier(node) || ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node)) {
			for (const [word] of node.text.matchAll(/[A-Za-z_$][\w$]*/g)) names.add(word);
		}
		node.getChildren(source).forEach(visit);
	};
	visit(source);
	return names;
}

/** The names in a comment: in backticks, after `@param`, or in camelCase. */
function namedIn(text: string): string[] {
	const inBackticks = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => {
		// A text in quotes is an example.
		return code.replace(/(['"]).*?\1/g, '').match(/[A-Za-z_$][\w$]*/g) ?? [];
	});
	const prose = text.replace(/`[^`]*`|"[^"]*"/g, '');
	const inCamelCase = prose.match(/(?<![\w.@/-])_{0,2}[a-z][a-z0-9]*[A-Z]\w*/g) ?? [];
	return [...new Set([...inBackticks, ...inCamelCase])];
}

const all = new Set(
	shippedFiles.flatMap((file) => [
		...file.replace(/\.ts$/, '').split('/'),
		...namesIn(readShipped(file)),
	]),
);

/** What a comment names that is nowhere in the code, and parameters that its function does not have. */
function stale({ file, line, text, after }: Comment, known: ReadonlySet<string>): string[] {
	const unknown = namedIn(text).filter(
		(name) => name.length > 1 && !known.has(name) && !ofOthers.has(name),
	);
	const params = [...text.matchAll(/@param (\w+)/g)].map(([, name]) => name);
	const wrong = params.filter((name) => !new RegExp(`\\b${name}\\b`).test(after));
	return [...unknown, ...wrong].map((name) => `${file}:${line} names ${name}, which is not there`);
}

it.each(shippedFiles)('the comments of %s name only what is there', (file) => {
	const comments = commentsIn(file, readShipped(file));
	expect(comments.flatMap((comment) => stale(comment, all))).toStrictEqual([]);
});

describe('a comment', () => {
	it.each<[string, string, string[]]>([
		['/** See `judge`. */ const a = 1;', 'a name in backticks', ['judge']],
		['// As goneName does it.\nconst a = 1;', 'a name in camelCase', ['goneName']],
		['/** @param gone why */ function a(b: string) {}', 'a parameter', ['gone']],
		['/** See `a`, and `operations/index`. */ const a = 1;', 'names that are there', []],
		['const a = `// judge ${"/* See `x` */"}`;', 'a text', []],
	])('%s: %s', (code, _what, names) => {
		const known = new Set([...namesIn(code), 'operations', 'index']);
		const found = commentsIn('a.ts', code).flatMap((comment) => stale(comment, known));
		expect(found).toStrictEqual(names.map((name) => `a.ts:1 names ${name}, which is not there`));
	});

	it('is read as a whole, where several lines follow each other', () => {
		const code = '// One\n// sentence.\nconst a = 1; // Another.\n';
		expect(commentsIn('a.ts', code).map(({ line, text }) => [line, text])).toStrictEqual([
			[1, ' One\n sentence.'],
			[3, ' Another.'],
		]);
	});
});
