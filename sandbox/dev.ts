import { cpSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { installedPackage } from './install';
import { root, stateFolder } from './paths';
import { npm } from '../.ci/progress.cjs';
import type { Sandbox } from './sandbox';

const built = join(stateFolder, 'dev');
/** An editor saves several files at once, and some save one twice. */
const settleMs = 200;

/**
 * Compiles the sources with source maps, not into `dist`: the package has no maps.
 *
 * @throws Error with the compiler's words
 */
export async function compile() {
	await tool('tsc', '-p', 'tsconfig.dev.json', '--sourceRoot', root);
	await tool('gulp', '--silent', 'assets', '--to', built);
}

async function tool(...command: string[]) {
	await npm(['exec', '--silent', '--', ...command], root);
}

/** Puts what was compiled in the place of the node that is installed under a user folder. */
export function place(userFolder: string) {
	const { folder, stamp } = installedPackage(userFolder);
	// The next `npm start` installs the packed node again.
	rmSync(stamp, { force: true });
	rmSync(join(folder, 'dist'), { recursive: true, force: true });
	cpSync(built, join(folder, 'dist'), { recursive: true });
}

/** At each change, builds and starts n8n again, until it is told to stop. */
export function rebuildOnChange(sandbox: Sandbox): { stop(): Promise<void> } {
	let work: Promise<void> | undefined;
	let changed = new Set<string>();
	let stopped = false;
	let timer: NodeJS.Timeout | undefined;
	const watchers = ['nodes', 'credentials'].map((folder) =>
		watch(join(root, folder), { recursive: true }, (_event, name) => {
			if (name === null || !/\.(ts|json|svg)$/.test(name)) return;
			changed.add(join(folder, name));
			clearTimeout(timer);
			timer = setTimeout(() => (work ??= rebuild()), settleMs);
		}),
	);

	async function rebuild() {
		while (changed.size > 0 && !stopped) {
			const files = [...changed];
			changed = new Set();
			const start = Date.now();
			const seconds = () => ((Date.now() - start) / 1000).toFixed(1);
			console.log(`\nChanged: ${files.join(', ')}`);
			try {
				await compile();
				console.log(`Compiled (${seconds()} s)`);
				if (stopped) break;
				await sandbox.restartN8n(() => place(sandbox.userFolder));
				console.log(`n8n runs the new build at ${sandbox.n8n.url} (${seconds()} s)`);
			} catch (error) {
				console.error((error as Error).message);
				console.error(
					`This change does not run in n8n yet (${seconds()} s). Save a file to try again.`,
				);
			}
		}
		work = undefined;
	}

	return {
		async stop() {
			stopped = true;
			clearTimeout(timer);
			for (const watcher of watchers) watcher.close();
			await work;
		},
	};
}
