/** Others have had their turn. */
export const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/** Waits until something is so, however long that takes. */
export async function until(isSo: () => boolean) {
	while (!isSo()) await turn();
}

/** So many turns: whoever has something to do without the network or a timer has done it. */
export async function settle(turns = 60) {
	for (let one = 0; one < turns; one++) await turn();
}
