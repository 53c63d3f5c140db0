import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { installN8n } from '../../sandbox/install';
import { root } from '../../sandbox/paths';
import { Bench, versionOf } from './bench';
import { contenderNames, planOf, workKinds } from './plan';
import type { Size } from './plan';
import { docsOf, readRun, replaced, writeDocs, written } from './docs';
import { report, type Run } from './report';
import { broken } from './smoke';
import { verdictTable } from './table';
import { verdicts, type Section } from './targets';

const usage = `npm run bench -- [options]

  --smoke           a tiny version of every work, once: does everything run? Judges no figure
  --quick           fewer and smaller works, one run of each, for development
  --only KINDS      of ${workKinds.join(', ')}: those named, with commas between
  --replace         with --only: puts the figures into what the last full run wrote
  --with NAMES      of ${contenderNames.join(', ')}: those named
  --check           exit code 1 when something that must hold does not
  --package FOLDER  measure the package whose sources are there, default this one
  --profile FOLDER  write CPU profiles of the measured parts there (.cpuprofile)
  --render          measure nothing: write anew what the last full run wrote, from its figures

A full run writes ${written.join(', ')}.
With --smoke, --quick, --only, --with or --package nothing is written.`;

const { values } = parseArgs({
	options: {
		smoke: { type: 'boolean', default: false },
		quick: { type: 'boolean', default: false },
		only: { type: 'string' },
		replace: { type: 'boolean', default: false },
		with: { type: 'string' },
		check: { type: 'boolean', default: false },
		package: { type: 'string' },
		profile: { type: 'string' },
		render: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

async function main(): Promise<void> {
	if (values.help) return console.log(usage);
	if (values.render) return writeDocs(readRun());
	if (values.replace && (values.only === undefined || values.with !== undefined)) {
		throw new Error(
			'--replace goes with --only, and not with --with: a work is compared with all others.',
		);
	}
	await installN8n();
	const size: Size = values.smoke ? 'smoke' : values.quick ? 'quick' : 'full';
	const plan = planOf(listed(values.only, workKinds), size);
	const contenders = listed(values.with, contenderNames);
	const bench = new Bench({
		size,
		package: values.package ?? root,
		profile: values.profile,
	});
	try {
		await bench.prepare();
		let sections: Section[] = [];
		if (size === 'smoke') sections = await bench.together(plan, contenders);
		else for (const work of plan) sections.push(await bench.section(work, contenders));
		finish(runOf(bench.node, size, sections));
	} finally {
		bench.stop();
	}
}

function finish(run: Run): void {
	const { sections, size } = run;
	if (size === 'smoke') {
		// Whether its tables and pictures can be written, beside those of the last full run.
		const full = readRun();
		docsOf({ ...full, sections: [...full.sections, ...sections] });
		const faults = broken(sections);
		console.log(faults.length === 0 ? 'Everything runs' : `Broken:\n${faults.join('\n')}`);
		if (faults.length > 0) process.exitCode = 1;
		return;
	}
	const judged = verdicts(sections);
	console.log(`\n${report(run, judged)}`);
	const partial = [values.only, values.with, values.package].some((one) => one !== undefined);
	if (size === 'full' && !partial) writeDocs(run);
	if (values.replace) writeDocs(replaced(readRun(), run));
	const missed = judged.filter(({ held }) => !held);
	if (missed.length > 0) {
		console.log(`\nMissed:\n${verdictTable(missed)}`);
		if (values.check) process.exitCode = 1;
	}
}

function runOf(node: string, size: Size, sections: Section[]): Run {
	const engines = sections.flatMap(({ rows }) => rows.map(({ result }) => result.expressionEngine));
	return {
		node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1),
		n8n: versionOf('n8n'),
		expressionEngine: engines.find((engine) => engine !== 'none') ?? 'none',
		size,
		processors: availableParallelism(),
		sections,
	};
}

function listed<T extends string>(text: string | undefined, all: readonly T[]): readonly T[] {
	if (text === undefined) return all;
	const names = text.split(',');
	const unknown = names.find((name) => !all.includes(name as T));
	if (unknown !== undefined) throw new Error(`Not one of ${all.join(', ')}: ${unknown}`);
	return names as T[];
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
