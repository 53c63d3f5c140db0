import { judge, soakPart, type Rest, type Soak } from './judge';

const before: Rest = {
	heap: 200,
	'resident set': 400,
	TCPServerWrap: 3,
	'rows of execution_entity': 0,
	'rows of processed_data': 10,
};
const after: Rest = { ...before, 'rows of processed_data': 100 };
const good: Soak = { before, after, keys: 100, wanted: ['a', 'b', 'c'], done: ['c', 'a', 'b'] };

const missed = (soak: Partial<Soak>) =>
	judge({ ...good, ...soak })
		.filter(({ held }) => !held)
		.map(({ what, seen }) => `${what}: ${seen}`);
const rest = (more: Rest): Partial<Soak> => ({ after: { ...after, ...more } });

describe('the verdict on a soak', () => {
	it('holds when nothing is left, a tenth more memory, and everything was done once', () => {
		expect(missed({})).toStrictEqual([]);
		expect(missed(rest({ heap: 220, 'resident set': 440, TCPServerWrap: 2 }))).toStrictEqual([]);
	});

	it.each<[string, Partial<Soak>, string]>([
		[
			'a heap that has grown',
			rest({ heap: 221 }),
			'The heap stays the same: 221 MB, 200 MB before: 1.10 x',
		],
		[
			'a resident set that has grown',
			rest({ 'resident set': 480 }),
			'The resident set stays the same: 480 MB, 400 MB before: 1.20 x',
		],
		[
			'a socket that is left',
			rest({ TCPSocketWrap: 1 }),
			'No socket, timer, row or file is left: TCPSocketWrap: 1, 0 before',
		],
		[
			'more rows than keys',
			rest({ 'rows of processed_data': 101 }),
			'Each Send Once Key has one row: 101 rows for 100 keys',
		],
		['keys without a row', { keys: 101 }, 'Each Send Once Key has one row: 100 rows for 101 keys'],
		['a lost message', { done: ['a', 'b'] }, 'Everything was done: 2 of 3; missing: c'],
		['no work', { wanted: [], done: [] }, 'Everything was done: 0 of 0; missing: none'],
		['a doubled message', { done: ['a', 'b', 'c', 'b'] }, 'Nothing was done twice: b'],
		[
			'messages that nobody asked for, the first five by name',
			{ done: ['a', 'b', 'c', ...'123456'] },
			'Nothing was done without a request: 1; 2; 3; 4; 5; and 1 more',
		],
	])('tells %s', (_what, soak, told) => {
		expect(missed(soak)).toStrictEqual([told]);
	});
});

it('stands on its page, and what does not hold is bold', () => {
	const findings = judge({ ...good, ...rest({ TCPSocketWrap: 1 }) });
	const facts = { day: '2026-06-01', n8n: '2', node: '24', processors: 2, minutes: 60 };
	const [first, , , ...rows] = soakPart({ ...facts, findings }).split('\n');
	expect(first).toMatch(/^Measured on 2026-06-01 .*, 60 minutes of traffic:$/);
	expect(rows.filter((row) => row.includes('| yes |'))).toHaveLength(findings.length - 1);
	expect(rows).toContain(
		'| No socket, timer, row or file is left | **no** | TCPSocketWrap: 1, 0 before |',
	);
});
