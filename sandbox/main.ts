import { companyNumbers } from '../test/simulator';
import { compile, place, rebuildOnChange } from './dev';
import { owner } from './n8n';
import { step } from './progress';
import { startQueue, type Queue } from './queue/queue';
import { restartWorkers } from './queue/restarts';
import { databaseUser } from './queue/servers';
import { reportFirstExample } from './report';
import { startSandbox, type Sandbox } from './sandbox';

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
		throw new Error(`Unknown: ${unknown.join(' ')}. The flags are ${known.join(', ')}.`);
	const isQueue = flags.includes('--queue');
	if (isQueue && flags.some((flag) => ['--dev', '--inspect'].includes(flag)))
		throw new Error('--queue does not go with --dev or --inspect.');
	const justOnce = flags.includes('--once');
	const isDev = flags.includes('--dev');
	const nodeOptions = [
		...(isDev ? ['--enable-source-maps'] : []),
		...(flags.includes('--inspect') ? [`--inspect=${inspector}`] : []),
	];

	let starting = true;
	const stopAsked = new Promise<'stop'>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			// While starting there is nothing to end in good order: what was started ends with us.
			process.on(signal, () => (starting ? process.exit(interrupted) : resolve('stop')));
		}
	});

	// A check begins from nothing; a sandbox someone works in keeps what they made.
	if (isDev) await step('Compiling with source maps', compile);
	const queue = isQueue
		? await startQueue(justOnce ? { home: 'queueCheck', fresh: true } : { port: usualPort })
		: undefined;
	const sandbox =
		queue ??
		(await startSandbox({
			...(justOnce ? { home: 'check', fresh: true } : { port: usualPort }),
			...(isDev ? { installed: place } : {}),
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
			console.log(`\nn8n editor   ${sandbox.n8n.url}`);
			console.log(`log in as    ${owner.email}, password ${owner.password}`);
			console.log(`simulator    ${sandbox.simulator.baseUrl}, API key ${sandbox.simulator.apiKey}`);
			for (const line of howToMakeThingsArrive(sandbox.simulator.url)) console.log(line);
			if (flags.includes('--inspect')) console.log(`debugger     ${inspector}`);
			if (isDev) console.log('\nA change under nodes/ or credentials/ is built and taken over.');
			console.log('\nCtrl-C stops everything.');
			// In development, n8n ends and starts again, and what crashed is mended by the next change.
			await (isDev ? stopAsked : Promise.race([stopAsked, sandbox.n8n.crashed]));
			console.log('\nStopping');
		}
	} finally {
		restarts?.stop();
		await dev?.stop();
		await sandbox.stop();
		if (justOnce)
			console.log(
				process.exitCode === 0 ? 'All is right. Everything is stopped.' : 'Everything is stopped.',
			);
	}
}

/** The simulator's own address takes in what a customer would do. */
function howToMakeThingsArrive(url: string): string[] {
	const post = (path: string, body: object) =>
		`curl -H 'content-type: application/json' -d '${JSON.stringify(body)}' ${url}/__simulator/${path}`;
	const [customer, own] = ['+15557770001', companyNumbers[0]];
	return [
		`an SMS comes  ${post('sms', { from: customer, to: own, body: 'Hello' })}`,
		`a call comes  ${post('calls', { direction: 'INBOUND', fromNumber: customer, toNumber: own })}`,
	];
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
