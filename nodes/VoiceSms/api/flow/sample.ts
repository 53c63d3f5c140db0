/** A request that went out. */
export interface Beginning {
	/** The requests of a gate are numbered in their order, from 1. */
	number: number;
	/** Milliseconds of a clock that only goes forward. */
	at: number;
	/** Milliseconds for which our process had been idle until then. */
	idle: number;
	/** Requests under way, this one included. */
	underWay: number;
}

/** Answers to about as many requests as are under way at once. */
export class Sample {
	answers = 0;
	private took = 0;
	private underWay = 0;
	private first?: Beginning;
	private last = { at: 0, idle: 0 };

	note(beginning: Beginning, took: number, at: number, idle: number) {
		this.first ??= beginning;
		this.last = { at, idle };
		this.answers++;
		this.took += took;
		this.underWay += beginning.underWay;
	}

	/** Mean milliseconds of an answer. */
	get latency(): number {
		return this.took / this.answers;
	}

	/** Answers per millisecond, by Little's law. */
	get throughput(): number {
		return this.underWay / this.took;
	}

	/** Part of the time from the first request to the last answer in which our process was idle. */
	get idleShare(): number {
		const { first = this.last, last } = this;
		return (last.idle - first.idle) / Math.max(1, last.at - first.at);
	}
}
