/** What the items of a run share: each made once. */
export function sharedOf(): <T>(make: () => T) => T {
	const made = new Map<() => unknown, unknown>();
	return <T>(make: () => T) => {
		if (!made.has(make)) made.set(make, make());
		return made.get(make) as T;
	};
}
