import type { IDataObject } from 'n8n-workflow';

import { lastedMs, mayBeMissed } from '../../../../nodes/VoiceSms/trigger/events/callMissed';

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
