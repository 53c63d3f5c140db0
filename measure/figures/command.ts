import { parseArgs, type ParseArgsConfig } from 'node:util';

type Given<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>['values'];

/**
 * A program of package.json. With `--help` it prints its usage.
 *
 * @param run does the work; false: something is not as it must be, and the exit code is 1, as after an error
 */
export async function command<T extends ParseArgsConfig>(
	usage: string,
	config: T,
	run: (given: Given<T>) => Promise<boolean>,
): Promise<void> {
	if (process.argv.includes('--help')) return console.log(usage);
	let isRight = false;
	try {
		isRight = await run(parseArgs(config).values);
	} catch (error) {
		console.error(error);
	}
	// After an error, what was begun beside it may still be waiting.
	process.exit(isRight ? 0 : 1);
}
