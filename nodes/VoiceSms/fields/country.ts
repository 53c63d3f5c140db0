import type { INodePropertyOptions } from 'n8n-workflow';

import { getCountries, getCountryCallingCode } from '../../../bundled/libphonenumber';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Countries by their English names, each with its calling code; first none. */
export const countryOptions: INodePropertyOptions[] = [
	{ name: 'None', value: '', description: 'Every number has its country code' },
	...getCountries()
		.map((value) => ({ name: `${names.of(value)} (+${getCountryCallingCode(value)})`, value }))
		.sort((a, b) => a.name.localeCompare(b.name)),
];
