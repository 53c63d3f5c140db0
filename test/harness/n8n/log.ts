/** A log that keeps the lines of the level debug. */
export class Log {
	readonly lines: string[] = [];

	readonly debug = (line: string) => void this.lines.push(line);
}

/** A log that keeps nothing. */
export const logger = { debug: () => {} };
