import { judge, type Rest, type Soak } from '../../../soak/judge';

const before: Rest = {
	memory: { heap: 200, 'resident set': 400 },
	counts: { TCPServerWrap: 3, 'rows of execution_entity': 0 },
	keyRows: 10,
};
const after: Rest = { ...before, keyRows: 100 };
const good: Soak = { before, after, keys: 100, wanted: ['a', 'b', 'c'], done: ['c', 'a', 'b'] };

const missed = (soak: Partial<Soak>) =>
	judge({ ...good, ...soak })
		.filter(({ held }) => !held)
		.map(({ what, seen }) => `${what}: ${seen}`);

describe('the verdict on a soak', () => {
	it('holds when nothing is left and everything was done once', () => {
		expect(missed({})).toStrictEqual([]);
		expect(missed({ after: { ...after, counts: { TCPServerWrap: 2 } } })).toStrictEqual([]);
	});

	it.each<[string, Partial<Soak>, string]>([
		[
			'a heap that has grown',
			{ after: { ...after, memory: { heap: 221, 'resident set': 440 } } },
			'The heap stays the same: 221 MB, 200 MB before: 1.11 x',
		],
		[
			'a resident set that has grown',
			{ after: { ...after, memory: { heap: 220, 'resident set': 442 } } },
			'The resident set stays the same: 442 MB, 400 MB before: 1.10 x',
		],
		[
			'a socket that is left',
			{ after: { ...after, counts: { TCPServerWrap: 3, TCPSocketWrap: 1 } } },
			'No socket, timer, row or file is left: TCPSocketWrap: 1, 0 before',
		],
		[
			'more rows than keys',
			{ after: { ...after, keyRows: 101 } },
			'Each Send Once Key has one row: 101 rows for 100 keys',
		],
		[
			'keys that are not kept',
			{ after: { ...after, keyRows: 99 } },
			'Each Send Once Key has one row: 99 rows for 100 keys',
		],
		['a lost message', { done: ['a', 'b'] }, 'Everything was done: 2 of 3; c missing'],
		['no work', { wanted: [], done: [] }, 'Everything was done: 0 of 0; none missing'],
		['a doubled message', { done: ['a', 'b', 'c', 'b'] }, 'Nothing was done twice: b'],
		[
			'a message that nobody asked for, the first five by name',
			{ done: ['a', 'b', 'c', ...'123456'] },
			'Nothing was done without a request: 1; 2; 3; 4; 5; and 1 more',
		],
	])('tells %s', (_what, soak, told) => {
		expect(missed(soak)).toStrictEqual([told]);
	});
});
