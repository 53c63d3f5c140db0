import { callCreate } from '../../../../nodes/VoiceSms/operations/call/create';
import { callGetAnalytics } from '../../../../nodes/VoiceSms/operations/call/getAnalytics';
import { itemOf } from '../../../harness/n8n/fields';

it.each([
	['on the same day', '2026-01-31', '2026-01-31', true],
	['a second earlier', '2026-01-31T12:00:00Z', '2026-01-31T12:00:01Z', true],
	['at the same moment', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z', false],
	['at that of another zone', '2026-01-31T13:00:00+01:00', '2026-01-31T12:00:00Z', false],
	['a second later', '2026-01-31T12:00:01Z', '2026-01-31T12:00:00Z', false],
])('statistics that start %s as they end, %s to %s: %s', (_name, startDate, endDate, isRange) => {
	const read = () =>
		callGetAnalytics.read(
			itemOf(callGetAnalytics.fields, { dateRange: 'custom', startDate, endDate }),
		);
	if (isRange) expect(read()).toHaveProperty('start');
	else expect(read).toThrow("'Start Date' is not before 'End Date'");
});

it('how a call is waited for does not make it another call', () => {
	const call = { toNumber: '+15550100042', fromNumber: '+15550100001' };
	const end = { waiting: { intervalMs: 5000, limitMs: 60_000 } };
	expect(callCreate.request?.({ call, end }, {})).toStrictEqual(call);
});
