import { runInNewContext } from 'node:vm';

import { transpile } from 'typescript';

import { changed, changesIn, changesTo, roomOf, sampleOf } from './changes';
import { marksName, withMarks } from './marks';
import { report } from './report';
import { Tester } from './tester';
import { Trial } from './trial';

describe('the changes to a source', () => {
	it.each([
		['a < b', ['a < b → a <= b']],
		['a && b', ['a && b → a || b']],
		['a ?? b', ['a ?? b → a']],
		['"a" + b', []],
		['-a', ['-a → a']],
		['7', ['7 → 8', '7 → 6']],
		['0', ['0 → 1']],
		['5_000', ['5_000 → 10000', '5_000 → 2500']],
		["['a', 'b']", ["['a', 'b'] → ['b']", "['a', 'b'] → ['a']"]],
		['/^a$/u', ['/^a$/u → /a$/u', '/^a$/u → /^a/u']],
		['a.some(b)', ['a.some(b) → a.every(b)']],
		['a.trim()', ['a.trim() → a']],
		['a?.b', ['a?.b → a.b']],
		['a?.(b)', ['a?.(b) → a(b)']],
		['a ? b : c', ['a → !(a)']],
		['() => a', ['a → undefined']],
		['() => true', ['true → false']],
		['() => a in b', ['a in b → true', 'a in b → false']],
		['{ displayName: "A", value: 7 }', []],
	])('for %s', (value, expected) => {
		const changes = changesIn('a.ts', `const x: 1 = ${value};`);
		expect(changes.map(({ what }) => what)).toStrictEqual(expected);
	});

	it.each([
		['a();', ['a(); → ;']],
		['throw a;', ['throw a; → ;']],
		['if (a === b) c = d;', ['a === b → a !== b', 'c = d; → ;']],
		['while (a) {}', ['a → !(a)']],
		['function f() { return a; }', ['a → undefined']],
	])('for %s', (source, expected) => {
		expect(changesIn('a.ts', source).map(({ what }) => what)).toStrictEqual(expected);
	});

	it('stand in its place', () => {
		const source = 'let a;\nconst b = 1 + 2 * a;';
		const [sum, , , product] = changesIn('a.ts', source);
		expect(sum.line).toBe(2);
		expect(changed(source, sum)).toBe('let a;\nconst b = 1 - 2 * a;');
		expect(changed(source, product)).toBe('let a;\nconst b = 1 + 2 / a;');
	});
});

describe('a sample', () => {
	const changes = changesIn('a.ts', 'f(1);'.repeat(1000));

	it('is a share of the changes, the same one for the same seed', () => {
		const sample = sampleOf(changes, '10%', '1');
		expect(sample.length / changes.length).toBeCloseTo(0.1, 1);
		expect(sampleOf(changes, '10%', '1')).toStrictEqual(sample);
		expect(sampleOf(changes, '10%', '2')).not.toStrictEqual(sample);
		expect(sampleOf(changes, '100%', '1')).toHaveLength(changes.length);
	});

	it('is so many changes of each room', () => {
		const two = [
			...changes,
			...changes.slice(0, 3).map((one) => ({ ...one, file: 'credentials/a.ts' })),
		];
		expect(sampleOf(two, '5', '1').map(({ file }) => roomOf(file))).toStrictEqual([
			...Array.from({ length: 5 }, () => roomOf(changes[0].file)),
			...Array.from({ length: 3 }, () => 'credentials'),
		]);
		expect(() => sampleOf(changes, 'many', '1')).toThrow('--sample takes');
	});
});

describe('marks', () => {
	const source = `
		function branches(a) { if (a) return 1; return 2; }
		const both = (a, b = 3) => [a, b].map((c) => c + 4);
		class Counter { from = 5; next() { this.from += 6; } }`;

	it.each([
		['', []],
		['branches(true)', ['1']],
		['branches(false)', ['2']],
		['both(1, 2)', ['4']],
		['both(1)', ['3', '4']],
		['new Counter()', ['5']],
		['new Counter().next()', ['5', '6']],
	])('of %s are the numbers that it passes', (call, expected) => {
		const changes = changesIn('a.ts', source).filter(({ replacement }) => /^\d$/.test(replacement));
		const marks = new Uint8Array(changes.length);
		const marked = withMarks(source, new Map(changes.entries()));
		runInNewContext(transpile(`${marked};${call}`), { [marksName]: marks });
		const passed = changes.filter((_, number) => marks[number] === 1);
		const numbers = passed.map(({ start, end }) => source.slice(start, end));
		expect([...new Set(numbers)]).toStrictEqual(expected);
	});
});

describe('the table', () => {
	const changes = Array.from({ length: 30 }, (_, at) => ({
		...changesIn(`nodes/VoiceSms/${at < 20 ? 'api' : 'run'}/a.ts`, 'f();')[0],
	}));
	const rowsOf = (missed: number) => {
		const tried = changes.slice(0, 10);
		const { text, passed } = report(tried, tried.slice(0, missed), changes);
		const rows = text.split('\n').map((line) =>
			line
				.split(/[│\s]+/)
				.filter(Boolean)
				.join(' '),
		);
		return { rows, passed };
	};

	it('has a row for each room, with the number of changes that were tried', () => {
		expect(rowsOf(1)).toMatchObject({ passed: true });
		expect(rowsOf(1).rows).toEqual(expect.arrayContaining(['api 20 10 9 1 90.0', 'run 10 0 0 0']));
	});

	it('says where tests notice less than 90 %', () => {
		expect(rowsOf(2)).toMatchObject({ passed: false });
		expect(rowsOf(2).rows).toContain('api 20 10 8 2 80.0 (too few)');
	});
});

describe('a trial', () => {
	const file = 'nodes/VoiceSms/util/fitted.ts';
	const tester = new Tester();
	afterAll(() => tester.stop());

	it('tells changes that a test notices, or that end the process, from one without a difference', async () => {
		const comparison = changesTo(file).find(
			({ what }) => what === 'text.length <= characters → text.length < characters',
		);
		if (comparison === undefined) throw new Error('fitted.ts has another comparison');
		const changes = ['!(text.length <= characters)', 'characters >= text.length', 'process.exit()'];
		const trial = new Trial(changes.map((replacement) => ({ ...comparison, replacement })));
		await trial.look('test/unit/util/fitted.test.ts', tester);
		const noticed = [];
		for (const change of trial.changes) noticed.push(await trial.isNoticed(change, tester));
		expect(noticed).toStrictEqual([true, false, true]);
		expect([...trial.failing]).toStrictEqual([]);
	});
});
