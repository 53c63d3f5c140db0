import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as unstated from '../../nodes/VoiceSms/api/unstated';
import { guesses } from '../../measure/live/guesses';

interface Told {
	/** The first cell of its row in docs/interface.md. */
	row: string;
	/** The file that notices a wrong guess, and words in it; left out where the docs say that there is no proof. */
	proof?: [file: string, words: string];
	/** The beginning of its guess in the live check. */
	live: string;
}

const { parameterNames, ...others } = unstated;
type Entry = keyof typeof others | keyof typeof parameterNames;

const dates: Omit<Told, 'live'> = {
	row: 'The names of the two dates of the analytics',
};
const unknownId: Told = { row: 'The status for an unknown ID', live: 'An unknown ID of a' };

const told: Record<Entry, Told> = {
	search: {
		row: 'The name of the search parameter',
		proof: ['operations/readMany.ts', 'The service ignored the search'],
		live: '"search"',
	},
	startDate: { ...dates, live: '"startDate"' },
	endDate: { ...dates, live: '"endDate"' },
	conversationPageSize: {
		row: 'The largest page of conversations',
		proof: ['api/list/readPage.ts', 'a service may repeat a `limit` that it does not keep'],
		live: 'A page of conversations may have',
	},
	pageParameter: {
		row: 'The query parameters of messages and calls',
		proof: ['api/list/readPage.ts', 'the node asked for page ${page} and got page'],
		live: '"page" gives the pages of',
	},
	mayBePage: {
		row: 'Whether a search of calls comes whole',
		proof: ['operations/call/search.ts', 'The service gave only ${calls.length} calls'],
		live: 'A search of calls comes whole',
	},
	meansNotFound: unknownId,
	missesSomethingElse: { ...unknownId, live: 'A wrong key is refused' },
	meansPermission: {
		row: 'The words for a missing permission',
		live: 'A refusal without a permission names it',
	},
	noId: { row: 'The form of an ID', live: 'No ID of a contact looks like' },
	isDelivered: { row: 'The statuses of a message', live: 'A delivered message' },
	isInbound: { row: 'The word for incoming messages', live: 'Messages of the company' },
	momentOfService: {
		row: 'The time zone of a time that names none',
		live: 'Every time names its zone',
	},
};

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/interface.md'), 'utf8');
const rows = new Map(
	[...page.matchAll(/^\| (.+?) \| (.+?) \| (.*?) ?\|$/gm)].map(([, first, , ifWrong]) => [
		first,
		ifWrong,
	]),
);

test('each guess of api/unstated.ts is in the table of this test, and no other', () => {
	const entries = [...Object.keys(others), ...Object.keys(parameterNames)];
	expect(Object.keys(told).sort()).toStrictEqual(entries.sort());
});

test.each(Object.entries(told))('%s has its row, its proof and its live check', (_entry, one) => {
	// Either the docs say "No proof", or a file of the node notices a wrong guess.
	const hasProof = one.proof !== undefined;
	expect({ row: one.row, ifWrong: rows.get(one.row) }).toStrictEqual({
		row: one.row,
		ifWrong: expect.stringMatching(hasProof ? /^(?!No proof).{20}/ : /^No proof\. .{15}/) as string,
	});
	const [file, words] = one.proof ?? ['api/unstated.ts', ''];
	expect(readFileSync(join(root, 'nodes/VoiceSms', file), 'utf8')).toContain(words);
	expect(guesses.map(({ guess }) => guess.slice(0, one.live.length))).toContain(one.live);
});
