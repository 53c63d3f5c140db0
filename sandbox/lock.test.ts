import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { lock } from './lock';
import { scratchFolder } from './queue/servers';

describe('the folder of a sandbox', () => {
	let home: string;
	let folder: string;
	let file: string;

	beforeEach(() => {
		home = mkdtempSync(join(tmpdir(), 'lock-'));
		folder = join(home, 'queue');
		file = `${folder}.pid`;
		lock(folder, false);
		writeFileSync(join(folder, 'database.sqlite'), '');
	});
	afterEach(() => {
		jest.restoreAllMocks();
		rmSync(home, { recursive: true });
	});

	/** Has the system say of the process that holds the folder what it says of others. */
	function heldBy(pid: string, code: string, meanwhile: () => void = () => undefined) {
		writeFileSync(file, pid);
		jest.spyOn(process, 'kill').mockImplementation(() => {
			meanwhile();
			throw Object.assign(new Error(`kill ${code}`), { code });
		});
	}

	const isKept = () => existsSync(join(folder, 'database.sqlite'));

	it("is left alone when another user's process has it", () => {
		heldBy('1', 'EPERM');
		expect(() => lock(folder, true)).toThrow('already running (process 1)');
		expect(isKept()).toBe(true);
	});

	it('is taken over from a process that is gone, and given back', () => {
		heldBy('1', 'ESRCH');
		const unlock = lock(folder, false);
		expect(isKept()).toBe(true);
		expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
		unlock();
		expect(existsSync(file)).toBe(false);
	});

	it('is emptied when it is to be fresh', () => {
		heldBy('1', 'ESRCH');
		lock(folder, true);
		expect(existsSync(folder)).toBe(true);
		expect(isKept()).toBe(false);
	});

	it('is left alone when another start takes it over first', () => {
		heldBy('1', 'ESRCH', () => writeFileSync(file, '2'));
		expect(() => lock(folder, true)).toThrow('already running (process 2)');
		expect(readFileSync(file, 'utf8')).toBe('2');
		expect(isKept()).toBe(true);
	});
});

it('the data of Redis and PostgreSQL is in a folder for each user, as one cannot delete what another left', () => {
	const uid = jest.spyOn(process, 'getuid' as never) as unknown as jest.SpyInstance<number>;
	const folders = [4_000_000_001, 4_000_000_002, 4_000_000_001].map((user) => {
		uid.mockReturnValue(user);
		return scratchFolder('/of/a/test');
	});
	uid.mockRestore();
	try {
		expect(folders[0]).toBe(folders[2]);
		expect(folders[0]).not.toBe(folders[1]);
		expect(basename(folders[1])).toContain('-4000000002-');
	} finally {
		for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	}
});
