const project = (name, roots) => ({
	displayName: name,
	testMatch: roots.map((root) => `<rootDir>/test/${root}/**/*.test.ts`),
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json', diagnostics: false }] },
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/sandbox/node_modules', '<rootDir>/.sandbox'],
	setupFiles: ['<rootDir>/test/harness/environment.ts'],
});

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		project('unit', ['unit']),
		project('engine', ['engine']),
		{ ...project('sandbox', ['sandbox']), setupFiles: [] },
	],
	testTimeout: 60_000,
};
