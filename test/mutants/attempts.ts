import type { Change } from './changes';
import type { Worker } from './crew';
import type { Candidate, Coverage } from './coverage';

/** What came of a change. */
export interface Result {
	change: Change;
	noticed: boolean;
	/** The test that noticed it, or why none did. */
	by: string;
}

/** Tests that take longer wait until the quick ones of all files have been asked. */
const quickMs = 300;
/** Loading a test file takes about as long. */
const loadMs = 100;
/** Tests are asked until they would take so long together; a change that survives costs no more. */
const mostMs = 15_000;

/** Tries changes one by one, and learns which test files notice those to the sources of a room. */
export class Attempts {
	private readonly noticed = new Map<string, number>();
	/** Tests that fail without the change when those before them are left out. */
	readonly unfit = new Set<string>();

	/** @param thorough every test is asked that comes to a change, however long they take */
	constructor(
		private readonly coverage: Coverage,
		private readonly thorough: boolean,
	) {}

	/** @throws when a test that was asked for by name does not exist */
	async attempt(change: Change, worker: Worker): Promise<Result> {
		const candidates = this.coverage
			.of(change)
			.filter(
				({ test, name }) => !this.unfit.has(`${test}: ${name}`) && !this.unfit.has(`${test}: `),
			);
		if (candidates.length === 0) return { change, noticed: false, by: 'no test comes here' };
		const wasFresh = worker.isFresh;
		const tests = this.inOrder(change, candidates);
		const ending = await worker.carryOut({ kind: 'try', change, tests });
		if (ending.kind === 'lost') return { change, noticed: true, by: ending.why };
		if (ending.kind === 'noticed') {
			const key = `${roomOf(change)} ${ending.test}`;
			this.noticed.set(key, (this.noticed.get(key) ?? 0) + 1);
			return { change, noticed: true, by: `${ending.test}: ${ending.name || ending.error}` };
		}
		if (ending.kind === 'absent') {
			throw new Error(
				`${ending.test} no longer has these tests; their names are not to differ from run to run:\n` +
					ending.names.map((name) => `  ${name}`).join('\n'),
			);
		}
		if (ending.kind === 'unfit') {
			// What an earlier change left behind is gone with the process; else the test is at fault.
			if (wasFresh) this.unfit.add(`${ending.test}: ${ending.name}`);
			worker.stop();
			return await this.attempt(change, worker);
		}
		const asked = tests.reduce((sum, { only }) => sum + only.length, 0);
		return { change, noticed: false, by: `none of ${asked} tests, ${candidates.length} come here` };
	}

	/**
	 * The unit tests of the same room first, then the tests of the descriptions, which tables are made
	 * for, then quick tests, then the others, until the time is used up; each time first the files that
	 * noticed most at the least cost.
	 */
	private inOrder(change: Change, candidates: Candidate[]) {
		const room = roomOf(change);
		const cost = (test: string, of: Candidate[]) => {
			const ms = of.reduce((sum, one) => sum + one.ms, loadMs);
			return ms / (1 + (this.noticed.get(`${room} ${test}`) ?? 0));
		};
		const roundOf = ({ test, ms }: Candidate) => {
			if (test.startsWith(`test/unit/${room}`)) return 0;
			if (test.startsWith('test/source/')) return 1;
			return ms <= quickMs ? 2 : 3;
		};
		const rounds = [0, 1, 2, 3].map((round) => candidates.filter((one) => roundOf(one) === round));
		const inOrder = rounds.flatMap((round) => {
			const files = new Map<string, Candidate[]>();
			for (const one of round) files.set(one.test, [...(files.get(one.test) ?? []), one]);
			return [...files]
				.sort(([a, ofA], [b, ofB]) => cost(a, ofA) - cost(b, ofB))
				.map(([test, of]) => ({ test, of }));
		});
		let spent = 0;
		return inOrder
			.map(({ test, of }) => {
				spent += loadMs;
				const asked = of.filter(({ ms }) => this.thorough || (spent += ms) <= mostMs);
				return { test, only: asked.map(({ name }) => name) };
			})
			.filter(({ only }) => only.length > 0);
	}
}

/** The folder of a shipped file, by the name that its unit tests have: `api/flow/`. */
function roomOf({ file }: Change): string {
	return file.replace(/^nodes\/VoiceSms\//, '').replace(/[^/]+$/, '');
}
