import { afterPoll } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/pagesInTurn';

/** Of a list of five pages, page 1 and pages 3 and 4 were read. */
const turn = { first: 3, last: 4, until: 1000, pages: 5, total: 50 };
const next = { first: 5, last: 5, until: 3000, pages: 5, total: 50 };

it.each<[string, object, boolean, object]>([
	['the next page is read', {}, true, { turn: { ...turn, last: 5 } }],
	['it is not read', {}, false, { turn: next }],
	['the list has another page meanwhile', { pages: 6 }, true, { turn: { ...next, pages: 6 } }],
	['a record was deleted', { total: 49 }, true, { turn: { ...next, total: 49 } }],
	['a record was added', { total: 51 }, true, { turn: { ...turn, last: 5, total: 51 } }],
	['a page was left out', { first: 6 }, true, { turn: { ...next, first: 6 } }],
	['the whole list is two pages', { pages: 2 }, true, { readUntil: 3000 }],
])('the turns go on, or begin anew, where %s', (_name, now, isRead, expected) => {
	expect(afterPoll(turn, { ...next, ...now }, isRead)).toMatchObject(expected);
});

it('the list is read up to the beginning of the turns when its last page is', () => {
	const last = { ...turn, last: 6 };
	const now = { ...next, first: 7, last: 7 };
	expect(afterPoll(last, now, true)).toStrictEqual({ turn: now, readUntil: turn.until });
	expect(afterPoll(last, { ...now, pages: 6 }, true)).toStrictEqual({ turn: { ...now, pages: 6 } });
});
