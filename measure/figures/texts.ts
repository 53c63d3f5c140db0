/** The texts that were to reach the service, each of them different, held against those that reached it. */
export function compare(wanted: readonly string[], arrived: readonly string[]) {
	const [asked, once, twice] = [new Set(wanted), new Set<string>(), new Set<string>()];
	for (const text of arrived) (once.has(text) ? twice : once).add(text);
	return {
		lost: wanted.filter((text) => !once.has(text)),
		doubled: [...twice],
		unasked: [...once].filter((text) => !asked.has(text)),
	};
}
