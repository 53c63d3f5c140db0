/** A folder of tests, by default run in the process of the worker itself (test/jest/runtime.cjs). */
const project = (name, own = inProcess) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json', diagnostics: false }] },
	modulePathIgnorePatterns: ['<rootDir>/sandbox/node_modules', '<rootDir>/.sandbox'],
	...own,
});

const inProcess = {
	runtime: '<rootDir>/test/jest/runtime.cjs',
	testEnvironment: '<rootDir>/test/jest/environment.cjs',
	setupFiles: ['<rootDir>/test/harness/environment.ts'],
};

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		project('unit'),
		project('source'),
		project('engine', {
			...inProcess,
			setupFiles: [...inProcess.setupFiles, '<rootDir>/test/harness/noStore.ts'],
			globalSetup: '<rootDir>/test/harness/build.ts',
			// Engine tests import the sources by name and run what was built of them.
			moduleNameMapper: { '^(?:\\.\\./)+(nodes|credentials)/(.*)$': '<rootDir>/dist/$1/$2' },
		}),
		...['sandbox', 'queue', 'editor'].map((name) =>
			project(name, { globalSetup: '<rootDir>/test/harness/packed.ts' }),
		),
	],
	reporters: ['default', '<rootDir>/.ci/passed.cjs'],
	testTimeout: 60_000,
	maxWorkers: 2,
};
