import { Collection } from '../../../../nodes/VoiceSms/fields/read/collection';
import {
	checkAhead,
	leftOf,
	limitWaitTime,
	readLimit,
} from '../../../../nodes/VoiceSms/operations/question/limit';
import { untyped } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';

const readSaved = (saved: object) =>
	readLimit(
		new Collection(untyped(saved), [limitWaitTime], (label, what) => {
			throw new Error(`'${label}' ${what}`);
		}),
		'Europe/Berlin',
	);
const read = (values: object) => readSaved({ limitWaitTime: { values } });
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

	it.each<[string, object, object | undefined]>([
		['added, as older n8n saves it', { limitWaitTime: {} }, { afterMs: 45 * minute }],
		['added without values', { limitWaitTime: { values: {} } }, { afterMs: 45 * minute }],
		['added with no values', { limitWaitTime: { values: null } }, { afterMs: 45 * minute }],
		['a list without values', { limitWaitTime: { values: [] } }, { afterMs: 45 * minute }],
		[
			'without its group',
			{ limitWaitTime: { resumeAmount: 5, resumeUnit: 'minutes' } },
			{ afterMs: 5 * minute },
		],
		['in a list', { limitWaitTime: { values: [{ resumeAmount: 3 }] } }, { afterMs: 180 * minute }],
		['not added', {}, undefined],
		['an expression that gives nothing', { limitWaitTime: null }, undefined],
	])('%s', (_name, saved, limit) => {
		expect(readSaved(saved)).toStrictEqual(limit);
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
