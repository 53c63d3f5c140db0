import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { root } from '../../sandbox/paths';
import type { Change } from './changes';
import { shippedFiles } from './changes';
import type { TestName } from './circus';
import type { Ending, Worker } from './crew';
import type { Place } from './probes';
import { placesIn } from './probes';

type Covered = Ending & { kind: 'covered' };

export interface Candidate {
	test: string;
	name: TestName;
	ms: number;
}

const cache = join(root, 'node_modules', '.cache', 'mutants');
/** What these look at does not change with the sources: the tarball, and the sources' own texts. */
const leftOut = ['test/engine/package.test.ts'];
/** Folders of tests that run the shipped code. */
const tiers = ['unit', 'engine', 'source'];

/** Every test file that a change could make fail. */
export function testFiles(): string[] {
	return tiers
		.filter((tier) => existsSync(join(root, 'test', tier)))
		.flatMap((tier) => filesUnder(`test/${tier}`))
		.filter((file) => file.endsWith('.test.ts') && !leftOut.includes(file));
}

/** Which test passes which place of the sources. */
export class Coverage {
	private readonly first = new Map<string, number>();
	private readonly places = new Map<string, Place[]>();
	private readonly tests = new Map<string, Covered>();
	private readonly hash: string;
	/** Tests that fail without any change; they tell nothing. */
	readonly failing: string[] = [];

	constructor() {
		let count = 0;
		for (const file of shippedFiles()) {
			const places = placesIn(readFileSync(join(root, file), 'utf8'));
			this.places.set(file, places);
			this.first.set(file, count);
			count += places.length;
		}
		const others = ['harness', 'simulator', 'mutants'].flatMap((name) =>
			filesUnder(`test/${name}`),
		);
		this.hash = hashOf([...shippedFiles(), ...others.filter((file) => !file.endsWith('.json'))]);
	}

	/** Runs a test file once, unless it and the sources are those of the last time. */
	async collect(test: string, worker: Worker): Promise<void> {
		const kept = join(cache, `${hashOf([test], this.hash)}.json`);
		if (existsSync(kept)) {
			this.take(test, JSON.parse(readFileSync(kept, 'utf8')) as Covered);
			return;
		}
		const ending = await worker.carryOut({ kind: 'cover', test });
		if (ending.kind !== 'covered') {
			throw new Error(`${test} does not run: ${'why' in ending ? ending.why : ending.kind}`);
		}
		this.take(test, ending);
		if (ending.tests.some(({ error }) => error !== undefined)) return;
		mkdirSync(cache, { recursive: true });
		writeFileSync(kept, JSON.stringify(ending));
	}

	private take(test: string, covered: Covered): void {
		for (const { name, error } of covered.tests) {
			if (error !== undefined) this.failing.push(`${test}: ${name}: ${error}`);
		}
		const tests = covered.tests.filter(({ error }) => error === undefined);
		this.tests.set(test, { ...covered, tests });
	}

	/** The tests that pass the place of a change; those of a file that passes it while it is loaded. */
	of({ file, start, end }: Change): Candidate[] {
		const places = this.places.get(file) ?? [];
		const first = this.first.get(file) ?? 0;
		const inner = places.findLastIndex((place) => place.start <= start && end <= place.end);
		// Outside of all places (a field of a class, a default of a parameter): who passes any.
		const from = inner === -1 ? first : first + inner;
		const to = inner === -1 ? first + places.length : from + 1;
		const isThere = (place: number) => place >= from && place < to;
		return [...this.tests].flatMap(([test, { tests, loading }]) => {
			const all = loading.some(isThere);
			return tests
				.filter((one) => all || one.places.some(isThere))
				.map(({ name, ms }) => ({ test, name, ms }));
		});
	}

	/** Milliseconds that a test took without a change; undefined when it did not run. */
	timeOf(test: string, name: TestName): number | undefined {
		return this.tests.get(test)?.tests.find((one) => one.name === name)?.ms;
	}
}

function filesUnder(folder: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.\w+$/.test(file))
		.map((file) => `${folder}/${file.split(sep).join('/')}`)
		.sort();
}

function hashOf(files: string[], seed = ''): string {
	const hash = createHash('sha256').update(seed);
	for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
	return hash.digest('hex').slice(0, 32);
}
