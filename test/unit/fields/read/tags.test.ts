import {
	asTag,
	asTags,
	hasTag,
	hasTagLike,
	tagsOf,
} from '../../../../nodes/VoiceSms/fields/read/tags';
import { isNothing } from '../../../../nodes/VoiceSms/fields/read/values';
import { untyped } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';

const refuse = (what: string): never => {
	throw new Error(what);
};
const hasStored = (tags: unknown, tag: string) => hasTag({ tags: untyped(tags) }, tag);

describe('several tags', () => {
	it.each<[string, unknown]>([
		['commas', 'no-sms, vip'],
		['semicolons', 'no-sms; vip'],
		['line ends', 'no-sms\nvip'],
		['line ends of Windows', 'no-sms\r\nvip\r\n'],
		['line and paragraph separators', 'no-sms\u2028\u2029vip'],
		['bars', 'no-sms | vip'],
		['Japanese commas', 'no-sms、vip'],
		['full-width commas', 'no-sms，vip'],
		['full-width semicolons', 'no-sms；vip'],
		['full-width bars', 'no-sms｜vip'],
		['tabs of a spreadsheet', 'no-sms\tvip'],
		['line breaks of Word', 'no-sms\u000Bvip'],
		['half-width commas', 'no-sms､vip'],
		['Arabic commas', 'no-sms، vip'],
		['Arabic semicolons', 'no-sms؛ vip'],
		['empty entries between them', ' ,no-sms,; \n vip , '],
		['quotation marks around each', '"no-sms", "vip"'],
		['quotation marks around all', '"no-sms, vip"'],
		['quotation marks around one with a comma', 'no-sms, "vip,"'],
		['quotation marks of a phone around all', '“no-sms, vip”'],
		['quotation marks of a phone', '“no-sms”, “vip”'],
		['apostrophes around each', "'no-sms','vip'"],
		['apostrophes of a phone', '‘no-sms’; ‘vip’'],
		['German quotation marks', '„no-sms“, ‚vip‘'],
		['French quotation marks', '« no-sms », ‹vip›'],
		['grave accents', '`no-sms`, `vip`'],
		['JSON', '["no-sms", "vip"]'],
		['JSON with a text of both', '["no-sms; vip"]'],
		['a list', ['no-sms', 'vip']],
		['a list with a text of both', ['no-sms; vip']],
	])('with %s are the same in a field and at the service', (_name, tags) => {
		expect(asTags(tags, refuse)).toStrictEqual(['no-sms', 'vip']);
		for (const tag of ['no-sms', 'VIP']) expect(hasStored(tags, tag)).toBe(true);
		expect(hasStored(tags, 'no-sms; vip')).toBe(false);
		expect(() => asTag(tags, refuse)).toThrow(`${said.severalTags}: "no-sms, vip"`);
	});
});

describe('one tag', () => {
	it.each<[unknown, string]>([
		['no-sms', 'no-sms'],
		[' no-sms; ', 'no-sms'],
		['"no-sms"', 'no-sms'],
		['["no-sms"]', 'no-sms'],
		['[VIP]', '[VIP]'],
		['[2026] Leads', '[2026] Leads'],
		['[VIP] Gold', '[VIP] Gold'],
		['Leads [2026]', 'Leads [2026]'],
		['TV 55"', 'TV 55"'],
		['Ada "The Great"', 'Ada "The Great"'],
		['"The Great" Ada', '"The Great" Ada'],
		[['TV 55"'], 'TV 55"'],
		[['[VIP]'], '[VIP]'],
		['{VIP}', '{VIP}'],
		['Ada "Ace" Smith', 'Ada "Ace" Smith'],
		['“Ada "Ace" Smith”', 'Ada "Ace" Smith'],
		["'90s kids’ club", "'90s kids’ club"],
		['‘', '‘'],
		['a/b (c) & d. e:f', 'a/b (c) & d. e:f'],
		[7, '7'],
		[[7], '7'],
	])('%j is %s in a field and at the service', (tags, tag) => {
		expect(asTags(tags, refuse)).toStrictEqual([tag]);
		expect(asTag(tags, refuse)).toBe(tag);
		if (typeof tags !== 'number') expect(hasStored(tags, tag)).toBe(true);
	});
});

it.each<[string, string[]]>([
	['TV 55", "Big, one"', ['TV 55"', 'Big', 'one']],
	['TV 55", vip', ['TV 55"', 'vip']],
	['"TV 55", vip', ['TV 55', 'vip']],
	['"vip", TV 55"', ['vip', 'TV 55"']],
	['Ada "The Great", vip', ['Ada "The Great"', 'vip']],
	['5\'2", 6\'1"', ['5\'2"', '6\'1"']],
	['Ada\'s, "Bo\'s"', ["Ada's", "Bo's"]],
	['"vip', ['"vip']],
	['vip", "no-sms"', ['vip"', 'no-sms']],
])('%s are tags in a field and at the service', (tags, wanted) => {
	expect(asTags(tags, refuse)).toStrictEqual(wanted);
	for (const tag of wanted) expect(hasStored(tags, tag)).toBe(true);
});

it.each(['"no-sms', 'no-sms"', 'vip", "no-sms', '“no_sms'])(
	'a quotation mark of a stored tag that lacks its pair, %s, hides no skip tag',
	(tags) => {
		expect(hasTagLike({ tags }, 'no-sms')).toBe(true);
	},
);

it.each(['', ' ', ',', ', ;', '\n', '[]', [], [''], [null]])('%j is no tag', (tags) => {
	expect(asTags(tags, refuse)).toStrictEqual([]);
	if (isNothing(tags)) expect(asTag(tags, refuse)).toBe('');
	else expect(() => asTag(tags, refuse)).toThrow(said.onlyCommas);
	if ([tags].flat().includes(null)) return;
	expect(tagsOf({ tags: untyped(tags) })?.flatMap((tag) => asTags(tag, refuse))).toStrictEqual([]);
});

it.each<[unknown]>([
	['["vip"'],
	['["vip", "no-sms'],
	['["vip'],
	['"vip", "no-sms"]'],
	['no-sms"]'],
	['[vip, no-sms]'],
	['{"name": "vip"}'],
	['{"name": "vip"'],
	['[{"name": "vip"}'],
	[['{"name":"vip"}']],
	[['["vip"']],
])('a part of JSON, %j, is refused in a field and cannot be read at the service', (tags) => {
	expect(() => asTags(tags, refuse)).toThrow(said.noTags);
	expect(() => asTag(tags, refuse)).toThrow(said.noTags);
	expect(tagsOf({ tags: untyped(tags) })).toBeUndefined();
});

it('a number that has lost digits is no tag', () => {
	const long = Number('12345678901234567');
	for (const tags of [long, [long], '[12345678901234567]']) {
		expect(() => asTags(tags, refuse)).toThrow(said.moreDigits);
	}
});
