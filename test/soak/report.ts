import Table from 'cli-table3';
import type { Finding, Idle, Sample, Soak } from './judge';
import { remembered } from './traffic';
import { keyTable, kilobytes, megabytes, mostGrowth, peaks } from './judge';

/** A soak with what it was made with and what was found. */
export interface Report {
	soak: Soak;
	findings: readonly Finding[];
	/** What came, in the words of the traffic, and how often. */
	counts: ReadonlyArray<[what: string, count: number]>;
	/** Requests that the service got meanwhile. */
	requests: number;
	/** Version of n8n. */
	n8n: string;
	/** Day on which it ran, "2026-06-01". */
	day: string;
	/** Of the simulator's clock. */
	minutes: number;
	/** How many times as fast as the machine's the simulator's clock ran. */
	speed: number;
	/** By the machine's clock, from the first workflow published to the end. */
	realMinutes: number;
}

/** The verdicts as a table for a terminal. */
export function findingTable(findings: readonly Finding[]): string {
	const table = new Table({
		head: ['What must hold', 'Held', 'Seen'],
		colWidths: [50, 6, 70],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const { what, held, seen } of findings) table.push([what, held ? 'yes' : 'NO', seen]);
	return table.toString();
}

/** The page of docs/ on a soak. */
export function report(done: Report): string {
	const { soak, findings, counts, requests, n8n, day, minutes, speed, realMinutes } = done;
	const missed = findings.filter(({ held }) => !held).length;
	return `# Soak: an hour of traffic

Does n8n keep growing, or lose or double a message, when the node works for a long time? \`npm run soak\` tests this in about a quarter of an hour and writes this page. Do not edit it.

${day}, n8n ${n8n} with its SQLite database: ${minutes} minutes of traffic. The service's clock ran ${speed} times as fast as the machine's, so the whole took ${realMinutes.toFixed(0)} minutes. n8n, its polls and its timers ran in real time.

**${missed === 0 ? 'Everything held.' : `${missed} of ${findings.length} did not hold.`}**

${table(
	['What must hold', 'Held', 'Seen'],
	findings.map(({ what, held, seen }) => [what, held ? 'yes' : '**no**', seen]),
)}

- **Memory after garbage collection** is n8n's heap and its buffers, measured every two seconds, right after a full collection. The highest value of each quarter counts. The last quarter may have at most ${mostGrowth} times the memory of the second. The first does not count, because n8n is still warming up.
- **The resident set** is the memory that the operating system gives the process. V8, the engine in Node, keeps part of it in reserve.
- **The state of a trigger** is the data that n8n keeps with the workflow between polls. It may grow up to its limit ([docs/trigger.md](trigger.md)).
- **Handles** are the sockets, timers and other objects that keep the process alive, by Node's names. They are counted at rest, after a warm-up and after the traffic, when their number no longer sinks. All sockets and timers in memory are counted too, even if they keep nothing alive, at moments without a poll. n8n has the same number of its own before and after.
- **Rows** are the rows of all tables of n8n's database. A key must have as many rows after the traffic as after the warm-up.
- **Files** of an execution are deleted with it, except the files that a polling trigger brings. n8n leaves the recordings of Call Ended on the disk, two files each. It does so with every polling trigger (n8n, \`restore-binary-data-id.ts\`), and this node cannot delete them.
- **Lost and doubled** is decided by the service's own record. Each answer, call, change and message has its own text, and the text must be in the record exactly once.

## Traffic

${table(
	['What', 'How often'],
	[
		...counts.map(([what, count]) => [what, count.toLocaleString('en')]),
		['requests that the service got', requests.toLocaleString('en')],
	],
)}

Nine workflows are published.

- Three have triggers that poll every five seconds. SMS Received and Call Ended answer each event with an SMS; the recordings of the calls come 20 seconds late. Contact Updated reads all ${remembered.toLocaleString('en')} contacts at each poll.
- Six are started by webhooks: a send with a Send Once Key, part of it delivered again; Return All of contacts; Return All of calls (${remembered / 100} pages and more each); an update; a call with Wait for End and Download Recording; and Send and Wait for Response, answered on its page.

The service refuses one request in a hundred with HTTP 429 and Retry-After.

n8n does not keep successful executions (workflow setting "Save successful production executions: Do not save") and deletes them at once. Its own statistics (Insights) are off.

## Figures

${figures(soak)}

## Run it again

\`npm run soak\` takes about a quarter of an hour, \`npm run soak -- --speed 1\` an hour. The exit code is 1 if something did not hold. With \`-- --leak\`, n8n leaks memory, timers and sockets on purpose, and the soak must fail.
`;
}

/** What was measured, as Markdown. */
export function figures({ samples, before, after }: Soak): string {
	const quarters = table(['', '1st quarter', '2nd', '3rd', '4th'], quarterRows(samples));
	return `${quarters}\n\n${table(['At rest', 'before', 'after'], idleRows(before, after))}`;
}

function quarterRows(samples: readonly Sample[]): string[][] {
	const names = [...new Set(samples.flatMap(({ states }) => Object.keys(states)))];
	return [
		['peak of memory', ...peaks(samples, ({ memory }) => memory).map(megabytes)],
		['peak of the resident set', ...peaks(samples, ({ resident }) => resident).map(megabytes)],
		['of that outside of V8', ...peaks(samples, ({ native }) => native).map(megabytes)],
		...names.map((name) => [
			`state of "${name}"`,
			...peaks(samples, ({ states }) => states[name] ?? 0).map(kilobytes),
		]),
	];
}

function idleRows(before: Idle, after: Idle): string[][] {
	const both = (from: Record<string, number>, to: Record<string, number>) =>
		[...new Set([...Object.keys(from), ...Object.keys(to)])].map((name) => [
			name,
			String(from[name] ?? 0),
			String(to[name] ?? 0),
		]);
	const others = ({ rows }: Idle) =>
		Object.entries(rows).reduce((sum, [name, count]) => sum + (name === keyTable ? 0 : count), 0);
	return [
		...both(before.handles, after.handles),
		['Send Once keys', String(before.keys), String(after.keys)],
		['their rows', String(before.keyRows), String(after.keyRows)],
		['rows of all other tables', String(others(before)), String(others(after))],
		['files of executions', String(before.files), String(after.files)],
		['files that triggers brought', String(before.triggerFiles), String(after.triggerFiles)],
	];
}

function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
