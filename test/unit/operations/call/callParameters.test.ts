import { callCreate } from '../../../../nodes/VoiceSms/operations/call/create';
import { callGetAnalytics } from '../../../../nodes/VoiceSms/operations/call/getAnalytics';
import { itemOf } from '../../../harness/n8n/fields';

it.each([
	['on the same day', '2026-01-31', '2026-01-31', undefined],
	['a second earlier', '2026-01-31T12:00:00Z', '2026-01-31T12:00:01Z', undefined],
	['at the same moment', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z', 'the same time as'],
	[
		'at that of another zone',
		'2026-01-31T13:00:00+01:00',
		'2026-01-31T12:00:00Z',
		'the same time as',
	],
	['a second later', '2026-01-31T12:00:01Z', '2026-01-31T12:00:00Z', 'after'],
])('statistics that start %s as they end: %s, %s, %s', (_name, startDate, endDate, is) => {
	const read = () =>
		callGetAnalytics.read(
			itemOf(callGetAnalytics.fields, { dateRange: 'custom', startDate, endDate }),
		);
	if (is === undefined) expect(read()).toHaveProperty('start');
	else expect(read).toThrow(`'Start Date' is ${is} 'End Date'`);
});

it('how a call is waited for does not make it another call', () => {
	const call = { toNumber: '+15550100042', fromNumber: '+15550100001' };
	const end = { waiting: { intervalMs: 5000, limitMs: 60_000 } };
	expect(callCreate.request?.({ call, end }, {})).toStrictEqual(call);
});
