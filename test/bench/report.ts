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

This page compares the node with the other ways to use the service from n8n. All of them ran one after
the other on one machine, against the same simulator in a process of its own.
${again.length === 0 ? '' : `\nThese works were measured again later, with all their contenders: ${again.join('; ')}.\n`}
- **Voice and SMS**: this node with its defaults. **Simplify off**: the same node, lists with every field.
- **HTTP Request**: n8n's node with its defaults and a Header Auth credential; for lists its
  pagination and Split Out.
- **Declarative twin**: the same operations as a declarative node, \`test/bench/twin\`.
- **One by one**: a node that sends a request, waits for the answer, and takes the next item.
- **Raw client**: Node's HTTP client without n8n, with open connections that are used again and
  ${rawInFlight} requests at once. Nothing can be faster by much.
- **Voice and SMS, one path**: this node with a message that is one expression. All others write
  \`Hello {{ $json.name }}, see you at {{ $json["time"] }}\`.
- **Voice and SMS, without**: this node without the Send Once Key, or without *Skip Contacts With Tag*.

n8n ${n8n} on Node ${node}, ${processors} processors, with n8n's own workflow engine,
credentials helper, SQLite database and expression engine (\`${expressionEngine}\`, its default). Each
measurement runs in a new process, after a warm-up of 50 items or a short list. The contenders take turns.
A figure is the median of ${rounds} runs. ¹ marks a single run: it takes over a minute, the service refuses requests, or it has many polls.

- **CPU** counts all threads of the process of the contender.
- **Memory growth** is the most memory that a run keeps, compared with the time before it. It is measured in a
  run of its own, with a garbage collection before each look.
- **Resident** is the growth of the resident set at its peak, in the timed runs. Most of it is garbage
  that V8 has not collected yet.
- **First request** is the time from the start of the run to the first request at the service.
- **Share of capacity**: a service with ${slotLimit.slots} slots of ${slotLimit.serviceMs} ms could do a number of requests between its first request
  and its last answer. This is the share that it did. **Service latency** is its mean time to answer.
- **Share of rate** is the same for a service with a token bucket of ${rateLimit.burst} that fills with ${rateLimit.ratePerSecond}/s.
- A **poll** is the mean of the polls without news, after the trigger gave out more records than it can
  remember.
- **Most in flight** is the most requests at once that the service saw. Without latency it sees one.
- **Longest block** is the longest time in which the event loop could do nothing else. n8n alone, with
  20,000 items and an empty node, blocks it for less than a millisecond.
- **In order** and **complete** are checked item by item against the records of the service.

## What must hold

${missed === 0 ? 'Everything held.' : `${missed} of ${verdicts.length} missed.`}

${verdictTable(verdicts)}
## Figures

${images === '' ? '' : `${images}\n\n`}${sections.map(sectionTable).join('\n')}`;
}
