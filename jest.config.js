/** A folder of tests, and whatever is different for it. */
const project = (name, own) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	...own,
});

const typescript = {
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json', diagnostics: false }] },
	modulePathIgnorePatterns: ['<rootDir>/sandbox/node_modules', '<rootDir>/.sandbox'],
};
const withN8n = { ...typescript, setupFiles: ['<rootDir>/test/harness/environment.ts'] };
const ofTheBuild = {
	...withN8n,
	globalSetup: '<rootDir>/test/harness/build.ts',
	// Engine tests import the sources by name and run what was built of them.
	moduleNameMapper: { '^(?:\\.\\./)+((?:nodes|credentials)/VoiceSms.*)$': '<rootDir>/dist/$1' },
};
const ofThePackage = { ...typescript, globalSetup: '<rootDir>/test/harness/packed.ts' };

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		project('unit', withN8n),
		project('source', withN8n),
		project('engine', { ...ofTheBuild, testMatch: ['<rootDir>/test/engine/rooms/*.ts'] }),
		project('sandbox', ofThePackage),
		project('queue', ofThePackage),
		project('editor', ofThePackage),
		// Engine tests by their own paths.
		{
			...ofTheBuild,
			displayName: 'part',
			testMatch: ['<rootDir>/test/engine/**/*.test.ts'],
		},
	],
	reporters: ['default', '<rootDir>/.ci/passed.cjs'],
	testSequencer: '<rootDir>/.ci/roomsFirst.cjs',
	testTimeout: 60_000,
	maxWorkers: 2,
	// What a file loads stays in memory, and a worker that is full of it is several times slower.
	workerIdleMemoryLimit: '600MB',
};
