import { messagesInCode, notInCode, spokenIn, textsOf } from '../docs/messages';
import { readPage } from '../docs/pages';

const page = 'docs/when-something-goes-wrong.md';
/** Rows of the table: the message, and what it means. */
const rows = [...readPage(page).matchAll(/^\| (.+?) \| (.+?) \| .* \|$/gm)]
	.slice(1)
	.map(([, message, meaning]) => ({ message, meaning }));

describe('the page for when something goes wrong', () => {
	it('has what errors and lines say', () => {
		const shown = [page, 'docs/phone-numbers.md', 'docs/agents.md']
			.map((name) => readPage(name).replace(/(?<!\*)\*([^*\n]+)\*(?!\*)/g, "'$1'"))
			.join('\n');
		const messages = messagesInCode();
		expect(messages.length).toBeGreaterThan(300);
		expect(messages.filter(({ words }) => !shown.includes(words))).toStrictEqual([]);
	});

	it('has no message that the code does not say', () => {
		expect(rows.length).toBeGreaterThan(150);
		const ours = rows.filter(({ meaning }) => !/^n8n's (own )?words/.test(meaning));
		const unknown = ours
			.map(({ message }) => ({ message, words: notInCode(message) }))
			.filter(({ words }) => words.length > 0);
		expect(unknown).toStrictEqual([]);
	});

	it('has its messages in alphabetical order, each once', () => {
		const messages = rows.map(({ message }) => sortedAs(message));
		expect(messages).toStrictEqual([...new Set(messages)].sort());
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

/** A message's letters and figures, by which the page lists it: without quotes and a leading "…". */
function sortedAs(message: string): string {
	return message
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, ' ')
		.trim();
}
