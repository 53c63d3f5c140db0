import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';

// Loaded here, their hooks end the runs and simulators of all test files; loaded by one, only those of that file.
import './running';
import '../service/servers';
import '../service/service';

const load = createRequire(__filename);

/**
 * Runs the test files of a tier (`test/unit`, `test/source`, `test/engine`) as if they stood in one file,
 * so that jest loads n8n's packages once for them. Hooks that a file has outside of `describe` are for its
 * own tests only.
 *
 * @param room a file in the folder `rooms` of a tier. It runs the folder of its name; `others` runs the rest
 * @param beforeFile called before the tests of each file
 */
export function runRoom(room: string, beforeFile: () => void = () => {}): void {
	const [name, tier] = [basename(room, '.ts'), dirname(dirname(room))];
	const rooms = readdirSync(dirname(room)).map((file) => basename(file, '.ts'));
	const roomOf = (file: string) => {
		const [folder] = file.split(sep);
		return rooms.includes(folder) ? folder : 'others';
	};
	const files = readdirSync(tier, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.test.ts') && roomOf(file) === name)
		.sort();
	describe.each(files)('%s', (file) => {
		beforeAll(beforeFile);
		load(join(tier, file));
	});
}
