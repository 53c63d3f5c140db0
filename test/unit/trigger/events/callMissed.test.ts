import type { IDataObject } from 'n8n-workflow';

import {
	callMissed,
	lastedMs,
	mayBeMissed,
} from '../../../../nodes/VoiceSms/trigger/events/callMissed';
import { ChosenFilters } from '../../../../nodes/VoiceSms/trigger/filters';
import { Lists, pollOf } from '../../../harness/service/lists';

const path = '/api/calls';
const noon = '2026-06-01T12:00:00.000Z';
const aMinuteLater = '2026-06-01T12:01:00.000Z';
const inbound = { direction: 'INBOUND', status: 'ENDED', createdAt: noon };

describe('how long a call lasted', () => {
	it.each<[string, IDataObject, number | undefined]>([
		['its duration', { durationMs: 9_000 }, 9_000],
		['no time', { durationMs: 0 }, 0],
		['its duration as text', { durationMs: ' 9000 ' }, 9_000],
		['no time as text', { durationMs: '0' }, 0],
		[
			'its duration, whatever its times are',
			{ durationMs: 0, startTimestamp: noon, endTimestamp: aMinuteLater },
			0,
		],
		['its times', { startTimestamp: noon, endTimestamp: aMinuteLater }, 60_000],
		[
			'its times, if the duration is null',
			{ durationMs: null, startTimestamp: noon, endTimestamp: aMinuteLater },
			60_000,
		],
		...(['', 'long', '9 s', -1, true, {}, []] as const).map(
			(durationMs): [string, IDataObject, number] => [
				`its times, if the duration is ${JSON.stringify(durationMs)}`,
				{ durationMs, startTimestamp: noon, endTimestamp: aMinuteLater } as IDataObject,
				60_000,
			],
		),
		['nothing at all', {}, undefined],
		['a start alone', { startTimestamp: noon }, undefined],
		['an end alone', { endTimestamp: noon }, undefined],
		['a time that is none', { startTimestamp: noon, endTimestamp: 'later' }, undefined],
	])('is known by %s', (_, call, expected) => {
		expect(lastedMs(call)).toBe(expected);
	});
});

describe('a call', () => {
	it.each<[string, IDataObject, boolean]>([
		['that lasted no time', { durationMs: 0 }, true],
		['that lasted', { durationMs: 1 }, false],
		['of which the service shows no time', {}, true],
		[
			'without a duration, over in the same millisecond',
			{ startTimestamp: noon, endTimestamp: noon },
			true,
		],
		[
			'without a duration, of a minute',
			{ startTimestamp: noon, endTimestamp: aMinuteLater },
			false,
		],
		['that ended before it began', { startTimestamp: aMinuteLater, endTimestamp: noon }, true],
		['that failed', { status: 'ERROR' }, true],
		['that failed after a talk', { status: 'ERROR', durationMs: 9_000 }, true],
		['that rings', { status: 'REGISTERED' }, true],
		['under way', { status: 'ONGOING', durationMs: 9_000 }, true],
		['of an unknown status', { status: 'PAUSED' }, true],
		['that the company made', { direction: 'OUTBOUND', durationMs: 0 }, false],
		['that the company makes', { direction: 'OUTBOUND', status: 'ONGOING' }, false],
		['that the company made in vain', { direction: 'OUTBOUND', status: 'ERROR' }, false],
		['of an unknown direction', { direction: undefined, durationMs: 0 }, false],
	])('%s may be missed: %j %s', (_, call, expected) => {
		expect(mayBeMissed({ ...inbound, ...call })).toBe(expected);
	});
});

describe('Call Missed', () => {
	/** The event at a service with these calls; what is added comes to the top of the list. */
	function triggerAt(calls: IDataObject[]) {
		const lists = new Lists({ [path]: calls });
		const filters = new ChosenFilters(callMissed.filters, {}, callMissed.only);
		const fields = { flag: () => false } as never;
		return { lists, current: pollOf({ api: lists.api, fields, filters }) };
	}
	const idsOf = (calls: Array<{ id: string }>) => calls.map(({ id }) => id);

	it('follows inbound calls alone, and gives out those that reached nobody', async () => {
		const underWay = { ...inbound, status: 'ONGOING' };
		const { lists, current } = triggerAt([
			{ ...underWay, id: 'talk' },
			{ ...underWay, id: 'missed' },
			{ ...underWay, id: 'made', direction: 'OUTBOUND' },
		]);
		const cursor = await callMissed.start(current);
		expect(idsOf(cursor.followed).sort()).toEqual(['missed', 'talk']);
		const [talk, missed] = lists.records[path];
		Object.assign(talk, { status: 'ENDED', durationMs: 9_000 });
		Object.assign(missed, { status: 'ENDED', durationMs: 0 });
		const { items, cursor: after } = await callMissed.poll(current, cursor);
		expect(items.map(({ json }) => json.id)).toEqual(['missed']);
		expect(after.followed).toEqual([]);
		expect((await callMissed.poll(current, after)).items).toEqual([]);
		expect(current.log).toEqual([]);
	});

	it('remembers a call with a talk: it is not missed when its record changes later', async () => {
		const { lists, current } = triggerAt([]);
		const cursor = await callMissed.start(current);
		const talk: IDataObject = { ...inbound, id: 'talk', durationMs: 9_000 };
		lists.records[path].unshift(talk);
		const { items, cursor: after } = await callMissed.poll(current, cursor);
		expect(items).toEqual([]);
		talk.durationMs = 0;
		talk.status = 'ERROR';
		expect((await callMissed.poll(current, after)).items).toEqual([]);
	});

	it('gives out a call once, if its duration comes later than its end', async () => {
		const { lists, current } = triggerAt([]);
		const cursor = await callMissed.start(current);
		const call: IDataObject = { ...inbound, id: 'call', durationMs: null };
		lists.records[path].unshift(call);
		const { items, cursor: after } = await callMissed.poll(current, cursor);
		expect(items.map(({ json }) => json.id)).toEqual(['call']);
		call.durationMs = 0;
		call.transcript = '';
		expect((await callMissed.poll(current, after)).items).toEqual([]);
	});

	it('shows the last missed call in the editor, never a call with a talk', async () => {
		const { lists, current } = triggerAt([
			{ ...inbound, id: 'talk', durationMs: 9_000, createdAt: aMinuteLater },
			{ ...inbound, id: 'missed', durationMs: 0 },
		]);
		expect(await callMissed.sample(current)).toMatchObject({ json: { id: 'missed' } });
		lists.records[path].pop();
		expect(await callMissed.sample(current)).toBeUndefined();
	});

	it('has no fields of recordings', () => {
		expect([callMissed.fields, callMissed.options]).toEqual([[], []]);
	});
});
