import { readWaitTimes } from '../../../../nodes/VoiceSms/fields/forms/waitOptions';
import { Collection } from '../../../../nodes/VoiceSms/fields/read/collection';

test('without settings, a wait looks every 5 seconds, for 10 minutes', () => {
	const nothingAdded = new Collection({}, [], (label, what) => {
		throw new Error(`'${label}' ${what}`);
	});
	expect(readWaitTimes(nothingAdded)).toStrictEqual({ intervalMs: 5_000, limitMs: 600_000 });
});
