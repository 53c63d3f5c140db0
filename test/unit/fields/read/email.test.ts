import { comparedEmail, readEmail } from '../../../../nodes/VoiceSms/fields/read/email';
import { said } from '../../../harness/n8n/messages';

const fields = {
	invalid: (_name: string, what: string): never => {
		throw new Error(what);
	},
};
const read = (given: string) => readEmail(fields, 'email', given);

it.each([
	['as it is', 'ada@example.com'],
	['with blanks', ' ada@example.com\n'],
	['in the brackets of a mail program', '<ada@example.com>'],
	['in brackets with blanks', ' < ada@example.com > '],
	['as a link', 'mailto:ada@example.com'],
	['as a link in upper case', 'MAILTO:ada@example.com'],
	['as a link in brackets', '<mailto:ada@example.com>'],
	["with a spreadsheet's apostrophe", "'ada@example.com"],
	['with an apostrophe of Word', '’ada@example.com'],
	['at the end of a sentence', 'ada@example.com.'],
	['before a comma', 'ada@example.com,'],
	['at the end of a list', 'ada@example.com; '],
	['with signs that nobody sees', '\u200Bada@exam\u00ADple.com'],
])('an address %s is that address, and compared as that', (_name, written) => {
	expect(read(written)).toBe('ada@example.com');
	expect(comparedEmail(written)).toBe('ada@example.com');
	expect(comparedEmail(written.toUpperCase())).toBe('ada@example.com');
});

it.each([
	"o'brien@example.com",
	'ada+news@mail.example.co.uk',
	'ada..l.@docomo.example',
	'josé@exämple.com',
	'संपर्क@उदाहरण.भारत',
	'ada@localhost',
])('%s is an address', (address) => {
	expect(read(address)).toBe(address);
});

it.each([
	'ada',
	'ada@',
	'@example.com',
	'ada@example..com',
	'ada@.com',
	'ada@exam ple.com',
	'ada@@example.com',
	'Ada Lovelace <ada@example.com>',
	'Ada<ada@example.com>',
	'ada@example.com, bo@example.com',
	'ada@example.com;bo@example.com',
	'ada@example.com?subject=Hi',
	'ada@example.com/bo',
	'"ada@example.com"',
	'(ada@example.com)',
	'https://example.com/@ada',
	'<ada@example.com',
	'mailto:',
])('%s is refused', (text) => {
	expect(() => read(text)).toThrow(`${said.notAnEmail}: "${text}"`);
});

it('nothing is no address', () => {
	for (const text of ['', ' ', '\u200B']) expect(read(text)).toBe('');
});
