import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, sep } from 'node:path';

import { DataDeduplicationService } from 'n8n-core';

const load = createRequire(__filename);
const engine = join(__dirname, '../engine');
const rooms = readdirSync(join(engine, 'rooms')).map((file) => basename(file, '.ts'));

/**
 * Runs test files under `test/engine` as if they stood in one file, so that jest loads n8n-core once for
 * them. Hooks that a file has outside of `describe` are for its own tests only.
 *
 * @param room a file in `test/engine/rooms`. It runs the folder of its name; `others` runs the rest
 */
export function runRoom(room: string): void {
	const name = basename(room, '.ts');
	const files = readdirSync(engine, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.test.ts') && roomOf(file) === name)
		.sort();
	describe.each(files)('%s', (file) => {
		// n8n takes its store once a process; each file begins without one.
		beforeAll(() => void Object.assign(DataDeduplicationService, { instance: undefined }));
		load(join(engine, file));
	});
}

function roomOf(file: string): string {
	const [folder] = file.split(sep);
	return rooms.includes(folder) ? folder : 'others';
}
