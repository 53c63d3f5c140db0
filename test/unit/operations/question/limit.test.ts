import { Collection } from '../../../../nodes/VoiceSms/fields/read/collection';
import {
	checkAhead,
	leftOf,
	limitWaitTime,
	readLimit,
} from '../../../../nodes/VoiceSms/operations/question/limit';
import { untyped } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';

const read = (values: object) =>
	readLimit(
		new Collection(untyped({ limitWaitTime: { values } }), [limitWaitTime], (label, what) => {
			throw new Error(`'${label}' ${what}`);
		}),
		'Europe/Berlin',
	);
const minute = 60_000;

describe('the limit of the wait for an answer', () => {
	it.each([
		[{ resumeAmount: 20, resumeUnit: 'minutes' }, 20 * minute],
		[{ resumeAmount: '1.5', resumeUnit: 'hours' }, 90 * minute],
		[{ resumeAmount: 2 }, 120 * minute],
		[{ resumeUnit: 'days' }, 24 * 60 * minute],
		[{ resumeAmount: 300_000, resumeUnit: 'days' }, 300_000 * 24 * 60 * minute],
	])('is of %j, in milliseconds, %i', (values, afterMs) => {
		expect(read(values)).toStrictEqual({ afterMs });
	});

	it('is a time in the time zone of the workflow', () => {
		const values = { limitType: 'atSpecifiedTime', maxDateAndTime: '2026-06-01T12:00:00' };
		expect(read(values)).toStrictEqual({ at: Date.UTC(2026, 5, 1, 10) });
	});

	it.each([
		[{ resumeAmount: 0 }, "'Amount' must be a number above 0"],
		[{ resumeAmount: ' ' }, "'Amount' must be a number above 0"],
		[{ resumeAmount: 'soon' }, "'Amount' must be a number above 0"],
		[{ resumeAmount: 300_001, resumeUnit: 'days' }, "'Amount' must be at most 300000 days"],
		[{ limitType: 'atSpecifiedTime', maxDateAndTime: '' }, `'Max Date and Time' ${said.empty}`],
	])('cannot be %j', (values, why) => {
		expect(() => read(values)).toThrow(why);
	});

	it('must be ahead', () => {
		expect(leftOf({ at: 5000 }, 2000)).toBe(3000);
		expect(leftOf({ afterMs: 5000 }, 2000)).toBe(5000);
		expect(() => checkAhead({ at: 2000 }, 2000)).toThrow('is in the past');
		expect(() => checkAhead({ at: 2001 }, 2000)).not.toThrow();
		expect(() => checkAhead(undefined, 2000)).not.toThrow();
	});
});
