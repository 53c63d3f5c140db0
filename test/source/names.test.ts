import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { root } from '../../sandbox/paths';

/** Names that two files declare with one meaning, and what it is. */
const sameMeaning: Record<string, string> = {
	Input: 'what `read` of an operation makes of one item',
	builderHint: 'what an AI that builds workflows reads of a node',
	maxMessageLength: 'characters of a message for a model',
	properties: 'the parameters of a node',
	subtitle: 'the text below a node on the canvas',
};

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

/** The names that a file declares at its top level. */
function declaredIn(code: string): string[] {
	const names: string[] = [];
	const add = (name: ts.BindingName) => {
		if (ts.isIdentifier(name)) names.push(name.text);
		else name.elements.forEach((one) => ts.isBindingElement(one) && add(one.name));
	};
	ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest).forEachChild((node) => {
		if (ts.isVariableStatement(node)) {
			node.declarationList.declarations.forEach(({ name }) => add(name));
		} else if (
			(ts.isFunctionDeclaration(node) ||
				ts.isClassDeclaration(node) ||
				ts.isInterfaceDeclaration(node) ||
				ts.isTypeAliasDeclaration(node)) &&
			node.name !== undefined
		) {
			names.push(node.name.text);
		}
	});
	return names;
}

/** The names that several of these texts declare, each with the places of these texts. */
function declaredTwice(all: string[]): Map<string, number[]> {
	const places = new Map<string, number[]>();
	all.forEach((code, place) => {
		for (const name of new Set(declaredIn(code))) {
			places.set(name, [...(places.get(name) ?? []), place]);
		}
	});
	return new Map([...places].filter(([, found]) => found.length > 1));
}

describe('a name at top level', () => {
	const twice = declaredTwice(files.map((file) => readFileSync(join(root, file), 'utf8')));

	it('has one meaning in the whole code', () => {
		const wrong = [...twice]
			.filter(([name]) => !(name in sameMeaning))
			.map(([name, places]) => {
				const where = places.map((place) => files[place]).join(', ');
				return `${name} of ${where}: rename one or, if they mean the same, say it in \`sameMeaning\``;
			});
		expect(wrong).toStrictEqual([]);
	});

	it('stands in the table only while two files declare it', () => {
		expect(Object.keys(sameMeaning).filter((name) => !twice.has(name))).toStrictEqual([]);
	});
});

it('a limit is called max or min', () => {
	const limits = files.flatMap((file) =>
		declaredIn(readFileSync(join(root, file), 'utf8')).filter((name) =>
			/^(most|longest|fewest|least|shortest)[A-Z]/.test(name),
		),
	);
	expect(limits).toEqual([]);
});

it('a name of two files is found, however it is declared', () => {
	const one = 'const a = 1; export function b() {} interface C {} type D = 1; class E {}';
	const other = 'let [a] = [2]; function b() {} type C = 2; class D {} const { x: E } = y;';
	expect([...declaredTwice([one, other]).keys()].sort()).toEqual(['C', 'D', 'E', 'a', 'b']);
});
