const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The engine's rooms, the editor, the examples and queue mode before all other files. On a fresh clone jest does not
 * know how long a file takes and goes by its size: these have few lines each, and the longest would begin last.
 */
const longest = /[\\/](engine[\\/]rooms[\\/]|(editor|examples|queue|builder)\.test)/;
module.exports = class extends Sequencer {
	sort(tests) {
		const isFirst = ({ path }) => longest.test(path);
		const sorted = super.sort(tests);
		return [...sorted.filter(isFirst), ...sorted.filter((test) => !isFirst(test))];
	}
};
