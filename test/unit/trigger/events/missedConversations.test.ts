import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import { smsReceived } from '../../../../nodes/VoiceSms/trigger/events/smsReceived';
import { Phone } from '../../../harness/service/conversations';
import { pollOf } from '../../../harness/service/lists';

const failures: Array<Failure | number> = [403, 404, 410, 500, { cause: 'lost' }];
/** Conversations of the list: the test breaks the first ones, and the last is always readable. */
const [breakable, all] = [4, 60];

type Step =
	| { do: 'receive'; which: number; late: boolean }
	| { do: 'answer'; which: number }
	/** More conversations than stand on a page get a message. */
	| { do: 'flood' }
	| { do: 'break'; which: number; failure: Failure | number }
	| { do: 'mend'; which: number }
	| { do: 'poll'; hurried: boolean };

const which = fc.nat(breakable - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			do: fc.constant('receive' as const),
			which: fc.oneof(which, fc.nat(all - 1)),
			late: fc.boolean(),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('answer' as const), which }) },
	fc.record({ do: fc.constant('flood' as const) }),
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant('break' as const),
			which,
			failure: fc.constantFrom(...failures),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('mend' as const), which }) },
	{ weight: 6, arbitrary: fc.record({ do: fc.constant('poll' as const), hurried: fc.boolean() }) },
);

/** Plays the steps; then all conversations are readable, and two polls give out what is left. */
async function play(steps: Step[], broken: Array<[number, Failure | number]>) {
	const phone = new Phone();
	for (let at = 0; at < all; at++) phone.add(`c${at}`, at);
	const old = phone.add('c1', all);
	for (const [place, failure] of broken) phone.failing.set(`c${place}`, failure);
	const poll = pollOf({ api: phone.api });
	let cursor = await smsReceived.start(poll);
	let turn = 0;
	const [came, givenOut]: [string[], unknown[]] = [[], []];
	const once = async (hurried = false) => {
		const saved = JSON.stringify(smsReceived.saveCursor(cursor));
		const more = hurried ? { bound: 1, mayStart: () => false } : {};
		const read = smsReceived.readCursor(JSON.parse(saved) as IDataObject)!;
		try {
			const polled = (await smsReceived.poll({ ...poll, ...more, turn: turn++ }, read))!;
			({ cursor } = polled);
			givenOut.push(...polled.items.map(({ json }) => json.id));
			return polled.items.length;
		} catch (error) {
			// All that had news failed for a general reason: n8n keeps the state from before.
			expect((error as Error).message).toMatch(/HTTP 403|was lost/);
			cursor = smsReceived.readCursor(JSON.parse(saved) as IDataObject)!;
			return 0;
		}
	};
	let now = all + 1;
	for (const one of steps) {
		now += 0.5;
		if (one.do === 'poll') await once(one.hurried);
		else if (one.do === 'mend') phone.failing.delete(`c${one.which}`);
		else if (one.do === 'break') phone.failing.set(`c${one.which}`, one.failure);
		else if (one.do === 'answer') {
			phone.add(`c${one.which}`, now, { id: `answer ${now}`, direction: 'OUTBOUND' });
		} else if (one.do === 'receive') {
			// Late by less than a step, before the answer that came in the meantime.
			const late = one.late ? 0.4 : 0;
			if (one.late)
				phone.add(`c${one.which}`, now - 0.1, { id: `a ${now}`, direction: 'OUTBOUND' });
			const id = phone.add(`c${one.which}`, now - late);
			came.push(id);
		} else {
			for (let at = breakable; at < all; at++) came.push(phone.add(`c${at}`, now + at / 6_000));
			// Whatever is older than the overlap must be looked for.
			now += 15;
		}
	}
	phone.failing.clear();
	await once();
	return { old, came, givenOut, last: await once(), log: poll.log };
}

it('each message comes out once, whichever conversations cannot be read in between', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { maxLength: 30 }),
			fc.array(fc.tuple(which, fc.constantFrom(...failures)), { maxLength: 2 }),
			async (steps, broken) => {
				const { came, givenOut, last } = await play(steps, broken);
				expect([...givenOut].sort()).toStrictEqual([...came].sort());
				expect(last).toBe(0);
			},
		),
		{ numRuns: Number(process.env.RUNS ?? 50) },
	);
}, 600_000);
