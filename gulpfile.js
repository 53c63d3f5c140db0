const { src, dest } = require('gulp');

const option = process.argv.indexOf('--to');
const target = option === -1 ? 'dist' : process.argv[option + 1];

/**
 * Copies what tsc does not: icons, codex files and output previews, to the same place under dist, or
 * under the folder given by `--to`.
 */
function assets() {
	return src(
		['nodes/**/*.{svg,node.json}', 'nodes/**/__schema__/**/*.json', 'credentials/**/*.svg'],
		{ base: '.', encoding: false },
	).pipe(dest(target));
}

exports.assets = assets;
