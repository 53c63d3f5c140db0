import type { Size } from './plan';
import { rateLimit, rawInFlight, rounds, slotLimit } from './plan';
import { sectionTable, verdictTable } from './table';
import type { Section, Verdict } from './targets';

/** What a run of the benchmark found, and where. */
export interface Run {
	/** Version of the Node that ran everything, "24.15.0". */
	node: string;
	/** Version of n8n. */
	n8n: string;
	expressionEngine: string;
	size: Size;
	processors: number;
	sections: Section[];
	/** Works that were measured again since the full run. */
	again?: string[];
}

/**
 * The whole result as Markdown.
 *
 * @param images Markdown of the pictures
 */
export function report(
	{ node, n8n, expressionEngine, size, processors, sections, again = [] }: Run,
	verdicts: readonly Verdict[],
	images = '',
): string {
	const missed = verdicts.filter(({ held }) => !held).length;
	return `# Benchmark

Written by \`npm run bench\`${size === 'full' ? '' : ` with \`--${size}\`: fewer and smaller works, for development`}. Do not edit.

The node side by side with the other ways to use the service from n8n, all in one run, against the
same simulator in a process of its own.
${again.length === 0 ? '' : `\nMeasured again since then, each with all that it is compared with: ${again.join('; ')}.\n`}
- **Voice and SMS**: this node with its defaults. **Simplify off**: the same, lists with every field.
- **HTTP Request**: n8n's node with its defaults and a Header Auth credential; for lists its
  pagination and Split Out.
- **Declarative twin**: the same operations as a declarative node, \`test/bench/twin\`.
- **One by one**: a node that sends a request, waits for the answer, and takes the next item.
- **Raw client**: Node's HTTP client, connections kept alive, ${rawInFlight} requests in flight, no n8n.
  It is the floor.
- **Voice and SMS, without**: this node without the Send Once Key, or without *Skip Contacts With Tag*.

n8n ${n8n} on Node ${node}, ${processors} processors, with n8n's own workflow engine,
credentials helper, SQLite database and expression engine (\`${expressionEngine}\`, its default). Each
measurement is a fresh process, warmed up with 50 items or a short list; the contenders take turns.
Figures are the median of ${rounds} runs; ¹ = a single run, because it takes over a minute, the service refuses requests, or it is of many polls.

- **CPU** counts all threads of the process that runs the contender.
- **Memory growth** is the most that a run holds on to above what there was before it, in a run of
  its own in which garbage is collected before each look.
- **Resident** is the growth of the resident set at its peak, in the timed runs. It is mostly garbage
  that V8, with n8n's heap loaded, has not yet found worth collecting, whoever made it.
- **First request** is the time from the start of the run until the service had one.
- **Share of capacity** is what a service with ${slotLimit.slots} slots of ${slotLimit.serviceMs} ms could have done between its first request
  and its last answer; **service latency** is the mean time until it answered. **Share of rate** is
  the same for a service whose token bucket fills with ${rateLimit.ratePerSecond}/s and holds ${rateLimit.burst} at the start.
- A **poll** is the mean of those without news, after the trigger gave out as many records as it can
  remember and more.
- **Most in flight** is what the service saw; without latency it answers at once and sees one.
- **Longest block** is the longest time in which the event loop could do nothing else. n8n alone, with
  20,000 items and a node that does nothing, blocks it for less than a millisecond.
- **In order** and **complete** are checked item by item against what the service recorded.

## What must hold

${missed === 0 ? 'Everything held.' : `${missed} of ${verdicts.length} missed.`}

${verdictTable(verdicts)}
## Figures

${images === '' ? '' : `${images}\n\n`}${sections.map(sectionTable).join('\n')}`;
}
