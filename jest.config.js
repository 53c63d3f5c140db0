const project = (name, roots) => ({
	displayName: name,
	testMatch: roots.map((root) => `<rootDir>/test/${root}/**/*.test.ts`),
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json', diagnostics: false }] },
	modulePathIgnorePatterns: ['<rootDir>/sandbox/node_modules', '<rootDir>/.sandbox'],
	setupFiles: ['<rootDir>/test/harness/environment.ts'],
});

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		project('unit', ['unit']),
		project('source', ['source']),
		{
			...project('engine', ['engine']),
			globalSetup: '<rootDir>/test/harness/build.ts',
			// Engine tests import the sources by name and run what was built of them.
			moduleNameMapper: { '^(?:\\.\\./)+(nodes|credentials)/(.*)$': '<rootDir>/dist/$1/$2' },
		},
		{ ...project('sandbox', ['sandbox']), setupFiles: [] },
		{ ...project('editor', ['editor']), setupFiles: [] },
	],
	reporters: ['default', '<rootDir>/.ci/passed.cjs'],
	testTimeout: 60_000,
	maxWorkers: 2,
};
