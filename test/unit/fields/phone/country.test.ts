import { getCountries, getCountryCallingCode } from '../../../../bundled/libphonenumber';
import { countryOptions } from '../../../../nodes/VoiceSms/fields/phone/country';
import { asPhone } from '../../../../nodes/VoiceSms/fields/phone/phone';
import { untyped } from '../../../harness/n8n/fake';

const [none, ...countries] = countryOptions;

it('the menu of countries begins with none', () => {
	expect(none.value).toBe('');
});

it('the menu holds every country once, in the order of the names', () => {
	expect(countries.map(({ value }) => value).sort()).toStrictEqual(getCountries().sort());
	const names = countries.map(({ name }) => name);
	expect(names).toStrictEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
	expect(new Set(names).size).toBe(names.length);
});

it.each(countries.map(({ name, value }) => [name, String(value)]))(
	'%s has a name, a code of two letters and its calling code',
	(name, value) => {
		expect(value).toMatch(/^[A-Z]{2}$/);
		const [, words, code] = /^(\p{L}.*\p{L}\.?\)?) \(\+(\d+)\)$/u.exec(name) ?? [];
		expect(code).toBe(getCountryCallingCode(untyped(value)));
		// A Node may know another spelling, such as Turkey, but no other country.
		const known = new Intl.DisplayNames(['en'], { type: 'region' }).of(value) ?? '';
		const first = (text: string) => text.toLowerCase().slice(0, 2);
		expect(first(words)).toBe(first(known));
	},
);

it.each(countries.map(({ name, value }) => [name, String(value)]))(
	'%s reads numbers without a country code',
	(_name, value) => {
		const refuse = (what: string): never => {
			throw new Error(what);
		};
		// Too short anywhere: it is the number that is wrong then, not the country.
		expect(() => asPhone('2', value, refuse)).toThrow(/too short|too many or too few/);
	},
);
