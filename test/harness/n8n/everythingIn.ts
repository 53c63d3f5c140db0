/** All that can be reached from a value, with what JSON and the console leave out. */
export function everythingIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	return Reflect.ownKeys(value)
		.map((key) => `${String(key)}: ${everythingIn(Reflect.get(value, key), seen)}`)
		.join('\n');
}
