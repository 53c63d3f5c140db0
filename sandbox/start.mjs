// What `npm start` runs: plain JavaScript, so that it works before anything is installed.
import { need } from '../.ci/needs.mjs';
import { ownPackages } from '../.ci/setup.mjs';
import { installN8n } from './installN8n.mjs';

// An npm that is told to end takes its shell with it but not what the shell runs.
if (process.env.npm_lifecycle_event) {
	const shell = process.ppid;
	const follow = () => process.ppid === shell || process.kill(process.pid, 'SIGTERM');
	setInterval(follow, 500).unref();
}

const flags = process.argv.slice(2);
try {
	need('node', ...(flags.includes('--queue') ? ['linux', 'redis', 'postgres'] : []));
	await installN8n(undefined, [ownPackages]);
	const { tsImport } = await import('tsx/esm/api');
	const { main } = await tsImport('./main.ts', import.meta.url);
	await main(flags);
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
