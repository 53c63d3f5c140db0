import { asPhone } from '../../nodes/VoiceSms/fields/phone/phone';
import { readPage } from '../docs/pages';

const rows = [
	...readPage('docs/phone-numbers.md').matchAll(/^\| `(.+)` \| ([A-Z]{2})? ?\| (.+) \|$/gm),
].map(([, text, country = '', readAs]) => [text, country, readAs] as const);

it('the page on phone numbers shows many ways to write one', () => {
	expect(rows.length).toBeGreaterThan(20);
});

it.each(rows)('"%s" of the country "%s" is read as the page says: %s', (text, country, readAs) => {
	const refuse = (what: string) => {
		throw new Error(what.replace(`: "${text}"`, ''));
	};
	let read: string;
	try {
		read = `\`${asPhone(text, country, refuse)}\``;
	} catch (error) {
		read = `refused: it ${(error as Error).message}`;
	}
	expect(read).toBe(readAs);
});
