import { searchTexts } from '../../../../nodes/VoiceSms/fields/phone/storedPhone';

test.each<[string, string, string[]]>([
	['Nathan', 'US', ['Nathan']],
	['', 'US', ['']],
	['nathan5552002493@example.com', 'US', ['nathan5552002493@example.com']],
	['+15552002493', '', ['+15552002493']],
	['+1 (555) 200-2493', '', ['+15552002493', '+1 (555) 200-2493']],
	['(202) 555-0143', 'US', ['+12025550143', '(202) 555-0143']],
	['030 901820', 'DE', ['+4930901820', '030 901820']],
	['(555) 200-2493', '', ['5552002493', '(555) 200-2493']],
	['030 901820', '', ['30901820', '030 901820']],
	['5552002493', '', ['5552002493']],
	['200-24', 'US', ['200-24']],
])('%j is searched in "%s" as %j', (written, country, texts) => {
	expect(searchTexts(written, country)).toStrictEqual(texts);
});
