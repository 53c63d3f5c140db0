import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { root } from '../../sandbox/paths';
import { readShipped, shippedFiles } from '../docs/comments';

/** Files whose regular expressions meet no long text of a stranger, and why. */
const meetsNone: Record<string, string> = {
	'api/errors/connectionFailure.ts': 'codes and messages of Node',
	'api/http/request.ts': 'a header, which Node keeps short',
	'api/list/readPage.ts': 'one class of signs from the beginning to the end',
	'fields/phone/country.ts': 'the list in the file',
	'fields/read/recordKey.ts': 'looks for one letter',
	'layers/sendOnce/hold.ts': "codes and messages of n8n's database",
	'layers/testNumbers.ts': 'a field of the credential',
	'operations/question/page/openQuestion.ts': 'one sign',
	'operations/question/page/visit.ts': 'line ends, one after the other',
	'operations/question/together.ts': 'one sign after the other, in names of arguments',
	'run/model/error.ts': 'sentences of the node, and codes of Node',
	'trigger/events/callEnded/index.ts': 'looks for one digit',
	'trigger/memory.ts': 'keys that the trigger wrote',
	'trigger/properties.ts': 'names of events',
};

/** Whether a code has a regular expression. */
function hasRegularExpression(code: string): boolean {
	const source = ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true);
	const isOne = (node: ts.Node): boolean =>
		ts.isRegularExpressionLiteral(node) ||
		(ts.isNewExpression(node) && node.expression.getText(source) === 'RegExp') ||
		node.getChildren(source).some(isOne);
	return isOne(source);
}

it.each([
	['const a = /b+/;', true],
	["const a = new RegExp('b');", true],
	["const a = 'b'; // no /b/", false],
])('%s has a regular expression: %s', (code, wanted) => {
	expect(hasRegularExpression(code)).toBe(wanted);
});

const nodes = 'nodes/VoiceSms/';
const table = readFileSync(join(root, 'test/unit/fields/read/longTexts.test.ts'), 'utf8');
const read = [...table.matchAll(/from '[./]*\/nodes\/VoiceSms\/([^']+)'/g)].flatMap(([, file]) => [
	`${file}.ts`,
	`${file}/index.ts`,
]);
const withOne = shippedFiles
	.filter((file) => hasRegularExpression(readShipped(file)))
	.map((file) => file.replace(nodes, ''));

it('each file with a regular expression is in the table of longTexts, or meets no long text', () => {
	expect(withOne.length).toBeGreaterThan(30);
	expect(withOne.filter((file) => !read.includes(file) && !(file in meetsNone))).toStrictEqual([]);
});

it('the list of files that meet none is no longer than it must be', () => {
	const needless = Object.keys(meetsNone).filter(
		(file) => !withOne.includes(file) || read.includes(file),
	);
	expect(needless).toStrictEqual([]);
});
