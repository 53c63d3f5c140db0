import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../../../sandbox/paths';
import { check } from '../../../bench/check';
import { benchmarkTable, missedIn, readmePart, readRun } from '../../../bench/page';
import { drawBenchmark, picture } from '../../../bench/picture';
import { median, rowsOf, type Result } from '../../../bench/rows';
import { works } from '../../../bench/works';

const good: Result = { wall: 1, cpu: 1, block: 45, done: 1_000, sound: true };
const slow: Result = { ...good, wall: 20, cpu: 4 };

/** A run in which this node takes a second and everybody else 20. */
function runWith(own: Partial<Result> = {}, others: Partial<Result> = {}) {
	const rows = works.flatMap((work) =>
		rowsOf(work, (name) => (name === 'voiceSms' ? { ...good, ...own } : { ...slow, ...others })),
	);
	return { day: '2026-11-30', n8n: '2.0.0', node: '24.0.0', processors: 2, rounds: 3, rows };
}

describe('a target', () => {
	const [sends] = works;
	const missedBy = (own: Partial<Result>, others: Partial<Result> = {}, judgesTimes?: boolean) =>
		missedIn(runWith(own, others), judgesTimes)
			.filter((text) => text.startsWith(`${sends.title},`))
			.map((text) => text.replace(/.*compared with /, ''));

	it.each<[string, string[], Partial<Result>, Partial<Result>]>([
		['all reached', [], { wall: 6, cpu: 1.2 }, {}],
		['a third of the time', ['HTTP Request: wall'], { wall: 6.1 }, {}],
		['a third of the CPU', ['HTTP Request: CPU'], { cpu: 1.21 }, {}],
		[
			'two blanks at 1.16 of one path',
			['HTTP Request: wall', 'a text that is one path: wall'],
			{ wall: 1.16 },
			{ wall: 1 },
		],
		[
			'a long block',
			['HTTP Request: longest block', 'a text that is one path: longest block'],
			{ block: 46 },
			{},
		],
		[
			'a mistake of another contender',
			['HTTP Request: done', 'a text that is one path: done'],
			{},
			{ sound: false },
		],
	])('%s', (_case, missed, own, others) => {
		expect(missedBy(own, others)).toStrictEqual(missed);
	});

	it('of a short run is only that everything was done', () => {
		const unsound = { wall: 60, cpu: 60, block: 500, sound: false };
		expect(missedBy({ ...unsound, sound: true }, {}, false)).toStrictEqual([]);
		expect(missedBy(unsound, {}, false)).toHaveLength(2);
	});

	it('of the service with a limit is its own least time, and HTTP Request may lose messages', () => {
		const limited = works.filter(({ perSecond }) => perSecond !== undefined);
		const missedAt = (wall: number) => {
			const own = { ...good, wall };
			const rows = limited.flatMap((work) =>
				rowsOf(work, (name) => (name === 'voiceSms' ? own : { ...slow, done: 318, sound: false })),
			);
			return missedIn({ ...runWith(), rows });
		};
		expect(missedAt(21)).toStrictEqual([]);
		expect(missedAt(21.2)).toStrictEqual([
			"1,000 sends, at most 50 a second, compared with the service's limit: wall",
		]);
	});
});

it('the median counts, and a single mistake', () => {
	const all = [3, 1, 2].map((wall) => ({ ...good, wall, sound: wall !== 1 }));
	expect(median(all)).toStrictEqual({ ...good, wall: 2, sound: false });
});

describe('a run is sound', () => {
	const items = [0, 1].map((index) => ({
		to: `+1${index}`,
		body: `B${index}`,
		contactId: `c${index}`,
	}));
	const sent = items.map(({ to, body }, index) => ({ id: `m${index}`, to, body }));
	const outputs = sent.map(({ id }, item) => ({ json: { messageId: id }, item }));
	const work = { does: 'send', count: 2 } as const;

	it.each<[string, boolean, Parameters<typeof check>[2], typeof sent]>([
		['with everything once and in order', true, { outputs }, sent],
		['not with an error', false, { outputs, error: 'No' }, sent],
		['not without an output', false, { outputs: outputs.slice(1) }, sent],
		['not with a message that is lost', false, { outputs }, sent.slice(1)],
		[
			'not with a message that was sent twice',
			false,
			{ outputs },
			[...sent, { ...sent[0], id: 'm2' }],
		],
		['not with the text of another', false, { outputs }, [{ ...sent[0], body: 'B1' }, sent[1]]],
		['not with outputs of other items', false, { outputs: [...outputs].reverse() }, sent],
	])('%s', (_case, sound, outcome, messages) => {
		expect(check(work, items, outcome, messages).sound).toBe(sound);
	});

	it.each<[string, 'get' | 'list' | 'poll', string[], boolean]>([
		['each contact that was asked for', 'get', ['c0', 'c1'], true],
		['another contact', 'get', ['c0', 'c2'], false],
		['a whole list, the newest first', 'list', ['c1', 'c0'], true],
		['a contact twice', 'list', ['c1', 'c1'], false],
		['a short list', 'list', ['c1'], false],
		['a poll that finds nothing', 'poll', [], true],
		['a poll that finds something', 'poll', ['c1'], false],
	])('%s (%s)', (_case, does, ids, sound) => {
		const found = ids.map((id, item) => ({ json: { data: { client: { id } } }, item }));
		expect(check({ does, count: 2 }, items, { outputs: found }, []).sound).toBe(sound);
	});
});

describe('the pages', () => {
	it('have a line for each comparison, and mark what is missed', () => {
		const lines = benchmarkTable(runWith({ wall: 7 })).split('\n');
		expect(lines).toHaveLength(2 + works.flatMap(({ against }) => Object.keys(against)).length);
		expect(lines[2]).toMatch(
			/7\.00 : 20\.00 +\| \*\*0\.35 ≤ 0\.30\*\* \| 1\.00 : 4\.00 +\| 0\.25 ≤/,
		);
	});

	it('say in the README how much faster, and how many messages arrive', () => {
		const part = readmePart(runWith({}, { done: 318 }));
		expect(part.match(/\*\*20\.0 times\*\*/g)).toHaveLength(2);
		expect(part).toContain('**1,000 of 1,000** SMS arrive. With HTTP Request, 318 arrive.');
		expect(() => readmePart({ ...runWith(), rows: [] })).toThrow('The run has no "1,000 sends');
	});

	it('show the picture that `npm run docs` draws', () => {
		expect(readFileSync(join(root, picture), 'utf8')).toBe(drawBenchmark(readRun()));
		expect(drawBenchmark(runWith()).match(/>20\.00 s</g)).toHaveLength(5);
	});
});
