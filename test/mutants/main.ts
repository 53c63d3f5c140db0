import { parseArgs } from 'node:util';

import { isSame, readAccepted } from './accepted';
import { Attempts, type Result } from './attempts';
import { changesTo, shippedFiles, type Change } from './changes';
import { Coverage, testFiles } from './coverage';
import { Worker } from './crew';
import { folderOf, report } from './report';

const usage = `npm run mutants -- [options]

Makes small changes to the shipped code, one at a time, and runs the tests that come to them.
A change that no test notices is listed, unless test/mutants/accepted says why it may be.
Exit code 1 when less than 95 % of the others are noticed in any folder.

  --folder NAME   only this folder of nodes/VoiceSms, or credentials; several with commas between
  --file PART     only files whose path holds this; several with commas between
  --sample 30%    only so many of the changes, chosen by --seed
  --seed N        default 1
  --workers N     processes side by side, default 2
  --accepted      try the accepted ones too, and name those that are noticed after all
  --thorough      ask every test that comes to a change; else those that take 15 s together
  --by            say of each change that is noticed which test noticed it`;

const { values } = parseArgs({
	options: {
		folder: { type: 'string' },
		file: { type: 'string' },
		sample: { type: 'string', default: '100%' },
		seed: { type: 'string', default: '1' },
		workers: { type: 'string', default: '2' },
		accepted: { type: 'boolean', default: false },
		by: { type: 'boolean', default: false },
		thorough: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

/** A test may take this many times as long as without a change, and so much more. */
const patience = 10;
const patienceMs = 5_000;
const loadingMs = 30_000;
const progressMs = 15_000;

async function main(): Promise<void> {
	if (values.help) return console.log(usage);
	const began = Date.now();
	const files = wantedFiles();
	const all = files.flatMap(changesTo);
	const accepted = readAccepted().filter(({ file }) => files.includes(file));
	const isAccepted = (change: Change) => accepted.some((one) => isSame(change, one));
	const chosen = sample(all);
	const tried = values.accepted ? chosen : chosen.filter((change) => !isAccepted(change));

	const coverage = new Coverage();
	const limitOf = (test: string, name: string) =>
		name === '' ? loadingMs : (coverage.timeOf(test, name) ?? 60_000) * patience + patienceMs;
	const workers = Array.from({ length: positive(values.workers) }, () => new Worker(limitOf));
	try {
		const tests = testFiles();
		await sideBySide(tests, workers, async (test, worker) => await coverage.collect(test, worker));
		for (const name of coverage.failing) console.log(`fails without any change: ${name}`);
		console.log(`${tests.length} test files looked at in ${seconds(began)} s`);

		const attempts = new Attempts(coverage, values.thorough);
		const results: Result[] = [];
		let shown = Date.now();
		await sideBySide(tried, workers, async (change, worker) => {
			const result = await attempts.attempt(change, worker);
			results.push(result);
			if (!result.noticed) console.log(`not noticed: ${nameOf(change)} | ${result.by}`);
			else if (values.by) console.log(`${nameOf(change)} | ${result.by}`);
			if (Date.now() - shown < progressMs) return;
			shown = Date.now();
			const missed = results.filter(({ noticed }) => !noticed).length;
			console.log(
				`  ${results.length} of ${tried.length}, ${missed} not noticed, ${seconds(began)} s`,
			);
		});
		for (const name of attempts.unfit) console.log(`needs the tests before it: ${name}`);
		const stale = accepted.filter((one) => !all.some((change) => isSame(change, one)));
		const { text, passed } = report(results, chosen.filter(isAccepted), isAccepted, stale);
		console.log(`${text}\n${tried.length} changes tried in ${seconds(began)} s`);
		if (!passed) process.exitCode = 1;
	} finally {
		for (const worker of workers) worker.stop();
	}
}

function wantedFiles(): string[] {
	const folders = values.folder?.split(',');
	const parts = values.file?.split(',');
	const files = shippedFiles().filter(
		(file) =>
			(folders?.some((name) => `${folderOf(file)}/`.startsWith(`${name}/`)) ?? true) &&
			(parts?.some((part) => file.includes(part)) ?? true),
	);
	if (files.length === 0) throw new Error('No shipped file is meant by that.');
	return files;
}

/** So many of the changes, the same ones for the same seed. */
function sample(changes: Change[]): Change[] {
	const share = Number.parseFloat(values.sample) / 100;
	if (!(share > 0 && share <= 1)) throw new Error('--sample takes a share such as 30%.');
	if (share === 1) return changes;
	let state = positive(values.seed);
	const random = () => {
		// Park and Miller's generator.
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
	return changes.filter(() => random() < share);
}

async function sideBySide<T>(
	list: T[],
	workers: Worker[],
	work: (entry: T, worker: Worker) => Promise<void>,
): Promise<void> {
	const rest = list.values();
	await Promise.all(
		workers.map(async (worker) => {
			for (const entry of rest) await work(entry, worker);
		}),
	);
}

function positive(text: string): number {
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1) throw new Error(`"${text}" is no number from 1 up.`);
	return number;
}

function nameOf({ file, line, what }: Change): string {
	return `${file}:${line}  ${what}`;
}

function seconds(since: number): number {
	return Math.round((Date.now() - since) / 1000);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	// Another worker may still be at its order, which nobody waits for any more.
	process.exit(1);
});
