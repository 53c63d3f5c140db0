import { compile, place, rebuildOnChange } from './dev';
import { owner } from './n8n';
import { step } from './progress';
import { startQueue, type Queue } from './queue/queue';
import { restartWorkers } from './queue/restarts';
import { databaseUser } from './queue/servers';
import { reportFirstExample } from './report';
import { startSandbox, type Sandbox } from './sandbox';
import { lineOf, prepareTries, publishedExamples } from './tries';
import { ofAPractice } from './workflows';

const interrupted = 130;
const usualPort = 5678;

const inspector = '127.0.0.1:9229';

/**
 * `npm start`: starts everything, runs the first example, and stays up unless told `--once`.
 * `npm run dev` is the same with `--dev`: each change of the sources is built and taken over.
 * With `--inspect` a debugger can attach to n8n. `npm run start:queue` is `npm start` with `--queue`: n8n in
 * queue mode, with two workers.
 */
export async function main(flags: string[]) {
	const known = ['--once', '--dev', '--inspect', '--queue'];
	const unknown = flags.filter((flag) => !known.includes(flag));
	if (unknown.length > 0)
		throw new Error(`Unknown option: ${unknown.join(' ')}. The options are ${known.join(', ')}.`);
	const isQueue = flags.includes('--queue');
	if (isQueue && flags.some((flag) => ['--dev', '--inspect'].includes(flag)))
		throw new Error('--queue cannot be combined with --dev or --inspect.');
	const justOnce = flags.includes('--once');
	const isDev = flags.includes('--dev');
	const nodeOptions = [
		...(isDev ? ['--enable-source-maps'] : []),
		...(flags.includes('--inspect') ? [`--inspect=${inspector}`] : []),
	];

	let starting = true;
	const stopAsked = new Promise<'stop'>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			// While starting there is nothing to end in good order: n8n and the others end with this process.
			process.on(signal, () => (starting ? process.exit(interrupted) : resolve('stop')));
		}
	});

	// A check begins from nothing; a sandbox someone works in keeps what they made.
	if (isDev) await step('Compiling with source maps', compile);
	const queue = isQueue
		? await startQueue({
				...(justOnce ? { home: 'queueCheck', fresh: true } : { port: usualPort }),
				credential: ofAPractice,
			})
		: undefined;
	const sandbox =
		queue ??
		(await startSandbox({
			...(justOnce ? { home: 'check', fresh: true } : { port: usualPort }),
			...(isDev ? { installed: place } : {}),
			credential: ofAPractice,
			nodeOptions,
		}));
	starting = false;
	const restarts = queue && restartWorkers(queue);
	const dev = isDev ? rebuildOnChange(sandbox) : undefined;
	try {
		const first = await Promise.race([stopAsked, sandbox.n8n.crashed, showFirstExample(sandbox)]);
		if (queue) showWorkers(queue);
		if (justOnce) process.exitCode = first === 'right' ? 0 : 1;
		else if (first !== 'stop') {
			await Promise.race([sandbox.n8n.crashed, prepareTries(sandbox)]);
			console.log(`\nOpen the phone, and see three things to try: ${sandbox.simulator.url}/phone`);
			console.log(`\nn8n editor   ${sandbox.n8n.url}`);
			console.log(`log in as    ${owner.email}, password ${owner.password}`);
			console.log(`simulator    ${sandbox.simulator.baseUrl}, API key ${sandbox.simulator.apiKey}`);
			console.log(
				`AI builders  ${sandbox.n8n.url}/mcp-server/http, after Settings → Instance-level MCP → Enable MCP access`,
			);
			if (flags.includes('--inspect')) console.log(`debugger     ${inspector}`);
			const [answers, texts] = publishedExamples(sandbox);
			console.log(
				`published    "${answers.name}" (each SMS gets its answer) and "${texts.name}": unpublish them before you try others`,
			);
			if (isDev)
				console.log(
					'\nWhen you save a file under nodes/ or credentials/, it is compiled and n8n starts again.',
				);
			showTries(sandbox);
			console.log('\nCtrl-C stops everything.');
			// In development, n8n ends and starts again, and the next change repairs what crashed.
			await (isDev ? stopAsked : Promise.race([stopAsked, sandbox.n8n.crashed]));
			console.log('\nStopping');
		}
	} finally {
		restarts?.stop();
		await dev?.stop();
		await sandbox.stop();
		if (justOnce)
			console.log(process.exitCode === 0 ? 'Everything works. All is stopped.' : 'All is stopped.');
	}
}

function showTries({ simulator: { tries, url } }: Sandbox) {
	console.log("\nThe phone's buttons as lines, for scripts:");
	for (const one of tries) console.log(lineOf(one, url));
	console.log('What the service has done so far:');
	console.log(`curl ${url}/__simulator/ledger`);
}

async function showFirstExample(sandbox: Sandbox): Promise<'right' | 'wrong'> {
	const [first] = sandbox.examples;
	const credential = await sandbox.testCredential();
	console.log(`\nCredential test: ${credential.status}, ${credential.message}`);
	const run = await sandbox.runWorkflow(first);
	const { table, problems } = reportFirstExample(run, sandbox.simulator, credential);
	console.log(`"${first.name}": ${run.status}\n${table}`);
	if (problems.length === 0) return 'right';
	console.error([...problems, `n8n's log: ${sandbox.n8n.logFile}`].join('\n'));
	return 'wrong';
}

function showWorkers({ redis, postgres, workers, finishedBy }: Queue) {
	console.log(`\nRedis        127.0.0.1:${redis.port}, process ${redis.pid}`);
	console.log(
		`PostgreSQL   127.0.0.1:${postgres.port}, process ${postgres.pid}, user ${databaseUser}, database postgres, no password`,
	);
	for (const [index, { pid, logFile }] of workers.entries()) {
		const ran = finishedBy(index);
		const what = ran.length === 0 ? 'nothing yet' : `execution ${ran.join(', ')}`;
		console.log(`worker ${index + 1}     process ${pid}, ran ${what}, log ${logFile}`);
	}
}
