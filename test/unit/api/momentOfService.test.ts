import { momentOfService } from '../../../nodes/VoiceSms/api/unstated';

it.each([
	['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
	['2026-01-31T09:00:00.5+02:00', '2026-01-31T07:00:00.500Z'],
	['2026-01-31T09:00:00-0500', '2026-01-31T14:00:00.000Z'],
	['2026-01-31T09:00:00', '2026-01-31T09:00:00.000Z'],
	['2026-01-31T09:00:00.123456', '2026-01-31T09:00:00.123Z'],
	[' 2026-01-31 09:00 ', '2026-01-31T09:00:00.000Z'],
	['2026-01-31', '2026-01-31T00:00:00.000Z'],
])('%s is %s in any time zone of the computer', (time, expected) => {
	expect(new Date(momentOfService(time)).toISOString()).toBe(expected);
});

it.each(['', 'soon', '2026-13-01T00:00:00'])('%j is no time', (time) => {
	expect(momentOfService(time)).toBeNaN();
});
