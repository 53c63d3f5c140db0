import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

/** n8n's package scanner, on what its verification looks at: the source and the packed tarball. */
const folder = mkdtempSync(join(tmpdir(), 'scan-'));
try {
	const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
		encoding: 'utf8',
		// On Windows npm is a batch file, which only a shell can start.
		shell: process.platform === 'win32',
	});
	const [{ filename, size }] = JSON.parse(packed);
	execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
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
