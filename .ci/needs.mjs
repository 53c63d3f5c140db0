// What some commands need besides npm, and the commands that bring it.
// `node .ci/needs.mjs` prints the Debian packages that this machine lacks.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const oldestNode = 20;
const debiansPostgres = '/usr/lib/postgresql';

const needs = {
	node: {
		what: `Node ${oldestNode} or newer (this is ${process.version})`,
		isHere: () => Number(process.versions.node.split('.')[0]) >= oldestNode,
		macos: 'brew install node',
		others: 'https://nodejs.org/en/download, or with nvm: nvm install 24',
	},
	python3: forCompiling('python3'),
	make: forCompiling('make'),
	'g++': forCompiling('g++'),
	chromium: {
		what: 'Chromium (or its path in CHROMIUM)',
		isHere: () =>
			[
				process.env.CHROMIUM ?? '',
				'/Applications/Google Chrome.app',
				...['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
			].some((path) => path !== '' && existsSync(path)),
		debian: ['chromium'],
		macos: 'brew install --cask google-chrome',
	},
	curl: { what: 'curl', isHere: () => onPath('curl'), debian: ['curl'] },
	linux: { what: 'Linux', isHere: () => process.platform === 'linux' },
	redis: {
		what: 'Redis',
		isHere: () => onPath('redis-server'),
		debian: ['redis-server'],
	},
	postgres: {
		what: 'PostgreSQL',
		isHere: () =>
			onPath('postgres') ||
			(existsSync(debiansPostgres) &&
				readdirSync(debiansPostgres).some((version) =>
					existsSync(join(debiansPostgres, version, 'bin', 'postgres')),
				)),
		debian: ['postgresql'],
	},
};

function forCompiling(program) {
	return {
		what: program,
		isHere: () => {
			if (process.platform === 'win32') return true;
			// macOS has programs of these names that only offer to install the real ones.
			if (process.platform === 'darwin') return succeeds('xcode-select', '-p');
			return onPath(program);
		},
		debian: [program],
		macos: 'xcode-select --install',
	};
}

/**
 * Names everything that is missing, with the command that brings it.
 *
 * @throws Error when something is missing
 */
export function need(...names) {
	const missing = names.map((name) => needs[name]).filter(({ isHere }) => !isHere());
	if (missing.length === 0) return;
	const debian = missing.flatMap((one) => one.debian ?? []);
	const macos = missing.flatMap((one) => one.macos ?? []);
	const others = missing.flatMap((one) => one.others ?? []);
	const ways = [
		...(debian.length > 0 ? [`Debian, Ubuntu:  sudo apt-get install ${debian.join(' ')}`] : []),
		...[...new Set(macos)].map((command) => `macOS:           ${command}`),
		...others.map((way) => `Any system:      ${way}`),
	];
	throw new Error(
		[`Missing: ${missing.map(({ what }) => what).join(', ')}.`, ...ways].join('\n  '),
	);
}

function onPath(program) {
	return (process.env.PATH ?? '')
		.split(delimiter)
		.some((folder) => existsSync(join(folder, program)));
}

function succeeds(program, ...args) {
	try {
		execFileSync(program, args, { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const missing = Object.values(needs).filter(({ debian, isHere }) => debian && !isHere());
	for (const { debian } of missing) console.log(debian.join('\n'));
}
