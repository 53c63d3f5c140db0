/** A tier of tests, and whatever is different for it. */
const project = (name, own, testMatch = [`test/${name}/**/*.test.ts`]) => ({
	displayName: name,
	testMatch: testMatch.map((path) => `<rootDir>/${path}`),
	...own,
});

const toolTests = [
	'test/{harness,simulator}/**/*.test.ts',
	'sandbox/*.test.ts',
	'sandbox/queue/*.test.ts',
];

const typescript = {
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json', diagnostics: false }] },
	modulePathIgnorePatterns: ['<rootDir>/sandbox/node_modules', '<rootDir>/.sandbox'],
};
const withN8n = { ...typescript, setupFiles: ['<rootDir>/test/harness/jest/environment.ts'] };
const ofTheBuild = {
	...withN8n,
	globalSetup: '<rootDir>/test/harness/jest/build.ts',
	// Engine tests import the sources by name and run what was built of them.
	moduleNameMapper: { '^(?:\\.\\./)+((?:nodes|credentials)/VoiceSms.*)$': '<rootDir>/dist/$1' },
};
const ofThePackage = { ...typescript, globalSetup: '<rootDir>/test/harness/jest/packed.ts' };

/** In rooms, where jest loads n8n's packages once for many test files. */
const inRooms = (name, own) => project(name, own, [`test/${name}/rooms/*.ts`]);
/** The same test files by their own paths. */
const byPath = (name, own) => ({ ...project(name, own), displayName: `${name}ByPath` });

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		inRooms('unit', withN8n),
		inRooms('source', withN8n),
		inRooms('engine', ofTheBuild),
		// The tests of the tools stand beside their tools.
		project('tools', withN8n, toolTests),
		{
			...project('measure', withN8n, ['measure/*/*.test.ts']),
			testPathIgnorePatterns: ['<rootDir>/measure/smoke'],
		},
		project('smoke', ofThePackage, ['measure/smoke/*.test.ts']),
		project('sandbox', ofThePackage),
		project('builder', ofThePackage),
		project('queue', ofThePackage),
		project('editor', ofThePackage),
		// `npm run t -- <path>`
		byPath('unit', withN8n),
		byPath('source', withN8n),
		byPath('engine', ofTheBuild),
	],
	reporters: ['default', '<rootDir>/.ci/passed.cjs'],
	testSequencer: '<rootDir>/.ci/longestFirst.cjs',
	// For what hangs: a test of three seconds takes a minute on a machine with much other work.
	testTimeout: 300_000,
	maxWorkers: 2,
	// What a file loads stays in memory, and a worker that is full of it is several times slower.
	workerIdleMemoryLimit: '600MB',
};
