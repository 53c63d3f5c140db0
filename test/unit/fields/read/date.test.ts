import { isoOf, momentOf } from '../../../../nodes/VoiceSms/fields/read/date';

/** Every form of a day, by the day, and the days that do not exist in this form. */
const days: Array<[form: string, day: string, none: string[]]> = [
	[
		'2026-01-31',
		'2026-01-31',
		['2026-00-31', '2026-13-31', '2026-01-00', '2026-02-29', '2026-04-31'],
	],
];
const offsets: Array<[form: string, milliseconds: number]> = [
	['Z', 0],
	['+02:00', -7_200_000],
	['-0330', 12_600_000],
	['+14', -50_400_000],
];
const noOffsets = ['+25:00', '-25:00', '+2500', '+15', '+10:60', '-1060', '+99'];
const noTimes = ['24', '24:00', '2400', '24:00:00', '25:00', '10:60', '1060', '10:00:60', '100060'];

const read = (text: string) => momentOf(text, 'UTC');
const readTimes = (texts: string[]) => texts.filter((text) => isoOf(text, 'UTC') !== undefined);

describe.each(days)('a date such as %s', (form, day, none) => {
	const start = Date.parse(day);

	it('is this day, and a time of it', () => {
		expect(read(form)).toBe(start);
		for (const [offset, milliseconds] of offsets) {
			const at = start + 9.5 * 3_600_000 + milliseconds;
			expect([offset, read(`${form}T09:30${offset}`)]).toStrictEqual([offset, at]);
			expect([offset, read(`${form}T09:30:00.000${offset}`)]).toStrictEqual([offset, at]);
		}
		expect(read(`${form}T00:00`)).toBe(start);
		expect(read(`${form}T23:59:59`)).toBe(start + 86_399_000);
	});

	it('is refused for a day that does not exist', () => {
		expect(
			readTimes(none.flatMap((text) => [text, `${text}T09:30:00Z`, `${text}T09:30`])),
		).toStrictEqual([]);
	});

	it('is refused with a time or an offset that does not exist', () => {
		expect(
			readTimes(noTimes.flatMap((time) => [`${form}T${time}`, `${form}T${time}Z`])),
		).toStrictEqual([]);
		expect(readTimes(noOffsets.map((offset) => `${form}T09:30${offset}`))).toStrictEqual([]);
	});
});

it.each([
	'2026-1-5',
	'2026/01/31',
	'2026.1.31',
	'20260131',
	'2026-01',
	'2026-031',
	'2026-W05-6',
	'2026-01-31 9:30',
	'2026-01-31 09:30 PM',
	'2026-01-31, 09:30',
	'2026-01-31 09',
])('%s is refused: a date is 2026-01-31, alone or with a time such as 09:30', (text) => {
	expect(readTimes([text, `${text}T09:30:00Z`])).toStrictEqual([]);
});

it('a time that a clock jumps over is read', () => {
	for (const text of ['2026-03-29T02:30', '2026-03-29 02:30']) {
		expect([text, momentOf(text, 'Europe/Berlin')]).toStrictEqual([
			text,
			Date.parse('2026-03-29T01:30Z'),
		]);
	}
});
