import { contactCreated } from '../../../../nodes/VoiceSms/trigger/events';
import { Lists, pollOf } from '../../../harness/service/lists';

const start = Date.parse('2026-06-01T12:00:00Z');

it('Contact Created reads ten minutes back at its baseline', async () => {
	const contacts = Array.from({ length: 300 }, (_, index) => ({
		id: String(index),
		createdAt: new Date(start - index * 6_000).toISOString(),
	}));
	const lists = new Lists({ '/api/contacts': contacts });
	await contactCreated.start(pollOf({ api: lists.api }));
	// Page 3 is the first that holds a contact more than ten minutes older than the newest.
	expect(lists.asked).toEqual([1, 2, 3, 4].map((page) => `/api/contacts ${page}`));
});
