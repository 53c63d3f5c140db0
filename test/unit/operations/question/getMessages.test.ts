import { searched as conversation } from '../../../../nodes/VoiceSms/operations/sms/getMessages';

it.each([
	['Ada', 'Ada (over +15550100001, active, ID s1)'],
	['  Ada ', 'Ada (over +15550100001, active, ID s1)'],
	[' ', 'Without a name (over +15550100001, active, ID s1)'],
	[null, 'Without a name (over +15550100001, active, ID s1)'],
	[undefined, 'Without a name (over +15550100001, active, ID s1)'],
])('among several, a conversation with the name %s is "%s"', (customerName, named) => {
	const record = { id: 's1', customerName, companyPhone: '+15550100001', status: 'active' };
	expect(conversation.named(record)).toBe(named);
});
