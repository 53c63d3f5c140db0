import type { IDataObject } from 'n8n-workflow';

import { callMissed } from '../../../../nodes/VoiceSms/trigger/events/callEnded';

const noon = '2026-06-01T12:00:00.000Z';
const aMinuteLater = '2026-06-01T12:01:00.000Z';
const inbound = { direction: 'INBOUND', status: 'ENDED', createdAt: noon };
const aMinute = { startTimestamp: noon, endTimestamp: aMinuteLater };

it.each<[string, IDataObject, boolean]>([
	['that lasted no time', { durationMs: 0 }, true],
	['that lasted no time, whatever its times are', { ...aMinute, durationMs: 0 }, true],
	['that lasted no time, as text', { ...aMinute, durationMs: '0' }, true],
	['that lasted', { durationMs: 1 }, false],
	['that lasted, as text', { durationMs: ' 9000 ' }, false],
	['of which the service shows no time', {}, true],
	['with a start alone', { startTimestamp: noon }, true],
	['with an end alone', { endTimestamp: noon }, true],
	['with a time that is none', { startTimestamp: noon, endTimestamp: 'later' }, true],
	['without a duration, of a minute', aMinute, false],
	...[null, '', 'long', '9 s', -1, true, {}, []].map(
		(durationMs): [string, IDataObject, boolean] => [
			`of a minute, with the duration ${JSON.stringify(durationMs)}`,
			{ ...aMinute, durationMs } as IDataObject,
			false,
		],
	),
	['over in the same millisecond', { startTimestamp: noon, endTimestamp: noon }, true],
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
])('a call %s may be missed: %j %s', (_, call, expected) => {
	expect(callMissed.only?.({ ...inbound, ...call })).toBe(expected);
});
