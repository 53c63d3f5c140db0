const { dest, parallel, src } = require('gulp');
const { build } = require('esbuild');

const option = process.argv.indexOf('--to');
const target = option === -1 ? 'dist' : process.argv[option + 1];

/** Copies what tsc does not: icons, codex files and output previews, to the same place. */
function copy() {
	return src(
		['nodes/**/*.{svg,node.json}', 'nodes/**/__schema__/**/*.json', 'credentials/**/*.svg'],
		{ base: '.', encoding: false },
	).pipe(dest(target));
}

/** Puts libraries into the package, in the place of what tsc made of their imports … */
async function bundle() {
	await build({
		entryPoints: ['bundled/libphonenumber.ts'],
		outfile: `${target}/bundled/libphonenumber.js`,
		bundle: true,
		minify: true,
		platform: 'neutral',
		format: 'cjs',
		target: 'es2020',
		allowOverwrite: true,
	});
}

/** … and their licences beside them. */
function licences() {
	return src('node_modules/libphonenumber-js/LICENSE*').pipe(dest(`${target}/bundled`));
}

/** What tsc does not do, under dist or the folder given by `--to`. */
exports.assets = parallel(copy, bundle, licences);
