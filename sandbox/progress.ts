const heartbeatSeconds = 10;

/** Runs one step and shows its title and how long it takes while it runs. */
export async function step<T>(title: string, run: () => Promise<T>): Promise<T> {
	const start = Date.now();
	const seconds = () => Math.round((Date.now() - start) / 1000);
	// A terminal gets one line that counts; a log file gets a line now and then.
	const live = Boolean(process.stdout.isTTY) && !process.env.CI;
	const show = (text: string) => {
		process.stdout.write(live ? `\r\x1b[2K${text}` : `${text}\n`);
	};
	show(`… ${title}`);
	const timer = setInterval(
		() => show(`… ${title} (${seconds()} s)`),
		(live ? 1 : heartbeatSeconds) * 1000,
	);
	try {
		const result = await run();
		show(`✓ ${title} (${seconds()} s)${live ? '\n' : ''}`);
		return result;
	} catch (error) {
		show(`✗ ${title} (${seconds()} s)${live ? '\n' : ''}`);
		throw error;
	} finally {
		clearInterval(timer);
	}
}

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
