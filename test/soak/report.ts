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
	return `# Soak

Written by \`npm run soak\`. Do not edit.

${day}, n8n ${n8n} with its SQLite database: ${minutes} minutes of traffic by the service's clock, which ran ${speed} times as fast as the machine's; ${realMinutes.toFixed(0)} minutes in all. n8n, its polls and its timers live in real time.

**${missed === 0 ? 'Everything held.' : `${missed} of ${findings.length} did not hold.`}**

${table(
	['What must hold', 'Held', 'Seen'],
	findings.map(({ what, held, seen }) => [what, held ? 'yes' : '**no**', seen]),
)}

- **Memory after garbage collection** is n8n's heap and its buffers, measured every two seconds right after a full collection. A quarter counts with its highest value. The last may be ${mostGrowth} times the second: the first is still warming up.
- **The resident set** is what the operating system gives the process. V8 keeps some of it in reserve.
- **The state of a trigger** is what n8n keeps with the workflow between polls. It may fill up, and never beyond its bound ([docs/trigger.md](trigger.md)).
- **Handles** are counted when nothing goes on, after a warm-up and after the traffic, until they sink no more: what keeps the process alive, by the names Node gives it, and then all sockets and timers in the heap, also those that keep nothing alive, in moments when no poll is under way. n8n has the same number of its own before and after.
- **Rows** are those of all tables of n8n's database. A Send Once Key must have as many after as the keys of the warm-up had.
- **Files** of executions go with them, but for those that a polling trigger brings: n8n leaves the recordings of Call Ended where they are (n8n, \`restore-binary-data-id.ts\`; the same for any polling trigger with files), two files each, and this node cannot delete them.
- **Lost and doubled** is decided by the service's record of what it did: each answer, call, change and message has a text of its own and must stand there once.

## Traffic

${table(
	['What', 'How often'],
	[
		...counts.map(([what, count]) => [what, count.toLocaleString('en')]),
		['requests that the service got', requests.toLocaleString('en')],
	],
)}

Nine workflows are published. Three are polled for every five seconds: SMS Received and Call Ended, the latter with recordings that come 20 seconds late, answer each event with an SMS; Contact Updated reads all ${remembered.toLocaleString('en')} contacts at each poll. Six are started by webhooks: a send with a Send Once Key, part of it delivered again; Return All of contacts and of calls, ${remembered / 100} pages and more each; an update; a call with Wait for End and Download Recording; and Send and Wait for Response, answered on its page. One request in a hundred is refused with HTTP 429 and Retry-After.

n8n keeps no executions that went well (workflow setting "Save successful production executions: Do not save") and deletes them at once; its own statistics (Insights) are off.

## Figures

${figures(soak)}

## Again

\`npm run soak\` takes about a quarter of an hour; \`-- --speed 1\` takes the hour. It judges with exit code 1 when something did not hold. \`-- --leak\` has n8n leak memory, timers and sockets on purpose, and must fail.
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
