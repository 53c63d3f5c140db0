import { numberLane } from '../../nodes/VoiceSms/operations/numberLane';

it.each([
	'+15550100042',
	'+1 555 010 0042',
	'+1 (555) 010-0042',
	'0015550100042',
	'00 1 555.010.0042',
	'15550100042',
	' +15550100042\u00a0',
])('"%s" is one lane with its other spellings', (number) => {
	expect(numberLane(number)).toBe('15550100042');
});

it.each([
	['+15550100042', '+15550100043'],
	['ACME', 'BCME'],
	['', 'x'],
	['0', '00'],
])('"%s" and "%s" are two lanes', (one, other) => {
	expect(numberLane(one)).not.toBe(numberLane(other));
});
