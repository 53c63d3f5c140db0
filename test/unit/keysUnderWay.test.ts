import { KeysUnderWay } from '../../nodes/VoiceSms/run/keysUnderWay';

const minute = 60_000;
const quarter = 15 * minute;

/** Keys that wait for their turn since `time.now` was 0; a note is written when it is let go. */
function waiting(count: number) {
	const time = { now: 0 };
	const notes: Array<{ key: string; letGo(): void; fail(): void }> = [];
	const underWay = new KeysUnderWay(
		() => time.now,
		async (key) =>
			await new Promise<void>((letGo, reject) => {
				notes.push({ key, letGo, fail: () => reject(new Error('database is locked')) });
			}),
	);
	const keys = Array.from({ length: count }, (_, index) => `key ${index}`);
	for (const key of keys) underWay.begin(key, 0, quarter);
	return { time, notes, underWay, keys };
}

it('while the note of a key is being written, no other try begins it again', async () => {
	const { time, notes, underWay, keys } = waiting(100);
	time.now = 5 * minute;
	const tries = keys.slice(0, 50).map(async (key) => await underWay.mayBeSent(key));
	expect(notes.map(({ key }) => key).sort()).toEqual([...keys].sort());
	for (const { letGo } of notes) letGo();
	expect(await Promise.all(tries)).toEqual(Array(50).fill(true));
	expect(notes).toHaveLength(100);
});

it('a note that could not be written is tried again by the next', async () => {
	const { time, notes, underWay } = waiting(2);
	time.now = 5 * minute;
	const first = underWay.mayBeSent('key 0');
	for (const { fail } of notes) fail();
	expect(await first).toBe(true);
	time.now = 6 * minute;
	const second = underWay.mayBeSent('key 0');
	expect(notes.map(({ key }) => key).slice(2)).toEqual(['key 1', 'key 0']);
	for (const { letGo } of notes) letGo();
	expect(await second).toBe(true);
	time.now = 6 * minute + quarter - 1;
	expect(underWay.isLate('key 0')).toBe(false);
	time.now++;
	expect(underWay.isLate('key 0')).toBe(true);
});

it('what others call in doubt by now is not noted as if it went on', async () => {
	const { time, notes, underWay } = waiting(2);
	time.now = quarter;
	expect(await underWay.mayBeSent('key 0')).toBe(false);
	expect(notes).toEqual([]);
});

it('what waits is noted anew after a quarter of its time, and not when it has ended', async () => {
	const { time, notes, underWay } = waiting(3);
	time.now = quarter / 4 - 1;
	expect(await underWay.mayBeSent('key 0')).toBe(true);
	expect(notes).toEqual([]);
	underWay.end('key 2');
	time.now++;
	const sent = underWay.mayBeSent('key 0');
	expect(notes.map(({ key }) => key)).toEqual(['key 1', 'key 0']);
	for (const { letGo } of notes) letGo();
	expect(await sent).toBe(true);
	expect(await underWay.mayBeSent('key 2')).toBe(false);
});
