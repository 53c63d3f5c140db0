import {
	calls,
	contacts,
	conversations,
	filtered,
	messagesOf,
} from '../../../nodes/VoiceSms/api/endpoints';

it('a list asks for the most records of a page that the interface documents', () => {
	expect(contacts.pageSize).toBe(100);
	expect(conversations.pageSize).toBe(50);
	expect(calls.pageSize).toBeUndefined();
	expect(messagesOf('a/b')).toEqual({ path: '/api/sms/a%2Fb/messages', key: 'messages' });
});

it('filters that are set go with a list, and none makes it no other', () => {
	expect(filtered(contacts, { search: 'Ada', source: '', tags: undefined })).toEqual({
		...contacts,
		query: { search: 'Ada' },
	});
	expect(filtered(contacts, { search: '', tags: undefined })).toBe(contacts);
});
