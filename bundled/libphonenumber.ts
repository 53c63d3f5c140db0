/** What the node needs of libphonenumber-js. The build puts it into the package, which may have no dependency. */
export {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString as parsePhoneNumber,
	validatePhoneNumberLength,
	type CountryCode,
	type PhoneNumber,
} from 'libphonenumber-js/min';
/** By the whole of the numbering plans, with the type; `isValid` of the numbers above goes by an outline of them. */
export { parsePhoneNumberFromString as parseByPlan } from 'libphonenumber-js/max';
