import Table from 'cli-table3';

import type { Report } from './check';
import type { Finding, Verdict } from './finding';

const verdicts: Verdict[] = ['does not hold', 'could not be seen', 'holds'];

/** Columns of the table, in signs. */
const widths = [42, 12, 38, 42];

/** The report for people: a table, what was seen beside it, and the sum. */
export function asText({ findings, facts, requests, tookMs }: Report, baseUrl: string): string {
	const head = ['guess', 'verdict', 'seen', 'what to do'];
	const table = new Table({
		head,
		colWidths: widths,
		wordWrap: true,
		chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
		// Colours would be unreadable codes in a log file.
		style: { head: [], border: [] },
	});
	for (const { guess, verdict, seen, todo, needsAction } of byVerdict(findings)) {
		table.push([guess, needsAction ? 'DOES NOT HOLD' : verdict, seen, todo]);
	}
	const counts = verdicts.map((verdict) => {
		const count = findings.filter((finding) => finding.verdict === verdict).length;
		return `${count} ${count === 1 || verdict === 'could not be seen' ? verdict : plural[verdict]}`;
	});
	const acts = findings.filter(({ needsAction }) => needsAction).length;
	return [
		`Live check of ${baseUrl}`,
		'',
		table.toString(),
		'',
		'Also seen',
		...[...facts].map(([what, value]) => `  ${what}: ${value}`),
		'',
		`${counts.reverse().join(', ')}. ${acts === 0 ? 'Nothing needs to be done.' : `${acts} of them ${acts === 1 ? 'needs' : 'need'} something to be done.`}`,
		`${requests} requests in ${(tookMs / 1000).toFixed(1)} s.`,
	].join('\n');
}

const plural: Record<Verdict, string> = {
	'does not hold': 'do not hold',
	'could not be seen': 'could not be seen',
	holds: 'hold',
};

/** What needs something to be done comes first. */
function byVerdict(findings: Finding[]): Finding[] {
	const rank = ({ verdict, needsAction }: Finding) =>
		needsAction ? -1 : verdicts.indexOf(verdict);
	return [...findings].sort((one, other) => rank(one) - rank(other));
}

/** The same for machines. */
export function asJson({ findings, facts, requests, tookMs }: Report, baseUrl: string): string {
	const holds = !findings.some(({ needsAction }) => needsAction);
	const names = findings.map(({ credential }) => credential ?? {});
	// As n8n saves them, so that they can be taken over.
	const credential = Object.assign({}, ...names) as Record<string, string>;
	const report = {
		...{ baseUrl, holds, findings },
		credential: Object.keys(credential).length === 0 ? {} : { otherNames: true, ...credential },
		...{ seen: Object.fromEntries(facts), requests, tookMs },
	};
	return JSON.stringify(report, null, '\t');
}
