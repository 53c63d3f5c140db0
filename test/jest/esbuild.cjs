const { transformSync } = require('esbuild');

/** Jest transformer: takes the types out, one file at a time. `npm run types:tests` checks them. */
module.exports = {
	process: (source, path) =>
		transformSync(source, {
			loader: 'ts',
			format: 'cjs',
			// An `import()` loads what `require` would, so that jest knows of it.
			supported: { 'dynamic-import': false },
			target: 'es2022',
			tsconfigRaw: {},
			sourcefile: path,
			sourcemap: true,
		}),
};
