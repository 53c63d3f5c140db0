import type { EngineName } from './readings';
import { compareReadings } from './readings';

/** Arguments: the engine, and how many executions. Prints what was compared, as JSON. */
async function main([engine, runs]: string[]): Promise<void> {
	const compared = await compareReadings(engine as EngineName, Number(runs));
	process.stdout.write(`${JSON.stringify(compared)}\n`, () => process.exit());
}

main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(String(error), () => process.exit(1));
});
