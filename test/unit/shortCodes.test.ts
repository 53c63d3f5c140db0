import { createRequire } from 'node:module';

import { isShortCode } from '../../nodes/VoiceSms/fields/shortCodes';

/** What is used of Google's own library, which knows short codes; it brings no types. */
interface Google {
	PhoneNumber: new () => {
		setCountryCode(code: number): void;
		setNationalNumber(number: number): void;
	};
	PhoneNumberUtil: { getInstance(): { getCountryCodeForRegion(region: string): number } };
	ShortNumberInfo: new () => {
		getSupportedRegions(): string[];
		isPossibleShortNumberForRegion(number: object, region: string): boolean;
	};
	shortnumbermetadata: { countryToMetadata: Record<string, unknown[]> };
}

const google = createRequire(__filename)('google-libphonenumber') as Google;
const shortNumbers = new google.ShortNumberInfo();
const regions = shortNumbers.getSupportedRegions().filter((region) => region.length === 2);
const lengths = [4, 5, 6];

/** Whether Google's library knows codes of that length there. */
function isPossible(region: string, length: number): boolean {
	const number = new google.PhoneNumber();
	number.setCountryCode(google.PhoneNumberUtil.getInstance().getCountryCodeForRegion(region));
	number.setNationalNumber(Number('2'.repeat(length)));
	return shortNumbers.isPossibleShortNumberForRegion(number, region);
}

it('the lengths of short codes are those of libphonenumber, but for what is left out', () => {
	expect(regions.length).toBeGreaterThan(200);
	const leftOut: string[] = [];
	for (const region of regions) {
		for (const length of lengths) {
			const ours = isShortCode('2'.repeat(length), region);
			if (isPossible(region, length) && !ours) leftOut.push(`${region} ${length}`);
			else
				expect([region, length, ours]).toStrictEqual([region, length, isPossible(region, length)]);
		}
	}
	expect(leftOut.sort()).toStrictEqual(['ER 6', 'LU 6', 'PM 4', 'PM 6', 'SH 4', 'SH 5']);
});

it('no emergency number is a short code', () => {
	const wrong: string[] = [];
	let emergencies = 0;
	for (const region of regions) {
		// libphonenumber, PhoneMetadata: fields 27, the emergency numbers, and 1, what is true of all;
		// of each, 2 is the pattern, and 9 the lengths, where they are not those of all.
		const metadata = google.shortnumbermetadata.countryToMetadata[region] as unknown[][];
		const [, general] = metadata;
		const emergency = metadata[27] ?? [];
		if (typeof emergency[2] !== 'string') continue;
		const pattern = new RegExp(`^(?:${emergency[2]})$`);
		for (const length of (emergency[9] ?? general[9]) as number[]) {
			for (let number = 10 ** (length - 1); number < 10 ** length; number++) {
				const code = String(number);
				if (!pattern.test(code)) continue;
				emergencies++;
				if (isShortCode(code, region)) wrong.push(`${region} ${code}`);
			}
		}
	}
	expect(emergencies).toBeGreaterThan(300);
	expect(wrong).toStrictEqual([]);
});

it.each([
	['32665', 'US', true],
	['1234', 'DE', true],
	['123', 'DE', false],
	['1234567', 'DE', false],
	['01234', 'DE', false],
	['32 665', 'US', false],
	['+32665', 'US', false],
	['ACME', 'US', false],
	['32665', '', false],
	['32665', 'XX', false],
	['9999', 'OM', false],
	['1669', 'TH', false],
	['', 'US', false],
])('"%s" in "%s" is a short code: %s', (text, country, expected) => {
	expect(isShortCode(text, country)).toBe(expected);
});
