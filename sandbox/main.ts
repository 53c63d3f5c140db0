import { owner } from './n8n';
import { reportFirstExample } from './report';
import { startSandbox, type Sandbox } from './sandbox';

const interrupted = 130;

/** `npm start`: starts everything, runs the first example, and stays up unless told `--once`. */
export async function main(flags: string[]) {
	const unknown = flags.filter((flag) => flag !== '--once');
	if (unknown.length > 0)
		throw new Error(`Unknown: ${unknown.join(' ')}. The only flag is --once.`);
	const justOnce = flags.includes('--once');

	let starting = true;
	const stopAsked = new Promise<'stop'>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			// While starting there is nothing to end in good order: what was started ends with us.
			process.on(signal, () => (starting ? process.exit(interrupted) : resolve('stop')));
		}
	});

	// A check begins from nothing; a sandbox someone works in keeps what they made.
	const sandbox = await startSandbox(justOnce ? { home: 'check', fresh: true } : {});
	starting = false;
	try {
		const first = await Promise.race([stopAsked, sandbox.n8n.crashed, showFirstExample(sandbox)]);
		if (justOnce) process.exitCode = first === 'right' ? 0 : 1;
		else if (first !== 'stop') {
			console.log(`\nn8n editor   ${sandbox.n8n.url}`);
			console.log(`log in as    ${owner.email}, password ${owner.password}`);
			console.log(`simulator    ${sandbox.simulator.baseUrl}`);
			console.log('\nCtrl-C stops everything.');
			await Promise.race([stopAsked, sandbox.n8n.crashed]);
			console.log('\nStopping');
		}
	} finally {
		await sandbox.stop();
	}
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
