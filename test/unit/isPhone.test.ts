import { isPhone } from '../../nodes/VoiceSms/fields/phone';

it.each<[unknown, string, string, boolean]>([
	['+15550100001', '+15550100001', '', true],
	['+1 (555) 010-0001', '+15550100001', '', true],
	['15550100001', '+15550100001', '', true],
	['0015550100001', '+15550100001', '', true],
	['+49 (0)30 123456', '+4930123456', '', true],
	['(555) 010-0001', '+15550100001', 'US', true],
	[15550100001, '+15550100001', '', true],
	['12345', '12345', 'US', true],
	['(555) 010-0001', '+15550100001', '', false],
	['+15550100002', '+15550100001', 'US', false],
	['front desk', '+15550100001', 'US', false],
	['', '+15550100001', 'US', false],
	[null, '+15550100001', 'US', false],
	[undefined, '+15550100001', 'US', false],
])('whether the number %p of a record is %s, in the country "%s": %s', (...row) => {
	const [written, phone, country, expected] = row;
	expect(isPhone(written, phone, country)).toBe(expected);
});
