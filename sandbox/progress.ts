export { step } from '../.ci/progress.cjs';

/** Asks again until `probe` gives something. After too long, the error says what was missing. */
export async function waitFor<T>(
	what: string,
	seconds: number,
	probe: () => Promise<T | undefined>,
): Promise<T> {
	const end = Date.now() + seconds * 1000;
	while (Date.now() < end) {
		const found = await probe();
		if (found !== undefined) return found;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	throw new Error(`Waited ${seconds} s for ${what}, without success.`);
}
