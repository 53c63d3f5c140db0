import { smsReceived } from '../../../../nodes/VoiceSms/trigger/events/smsReceived';
import type { Poll } from '../../../../nodes/VoiceSms/trigger/event';
import { list, Phone } from '../../../harness/service/conversations';
import { errorOf, pollOf } from '../../../harness/service/lists';
import { statusesOfAll } from '../../../harness/service/statuses';

describe('a conversation that alone is to be read', () => {
	/** Its messages answer so when it has a new one; gives why the poll fails. */
	const read = async (answer: () => Promise<never>, more: Partial<Poll> = {}) => {
		const phone = new Phone();
		phone.add('a', 0);
		const cursor = await smsReceived.start(pollOf({ api: phone.api }));
		const newest = phone.add('a', 1);
		const api: typeof phone.api = {
			...phone.api,
			page: async (of, page) =>
				of.path === list ? await phone.api.page!(of, page) : await answer(),
		};
		const poll = pollOf({ api, ...more });
		const polled = (await smsReceived.poll(poll, cursor))!;
		expect(polled.items).toEqual([]);
		// It is left to the next poll.
		const next = (await smsReceived.poll(pollOf({ api: phone.api }), polled.cursor))!;
		expect(next.items.map(({ json }) => json.id)).toEqual([newest]);
		return poll.failures.map(({ message }) => message);
	};

	it.each([404, 500])('does not fail the poll with HTTP %i', async (status) => {
		expect(await read(async () => await Promise.reject(errorOf(status)))).toEqual([]);
	});

	it.each(statusesOfAll)('fails the poll with HTTP %i', async (status) => {
		const error = errorOf(status);
		expect(await read(async () => await Promise.reject(error))).toEqual([error.message]);
	});

	it('fails the poll when it has not answered as what is left goes to the next poll', async () => {
		const silent = read(async () => await new Promise(() => {}), { closing: Promise.resolve() });
		expect(await silent).toEqual(['The service did not answer in time']);
	});
});
