import { contains, plainText } from '../../../nodes/VoiceSms/util/sameWords';

const record = {
	name: 'José Núñez',
	phone: '+15552002499',
	visits: 42,
	tags: ['vip'],
	email: null,
};

it.each([
	['+1 (555) 200-2499', true],
	['JOSE', true],
	['nunez', true],
	['42', true],
	['', true],
	['+', true],
	['vip', false],
	['null', false],
	['2500', false],
])('a record with a phone number, a name and a count contains "%s": %s', (search, found) => {
	expect(contains(record, search)).toBe(found);
});

it.each(['move - my appointment', 'move \u200B my appointment', 'Move  my appointment'])(
	'%j is plain text with single spaces',
	(text) => {
		expect(plainText(text)).toBe('move my appointment');
	},
);
