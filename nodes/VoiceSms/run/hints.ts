/** The lines that a run shows with its output, each once. */
export class Hints {
	private readonly all = new Map<string, { times: number; line(times: number): string }>();

	/** @param counted the line, by the number of times it was to be shown; without it `message` is shown */
	add(message: string, counted: (times: number) => string = () => message) {
		const times = (this.all.get(message)?.times ?? 0) + 1;
		this.all.set(message, { times, line: counted });
	}

	lines(): string[] {
		return [...this.all.values()].map(({ times, line }) => line(times));
	}
}
