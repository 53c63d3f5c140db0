const { src, dest } = require('gulp');

/** Copies what tsc does not: icons, codex files and output previews, to the same place under dist. */
function assets() {
	return src(
		['nodes/**/*.{svg,node.json}', 'nodes/**/__schema__/**/*.json', 'credentials/**/*.svg'],
		{ base: '.', encoding: false },
	).pipe(dest('dist'));
}

exports.assets = assets;
