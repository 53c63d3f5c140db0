export type Verdict = 'holds' | 'does not hold' | 'could not be seen';

/** What became of one guess. */
export interface Finding {
	/** For machines, such as `contacts.search`. */
	id: string;
	guess: string;
	verdict: Verdict;
	/** What the service did. */
	seen: string;
	/** What whoever uses the node is to do, or why there is nothing to do; may be empty. */
	todo: string;
	/** Whether the node works less than it says as long as nobody does something. */
	needsAction: boolean;
	/** What to enter in the credential, by the names of its parameters. */
	credential?: Record<string, string>;
}

/** A guess that is being looked at, and the ways in which it can end. */
export class Guess {
	constructor(
		private readonly id: string,
		private readonly guess: string,
	) {}

	holds(seen: string, todo = ''): Finding {
		return this.ends('holds', seen, todo, false);
	}

	/** It is wrong, and somebody has to do something. */
	fails(seen: string, todo: string, credential?: Record<string, string>): Finding {
		const finding = this.ends('does not hold', seen, todo, true);
		return credential === undefined ? finding : { ...finding, credential };
	}

	/** It is wrong, and the node gets along all the same. */
	differs(seen: string, todo: string): Finding {
		return this.ends('does not hold', seen, todo, false);
	}

	unseen(why: string, todo = ''): Finding {
		return this.ends('could not be seen', why, todo, false);
	}

	private ends(verdict: Verdict, seen: string, todo: string, needsAction: boolean): Finding {
		const { id, guess } = this;
		return { id, guess, verdict, seen, todo, needsAction };
	}
}
