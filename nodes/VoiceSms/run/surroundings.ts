import type { Subject } from '../api/errors/nodeError';
import type { Answers } from '../layers/answers/answers';
import type { Item } from '../layers/layer';
import type { Surroundings } from '../operations/operation';
import type { RunState } from './item';
import { askByLink } from './waiting/link';
import { SharedWaits } from './waiting/sharedWaits';

type Line = (times: number, sum: number) => string;

/** What operations work with in one run, besides their input: the service, n8n, the clock, and hints. */
export class RunSurroundings {
	private readonly hints = new Map<string, { times: number; sum: number; line: Line }>();
	/** Results of `shared`, by the function that made them. */
	private readonly shared = new Map<() => unknown, unknown>();
	private readonly waits: SharedWaits;

	constructor(
		private readonly state: RunState,
		private readonly answers: Answers,
	) {
		this.waits = new SharedWaits(state.clock, state.ended);
	}

	/** For the requests of an item about this subject. */
	of(item: Item, subject: Subject): Surroundings {
		const { context, connection, clock, ended, asTool } = this.state;
		return {
			api: connection.api(subject, item.settings, item.claim),
			asTool,
			store: context.helpers.prepareBinaryData,
			hint: this.hint,
			lastWriteInLane: this.answers.lastWriteInLane(item),
			askByLink: (asked) => askByLink(context, asked),
			toolParameters: context.getInputData()[0]?.json.toolParameters,
			now: () => clock.now(),
			passed: () => clock.passed(),
			shared: <T>(make: () => T) => {
				if (!this.shared.has(make)) this.shared.set(make, make());
				return this.shared.get(make) as T;
			},
			wait: async (ms) => {
				await this.waits.wait(ms);
				connection.reopen();
				return !ended.aborted;
			},
		};
	}

	/** The hints of operations, each once. */
	lines(): string[] {
		return [...this.hints.values()].map(({ times, sum, line }) => line(times, sum));
	}

	private readonly hint: Surroundings['hint'] = (message, line = () => message, amount = 1) => {
		const { times, sum } = this.hints.get(message) ?? { times: 0, sum: 0 };
		this.hints.set(message, { times: times + 1, sum: sum + amount, line });
	};
}
