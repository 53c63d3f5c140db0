// What `npm start` runs: plain JavaScript, so that it works before anything is installed.
import { setup } from '../.ci/setup.mjs';

// An npm that is told to end takes its shell with it but not what the shell runs.
if (process.env.npm_lifecycle_event) {
	const shell = process.ppid;
	const follow = () => process.ppid === shell || process.kill(process.pid, 'SIGTERM');
	setInterval(follow, 500).unref();
}

try {
	await setup();
	const { tsImport } = await import('tsx/esm/api');
	const { main } = await tsImport('./main.ts', import.meta.url);
	await main(process.argv.slice(2));
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
