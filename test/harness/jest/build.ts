import { execSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Engine tests run the built node, so that what they prove is what is packed. */
export default function build() {
	const newest = Math.max(...['nodes', 'credentials', 'bundled'].map((folder) => newestIn(folder)));
	// Afresh: what is left of a source that was moved would be found before the new one.
	if (newest > newestIn('dist')) execSync('npm run build', { stdio: 'inherit' });
}

/** Time of the newest file under a folder, in ms since 1970; 0 when there is none. */
function newestIn(folder: string): number {
	try {
		const files = readdirSync(folder, { recursive: true, withFileTypes: true });
		const times = files
			.filter((file) => file.isFile())
			.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs);
		return Math.max(0, ...times);
	} catch {
		return 0;
	}
}
