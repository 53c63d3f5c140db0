import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

import { npm, run } from './progress.cjs';

/** n8n's package scanner, on what its verification looks at: the source and the packed tarball. */
const folder = mkdtempSync(join(tmpdir(), 'scan-'));
try {
	const packed = await npm(['pack', '--json', '--pack-destination', folder], process.cwd());
	const [{ filename, size }] = JSON.parse(packed);
	await run('tar', ['-xzf', join(folder, filename), '-C', folder]);
	report('source', await analyzePackage(process.cwd(), SOURCE_FILE_PATTERNS));
	report(
		`tarball (${Math.ceil(size / 1000)} kB)`,
		await analyzePackage(join(folder, 'package'), ['**/*.js', 'package.json']),
	);
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function report(what, result) {
	if (result.passed) {
		console.log(`n8n's scanner passes the ${what}`);
		return;
	}
	console.error(
		`n8n's scanner refuses the ${what}: ${result.message ?? ''}\n${result.details ?? ''}`,
	);
	process.exitCode = 1;
}
