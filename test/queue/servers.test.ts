import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../sandbox/paths';
import { waitFor } from '../../sandbox/progress';
import { npm } from '../../.ci/progress.cjs';

jest.setTimeout(5 * 60_000);

describe('npm run start:queue -- --once', () => {
	it('does everything from an empty n8n, shows which worker ran the example and exits 0', async () => {
		const output = await npm(['run', 'start:queue', '--', '--once'], root, { isShown: true });
		expect(output).toContain('Credential test: OK');
		expect(output).toMatch(/│ Ada +│ \+15550200001 +│.*│ queued +│.*│ yes +│/);
		expect(output).toMatch(/^worker \d +process \d+, ran execution 1, log .*worker\d.n8n\.log$/m);
		expect(output).toMatch(/^worker \d +process \d+, ran nothing yet, /m);
	});
});

describe('Redis and PostgreSQL of the sandbox', () => {
	it('run without the rights of root, and end when their parent is killed', async () => {
		const logs = mkdtempSync(join(tmpdir(), 'queue-servers-'));
		const script = `
			const { findPrograms } = require('./sandbox/queue/programs.ts');
			const { scratchFolder, startPostgres, startRedis } = require('./sandbox/queue/servers.ts');
			const start = async (folder) => {
				const redis = await startRedis(findPrograms(), folder, process.env.LOGS + '/redis');
				const postgres = await startPostgres(findPrograms(), folder, process.env.LOGS + '/postgres');
				console.log(JSON.stringify({ folder, pids: [redis.pid, postgres.pid] }));
				setInterval(() => undefined, 1000);
			};
			start(scratchFolder(process.env.LOGS));`;
		const parent = spawn(process.execPath, ['--require', 'tsx/cjs', '--eval', script], {
			cwd: root,
			env: { ...process.env, LOGS: logs },
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		try {
			const [said] = (await once(parent.stdout, 'data', {
				signal: AbortSignal.timeout(60_000),
			})) as [Buffer];
			const { folder, pids } = JSON.parse(said.toString()) as { folder: string; pids: number[] };
			const users = pids.map((pid) => statSync(`/proc/${pid}`).uid);
			expect(users).not.toContain(0);
			parent.kill('SIGKILL');
			await waitFor('the servers to end', 30, async () => (pids.some(isAlive) ? undefined : true));
			rmSync(folder, { recursive: true });
		} finally {
			parent.kill('SIGKILL');
			rmSync(logs, { recursive: true });
		}
	});
});

const isAlive = (pid: number) => existsSync(`/proc/${pid}`);
