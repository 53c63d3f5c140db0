/**
 * Countries whose short codes have so many digits (Google's libphonenumber, ShortNumberMetadata).
 * Left out are three digits, which are emergency and service lines, and the lengths of whole phone
 * numbers in Luxembourg, Saint Helena, and Saint Pierre and Miquelon; in Eritrea, six digits, which
 * are emergency lines, too.
 */
const countries: Record<number, string> = {
	4: 'AE AL AM AR AT AU AZ BA BD BE BI BJ BL BR CF CH CI CL CM CN CR CZ DE DK DZ EE ES FO FR GA GB GF GG GH GI GP GT GY HK HR HU IE IL IN IQ IR IS IT JE KE KG KI KR KZ LI LK LR LU LV MD ME MF MK ML MQ MU MV MX MY MZ NA NC NI NL NO NP NZ OM PG PK PS PT QA RO RS SA SC SE SG SI SK SN SR TG TH TR TW UA US UY ZA',
	5: 'AF AL AM AR AS AT AU AX BA BD BH BO BR BT BW CA CD CH CL CN CO CZ DE DK EE EG ES FI FJ FR GB GE GG GH GI GN GR GT HK HN HR HT HU ID IE IL IM IN IQ IR IT JO KE KH KR KW KZ LU LV MD ME ML MU MW MX MY NA NG NO PG PL QA RO RS SA SE SG SI SJ SK SL SN SV TR TZ UA US UY UZ ZA ZW',
	6: 'AL AT AU BA BE BG BL BR CA CH CN CO CU CY CZ DE DK EE ES FI FM FR GB GF GG GI GP GR HK HR HU ID IE IM IN IR IS IT JE LT LV MD ME MF MK MQ MT NE NL NO PG PL PT PY RO RS SA SE SI SK SN SV UA US',
};

/** Emergency numbers with more than three digits (the same source). */
const emergency =
	/^(1122|1220|1298|13\d\d|1444|1669|1730|2611|9999|10111|10177|90000|320221|723141)$/;

/**
 * Whether a text is a code of four to six digits such as messages are sent to, in a country that has
 * codes so long. Example: 32665 in the US; 82228 in Germany.
 *
 * @param country in two letters; '' for none, which has no codes
 */
export function isShortCode(text: string, country: string): boolean {
	if (!/^[1-9]\d{3,5}$/.test(text) || emergency.test(text)) return false;
	return country !== '' && countries[text.length].split(' ').includes(country);
}
