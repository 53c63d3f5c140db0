import { replaced } from '../../../bench/docs';
import { draw, pictures } from '../../../bench/picture';
import type { ContenderName, Work } from '../../../bench/plan';
import { contendersOf, planOf, titleOf, workKinds } from '../../../bench/plan';
import { inReadme, readmePart } from '../../../bench/readme';
import { report } from '../../../bench/report';
import type { Result } from '../../../bench/result';
import { broken } from '../../../bench/smoke';
import type { Section } from '../../../bench/targets';
import { verdicts } from '../../../bench/targets';

const good: Result = {
	wall: 2,
	cpu: 2,
	resident: 10,
	block: 5,
	inOrder: true,
	complete: true,
	mostInFlight: 32,
	requests: 1_000,
	refused: 0,
	first: 0.1,
	span: 5,
	meanMs: 40,
	expressionEngine: 'vm',
};

const sends: Work = { kind: 'send', count: 1_000, latencyMs: 20 };

function section(work: Work, rows: Partial<Record<ContenderName, Partial<Result>>>): Section {
	return {
		work,
		rows: Object.entries(rows).map(([contender, result]) => ({
			contender: contender as ContenderName,
			runs: 3,
			result: { ...good, ...result },
		})),
	};
}

const run = (sections: Section[]) => ({
	...{ node: '24.0.0', n8n: '2.0.0', expressionEngine: 'vm', processors: 2 },
	size: 'full' as const,
	sections,
});

describe('what must hold', () => {
	const heldOf = (work: Work, rows: Partial<Record<ContenderName, Partial<Result>>>) =>
		Object.fromEntries(
			verdicts([section(work, rows)]).map(({ what, held }) => [what.split(': ').pop(), held]),
		);

	it.each<[string, Work, Partial<Record<ContenderName, Partial<Result>>>, string, boolean]>([
		[
			'a ratio',
			sends,
			{ voiceSms: { wall: 3 }, httpRequest: { wall: 10 } },
			'wall, of HTTP Request',
			true,
		],
		[
			'a ratio',
			sends,
			{ voiceSms: { wall: 3.1 }, httpRequest: { wall: 10 } },
			'wall, of HTTP Request',
			false,
		],
		[
			'Send Once',
			{ ...sends, kind: 'once' },
			{ voiceSms: { wall: 4 }, withoutOption: { wall: 1 } },
			'wall, of that without',
			false,
		],
		[
			'two blanks at 1.15 of one path',
			sends,
			{ voiceSms: { wall: 1.15 }, onePath: { wall: 1 } },
			'wall, of a text that is one path',
			true,
		],
		[
			'two blanks at 1.16 of one path',
			sends,
			{ voiceSms: { wall: 1.16 }, onePath: { wall: 1 } },
			'wall, of a text that is one path',
			false,
		],
		[
			'8 slots of 40 ms, 1,000 sends in 5.5 s',
			{ ...sends, kind: 'slots' },
			{ voiceSms: { span: 5.5 } },
			'share of its capacity',
			true,
		],
		[
			'8 slots of 40 ms, 1,000 sends in 5.6 s',
			{ ...sends, kind: 'slots' },
			{ voiceSms: { span: 5.6 } },
			'share of its capacity',
			false,
		],
		[
			'50/s, 1,000 sends in 21.1 s',
			{ ...sends, kind: 'bucket' },
			{ voiceSms: { span: 21.1 } },
			'share of its rate',
			true,
		],
		[
			'50/s, 1,000 sends in 21.2 s',
			{ ...sends, kind: 'bucket' },
			{ voiceSms: { span: 21.2 } },
			'share of its rate',
			false,
		],
		[
			'refusals',
			{ ...sends, kind: 'bucket' },
			{ voiceSms: { refused: 101 } },
			'requests refused',
			false,
		],
		[
			'the first of many',
			{ ...sends, count: 20_000 },
			{ voiceSms: { first: 2.1 } },
			'first message at the service',
			false,
		],
		[
			'an output that is missing',
			sends,
			{ voiceSms: { complete: false } },
			'everything, once and in order',
			false,
		],
	])('%s', (_case, work, rows, what, held) => {
		expect(heldOf(work, rows)).toMatchObject({ [what]: held });
	});
});

describe('the smoke run', () => {
	it('has every kind of work', () => {
		expect([...new Set(planOf(workKinds, 'smoke').map(({ kind }) => kind))]).toEqual([
			...workKinds,
		]);
	});

	it.each<[string, Work, ContenderName, Partial<Result>, number]>([
		['whole and in order', sends, 'httpRequest', {}, 0],
		['not whole', sends, 'httpRequest', { complete: false }, 1],
		['not in order', sends, 'raw', { inOrder: false }, 1],
		['an error', sends, 'oneByOne', { error: 'No' }, 1],
		[
			'refused messages of another contender',
			{ ...sends, kind: 'storm' },
			'raw',
			{ complete: false },
			0,
		],
		[
			'refused messages of this node',
			{ ...sends, kind: 'storm' },
			'voiceSms',
			{ complete: false },
			1,
		],
	])('%s', (_case, work, contender, result, faults) => {
		expect(broken([section(work, { [contender]: result })])).toHaveLength(faults);
	});
});

describe('works that are measured again', () => {
	const polls: Work = { kind: 'once', count: 1_000, latencyMs: 0 };
	const full = run([section(sends, { voiceSms: { wall: 3 } }), section(polls, { voiceSms: {} })]);
	const part = run([section(sends, { voiceSms: { wall: 2 } })]);

	it('take the place of what they were, and are named', () => {
		const { sections, again } = replaced(full, part);
		expect(sections).toStrictEqual([part.sections[0], full.sections[1]]);
		expect(again).toStrictEqual([titleOf(sends)]);
		expect(replaced({ ...full, again: ['other', titleOf(sends)] }, part).again).toStrictEqual([
			'other',
			titleOf(sends),
		]);
		expect(report(replaced(full, part), [])).toContain(
			`with all their contenders: ${titleOf(sends)}.`,
		);
		expect(report(full, [])).not.toContain('measured again later');
	});

	it('are refused where they were not measured in the same way', () => {
		expect(() => replaced(full, { ...part, node: '25.0.0' })).toThrow('node was 24.0.0');
	});

	it('that are new stand last', () => {
		const other = run([section({ ...sends, count: 7 }, {})]);
		const { sections } = replaced(full, other);
		expect(sections).toStrictEqual([...full.sections, ...other.sections]);
	});
});

describe('what a full run writes', () => {
	const sections = planOf(workKinds, 'full').map((work) =>
		section(work, Object.fromEntries(contendersOf(work).map((name) => [name, {}]))),
	);

	it('a picture has a panel for each work and a bar with its seconds for each contender', () => {
		const svg = draw(pictures[0], sections) ?? '';
		expect(svg.match(/[\d,]+ sends, service latency \d+ ms/g)).toEqual([
			'1,000 sends, service latency 0 ms',
			'1,000 sends, service latency 20 ms',
			'1,000 sends, service latency 100 ms',
			'20,000 sends, service latency 0 ms',
		]);
		expect(svg.match(/>2\.0 s</g)).toHaveLength(3 * 4 + 3);
	});

	it('is no picture without a work that it shows', () => {
		expect(draw(pictures[0], [])).toBeUndefined();
	});

	it('the README has its part changed and nothing else', () => {
		const readme = 'A\n\n<!-- benchmark -->\nold\n<!-- /benchmark -->\n\nB\n';
		expect(inReadme(readme, 'New')).toBe(
			'A\n\n<!-- benchmark -->\n\nNew\n\n<!-- /benchmark -->\n\nB\n',
		);
		expect(() => inReadme('A', 'New')).toThrow('no place');
	});

	it('the README says how much faster, and how many messages arrive', () => {
		const told = sections.map(({ work }) =>
			section(work, {
				voiceSms: { wall: 2, delivered: { once: 1_000, twice: 0, never: 0 } },
				httpRequest: { wall: 9, delivered: { once: 207, twice: 0, never: 793 } },
			}),
		);
		const part = readmePart(run(told));
		expect(part.match(/\*\*4\.5 times\*\*/g)).toHaveLength(2);
		expect(part).toContain('**1,000 of 1,000** SMS arrive. With HTTP Request, 207 arrive.');
		expect(() => readmePart(run([]))).toThrow('The run has no send by httpRequest.');
	});
});
