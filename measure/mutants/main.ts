import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseArgs } from 'node:util';

import { root } from '../../sandbox/paths';
import { type Change, changesTo, sampleOf, shippedFiles } from './changes';
import { report } from './report';
import { Tester } from './tester';
import { Trial } from './trial';

/*
 * npm run mutants -- [room or file …] [--sample 3% or 40] [--seed 1]
 * Changes the shipped code in one place at a time, and runs the tests that come there. Lists the changes
 * that no test notices, then a table; exit code 1 when tests notice less than 90 % in a room.
 */

/** Folders of tests; engine tests take longer, so they try what the others did not notice. */
const tiers = [['unit', 'source'], ['engine']];
/** Processes side by side. */
const atOnce = 2;
const progressMs = 30_000;

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: {
			sample: { type: 'string', default: '100%' },
			seed: { type: 'string', default: '1' },
		},
		allowPositionals: true,
	});
	const all = filesUnder(positionals).flatMap(changesTo);
	const changes = sampleOf(all, values.sample, values.seed);
	console.log(`${changes.length} of ${all.length} changes`);
	const testers = Array.from({ length: atOnce }, () => new Tester());
	try {
		let left = changes;
		for (const tier of tiers) left = await missedBy(tier, left, testers);
		for (const { file, line, what } of left) console.log(`not noticed: ${file}:${line}  ${what}`);
		const { text, passed } = report(changes, left, all);
		console.log(text);
		if (!passed) process.exitCode = 1;
	} finally {
		for (const tester of testers) tester.stop();
	}
}

/** The changes that no test of these folders notices. */
async function missedBy(tier: string[], changes: Change[], testers: Tester[]): Promise<Change[]> {
	if (changes.length === 0) return [];
	const trial = new Trial(changes);
	await eachOf(
		tier.flatMap(testsIn),
		'test files run without any change',
		testers,
		async (test, tester) => {
			await trial.look(test, tester);
		},
	);
	const missed: Change[] = [];
	await eachOf(changes, 'changes tried', testers, async (change, tester) => {
		if (!(await trial.isNoticed(change, tester))) missed.push(change);
	});
	for (const test of trial.failing)
		console.log(`left out, as it fails without any change: ${test}`);
	console.log(
		`${missed.length} of ${changes.length} changes not noticed by ${tier.join(' and ')} tests`,
	);
	return changes.filter((change) => missed.includes(change));
}

/** The shipped files whose path begins so, from the root, from nodes/VoiceSms or as a room; all without any. */
function filesUnder(parts: string[]): string[] {
	const files = shippedFiles();
	const chosen = parts.map((part) => {
		const starts = [part, `nodes/VoiceSms/${part}`];
		const found = files.filter((file) => starts.some((start) => file.startsWith(start)));
		if (found.length === 0) throw new Error(`No shipped file begins with "${part}".`);
		return found;
	});
	return parts.length === 0 ? files : [...new Set(chosen.flat())];
}

/** The test files of a folder that run the shipped code: all but that of the tarball. */
function testsIn(folder: string): string[] {
	return readdirSync(join(root, 'test', folder), { recursive: true, encoding: 'utf8' })
		.map((file) => `test/${folder}/${file.split(sep).join('/')}`)
		.filter((file) => file.endsWith('.test.ts') && file !== 'test/engine/package.test.ts');
}

/** Does the work on each entry, one after the other in each process; shows how far it is. */
async function eachOf<T>(
	entries: T[],
	done: string,
	testers: Tester[],
	work: (entry: T, tester: Tester) => Promise<void>,
): Promise<void> {
	let count = 0;
	const rest = entries.values();
	const show = () => console.log(`${count} of ${entries.length} ${done}`);
	const timer = setInterval(show, progressMs);
	const workAt = async (tester: Tester) => {
		for (const entry of rest) {
			await work(entry, tester);
			count++;
		}
	};
	await Promise.all(testers.map(workAt)).finally(() => clearInterval(timer));
	show();
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
