import { messagesInCode, notInCode, spokenIn, textsOf } from '../docs/messages';
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
