import { asPhone } from '../../nodes/VoiceSms/fields/phone/phone';
import { markdownTable } from './fieldTable';

/** Written, and the Default Country it is read with. */
const written: ReadonlyArray<[text: string, country: string]> = [
	['+15550100042', ''],
	['+1 (555) 010-0042', ''],
	['tel:+1-555-010-0042', ''],
	['0049 30 901820', ''],
	['(555) 010-0042', 'US'],
	['555.010.0042', 'US'],
	['1 555 010 0042', 'US'],
	['030 / 90 18 20', 'DE'],
	['+44 20 7946 0018', 'DE'],
	['020 7946 0018', 'GB'],
	['06 12 34 56 78', 'FR'],
	['+5215512345678', ''],
	['7911 123456', 'GB'],
	['(555) 010-0042', ''],
	['32665', 'US'],
	['010-0042', 'US'],
	['+1 555 010 00421', ''],
	['+999 123 4567', ''],
	['+1 555 010 0042 ext. 7', ''],
	['030 1234 / 030 4321', 'DE'],
	['06 1234567-8', 'IT'],
	['+(646) 253-0000', 'US'],
	['49 1512 3456', 'DE'],
	['1.55501E+10', 'US'],
	['call me', 'US'],
];

/** How numbers are read, as the node itself reads them. */
export function phoneTable(): string {
	return markdownTable(
		['Written', 'Default Country', 'Read as'],
		written.map(([text, country]) => [`\`${text}\``, country, readAs(text, country)]),
	);
}

function readAs(text: string, country: string): string {
	try {
		const refuse = (what: string) => {
			throw new Error(what.replace(`: "${text}"`, ''));
		};
		return `\`${asPhone(text, country, refuse)}\``;
	} catch (error) {
		return `refused: it ${(error as Error).message}`;
	}
}
