import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { check } from './check';
import { benchmarkPart, benchmarkTable, figures, readmePart } from './page';
import { drawBenchmark, picture } from './picture';
import { median, missed, rowsOf, type Result } from './rows';
import { titles, works, type Contender } from './works';

type Figures = Partial<Record<Contender, Partial<Result>>>;

/** A run in which this node takes a second and everybody else 20, but for the given figures. */
function rowsWith(figures: Figures = {}) {
	const good: Result = { wall: 1, cpu: 1, block: 45, done: 1_000, sound: true };
	const slow: Result = { ...good, wall: 20, cpu: 4 };
	return works.flatMap((work) =>
		rowsOf(work, (name) => ({ ...(name === 'voiceSms' ? good : slow), ...figures[name] })),
	);
}

const runWith = (figures?: Figures) => ({
	day: '2026-11-30',
	n8n: '2.0.0',
	node: '24.0.0',
	processors: 2,
	rounds: 3,
	rows: rowsWith(figures),
});

describe('what misses its target', () => {
	it.each<[string, string, string[], Figures]>([
		[titles.sends, 'httpRequest', [], { voiceSms: { wall: 6, cpu: 1.2 } }],
		[titles.sends, 'httpRequest', ['wall'], { voiceSms: { wall: 6.1 } }],
		[titles.sends, 'httpRequest', ['cpu'], { voiceSms: { cpu: 1.21 } }],
		[titles.sends, 'httpRequest', ['block'], { voiceSms: { block: 45.1 } }],
		[titles.sends, 'httpRequest', ['done'], { voiceSms: { sound: false } }],
		[titles.sends, 'httpRequest', ['done'], { httpRequest: { sound: false } }],
		[titles.sends, 'onePath', [], { voiceSms: { wall: 1.15 }, onePath: { wall: 1 } }],
		[titles.sends, 'onePath', ['wall'], { voiceSms: { wall: 1.16 }, onePath: { wall: 1 } }],
		['Dry Run of 20,000 sends', 'none', [], { voiceSms: { wall: 100, block: 50 } }],
		['Dry Run of 20,000 sends', 'none', ['block'], { voiceSms: { block: 50.1 } }],
		[titles.limited, 'limit', [], { voiceSms: { wall: 21 } }],
		[titles.limited, 'limit', ['wall'], { voiceSms: { wall: 21.1 } }],
		[titles.limited, 'httpRequest', [], { httpRequest: { sound: false } }],
		[titles.limited, 'httpRequest', ['done'], { voiceSms: { sound: false } }],
	])('%s against %s: %j', (title, name, figures, given) => {
		const row = rowsWith(given).find(({ work, other }) => work === title && other === name);
		expect(row && missed(row)).toStrictEqual(figures);
	});

	it('in a short run is no time', () => {
		const late = { wall: 100, cpu: 100, block: 500 };
		const missedBy = (own: Partial<Result>) =>
			new Set(rowsWith({ voiceSms: own }).flatMap((row) => missed(row, false)));
		expect(missedBy(late)).toStrictEqual(new Set());
		expect(missedBy({ ...late, sound: false })).toStrictEqual(new Set(['done']));
	});
});

it('the median of the times counts, and every mistake', () => {
	const [{ own }] = rowsWith();
	const all = [3, 1, 2].map((wall) => ({ ...own, wall, sound: wall !== 1 }));
	expect(median(all)).toStrictEqual({ ...own, wall: 2, sound: false });
});

describe('a run is sound', () => {
	const items = ['0', '1'].map((id) => ({ to: `+1${id}`, body: id, contactId: id }));
	const sent = items.map(({ to, body }) => ({ id: `sms ${body}`, to, body }));
	const outputs = sent.map(({ id }, item) => ({ json: { messageId: id }, item }));
	const [first, second] = sent;

	it.each<[string, boolean, Parameters<typeof check>[2], typeof sent]>([
		['everything once and in order', true, { outputs }, sent],
		['an error', false, { outputs, error: 'No' }, sent],
		['no output of an item', false, { outputs: [outputs[0]] }, sent],
		['a lost message', false, { outputs }, [second]],
		['a message sent twice', false, { outputs }, [...sent, { ...first, id: 'sms 2' }]],
		['another text', false, { outputs }, [{ ...first, body: '1' }, second]],
		['another order', false, { outputs: [...outputs].reverse() }, sent],
	])('%s: %s', (_case, sound, outcome, messages) => {
		expect(check({ does: 'send', count: 2 }, items, outcome, messages).sound).toBe(sound);
	});

	it.each<[string, boolean, object]>([
		['as it would be', true, {}],
		['another text', false, { body: 'No' }],
		['a failure', false, { outcome: 'failed' }],
	])('a check with %s: %s', (_case, sound, other) => {
		const found = items.map((one, item) => ({
			json: { outcome: 'wouldSend', ...one, ...other },
			item,
		}));
		const work = { does: 'check', count: 2 } as const;
		expect(check(work, items, { outputs: found }, []).sound).toBe(sound);
		expect(check(work, items, { outputs: found }, sent).sound).toBe(false);
	});

	it.each<['get' | 'list' | 'poll', string[], boolean]>([
		['get', ['0', '1'], true],
		['get', ['0', '2'], false],
		['list', ['1', '0'], true],
		['list', ['0', '1'], false],
		['list', ['1', '1'], false],
		['list', ['1'], false],
		['poll', [], true],
		['poll', ['1'], false],
	])('%s with contacts %j: %s', (does, ids, sound) => {
		const found = ids.map((id, item) => ({ json: { data: { client: { id } } }, item }));
		expect(check({ does, count: 2 }, items, { outputs: found }, []).sound).toBe(sound);
	});
});

describe('the pages', () => {
	it('have a line for each comparison, and mark what misses its target', () => {
		const lines = benchmarkTable(rowsWith({ voiceSms: { wall: 7 } })).split('\n');
		expect(lines).toHaveLength(2 + works.flatMap(({ against }) => Object.keys(against)).length);
		expect(lines[2]).toMatch(
			/ 7\.00 : 20\.00 +\| \*\*0\.35 ≤ 0\.30\*\* +\| 1\.00 : 4\.00 +\| 0\.25 ≤/,
		);
		expect(benchmarkPart(runWith())).toContain('Every target was reached.');
		const slow = { voiceSms: { block: 51 } };
		expect(benchmarkPart(runWith(slow))).toContain(
			`${lines.length - 2} of ${lines.length - 2} lines`,
		);
	});

	it('say in the README how much faster, and how many messages arrive', () => {
		const part = readmePart(runWith({ httpRequest: { done: 318 } }));
		expect(part.match(/\*\*20\.0 times\*\*/g)).toHaveLength(2);
		expect(part).toContain('**1,000 of 1,000** SMS arrive. With HTTP Request, 318 arrive.');
	});

	it('show the picture that `npm run docs` draws', () => {
		expect(readFileSync(join(root, picture), 'utf8')).toBe(drawBenchmark(figures.read()));
		expect(drawBenchmark(runWith()).match(/>20\.00 s</g)).toHaveLength(5);
	});
});
