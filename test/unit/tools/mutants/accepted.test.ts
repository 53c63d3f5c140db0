import { isSame, readAccepted } from '../../../mutants/accepted';
import { changesTo } from '../../../mutants/changes';

const accepted = readAccepted();
const files = [...new Set(accepted.map(({ file }) => file))];

it.each(files)('every accepted change of %s is a change of the present code', (file) => {
	const changes = changesTo(file);
	const stale = accepted.filter(
		(one) => one.file === file && !changes.some((change) => isSame(change, one)),
	);
	expect(stale.map(({ what }) => what)).toStrictEqual([]);
});
