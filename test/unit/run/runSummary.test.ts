import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { callGetRecording } from '../../../nodes/VoiceSms/operations/call/getRecording';
import { smsSendAndWait } from '../../../nodes/VoiceSms/operations/question';
import { smsSend } from '../../../nodes/VoiceSms/operations/sms/send';
import type { Layer } from '../../../nodes/VoiceSms/layers/layer';
import { type Outcome, notStarted } from '../../../nodes/VoiceSms/layers/outcome';
import { firstError } from '../../../nodes/VoiceSms/run/runSummary';
import { notRepeated } from '../../../nodes/VoiceSms/layers/answers/tries';
import { sendOnce } from '../../../nodes/VoiceSms/layers/sendOnce';
import type { KeyEnd } from '../../../nodes/VoiceSms/layers/sendOnce/ends';
import { claimName } from '../../../nodes/VoiceSms/layers/sendOnce/keys';
import { itemsWith, toldOf } from '../../harness/n8n/records';
import { fake } from '../../harness/n8n/fake';
import { said } from '../../harness/n8n/messages';

const node = { name: 'Voice and SMS', type: 'voiceSms', typeVersion: 1 } as INode;
const context = fake<IExecuteFunctions>({
	getNode: () => node,
	getWorkflow: () => ({ name: 'Reminders' }),
	getExecutionId: () => '7',
	logger: { warn: () => {} },
});
const done: Outcome = { is: 'done', result: { id: 'a' } };
const skipped: Outcome = {
	is: 'skipped',
	why: 'tag',
	by: '',
	result: {},
	reason: '',
	rowForModel: {},
};
const failed = (description?: string) => ({
	is: 'rejected' as const,
	error: new NodeOperationError(node, 'No', { description }),
});
const invalid = (): Outcome => ({ ...failed('Why.'), is: 'invalid' });
const reading = {} as Operation;
const keyed = {
	layers: new Map([[sendOnce as Layer, 'k']]),
	notes: { key: { name: claimName('', 'k'), shown: 'k', end: 'sent' as const } },
	input: {},
};
const inDoubt = () => ({
	is: 'unclear' as const,
	error: notRepeated(context, { nameInErrors: 'SMS', mayHaveBeenDone: 'lost' }, 1),
});

describe('the error of a run', () => {
	it.each<[string, Outcome[], string]>([
		[
			'several in rows and alone',
			[done, done, done, failed('Why.'), done, failed(), failed(), notStarted, done],
			`Why. ${said.done}: 1-3, 5, 9. ${said.notDone}: 4, 6-7. ${said.notStarted}: 8.`,
		],
		[
			'one without a reason',
			[done, failed()],
			`${said.done}: 1. ${said.notDone}: 2. ${said.notStarted}: none.`,
		],
		[
			'one that is told apart from those in doubt',
			[failed('Why.'), inDoubt(), done],
			`Why. ${said.done}: 3. ${said.notDone}: 1. ${said.maybeDone}: 2. ${said.notStarted}: none.`,
		],
	])('is that of %s, and tells what became of all', (_name, outcomes, description) => {
		expect(firstError(itemsWith(outcomes), toldOf(reading)).description).toBe(description);
	});

	it.each<[string, Operation, string]>([
		[
			'asks',
			smsSendAndWait as Operation,
			`${said.done}: none. Asked, but nobody waits for the answer: 2.`,
		],
		['sends', smsSend as Operation, `${said.done}: 2.`],
		['reads', callGetRecording as Operation, `${said.done}: none. ${said.notStarted}: 2.`],
	])('tells of a row that is begun by an operation that %s', (_what, operation, told) => {
		const items = itemsWith([failed(), { ...done, is: 'begun' }]);
		const { description } = firstError(items, toldOf(operation));
		expect(description?.replace(`${said.notDone}: 1. `, '')).toContain(told);
	});

	const sending = fake<Operation>({
		creates: true,
		pastTense: 'sent',
		sends: { receiver: () => '' },
	});
	it.each<[string, Outcome[], string]>([
		['nothing was sent', [failed(), notStarted], `${said.notStarted}: 2.`],
		[
			'rows were sent or may have been',
			[done, failed(), notStarted, inDoubt(), skipped],
			`${said.notStarted}: 3. Next, run only rows 2-3. If you execute this step again with all rows, rows 1, 4 are sent again. A Send Once Key that is set before the first run prevents that.`,
		],
		[
			'one row was sent',
			[failed(), done],
			`${said.notStarted}: none. Next, run only row 1. If you execute this step again with all rows, row 2 is sent again. A Send Once Key that is set before the first run prevents that.`,
		],
		[
			'nothing is left',
			[inDoubt(), done],
			`${said.notStarted}: none. If you execute this step again, rows 1-2 are sent again. A Send Once Key that is set before the first run prevents that.`,
		],
	])('says what running the step again would do, where %s', (_name, outcomes, end) => {
		const { description } = firstError(itemsWith(outcomes), toldOf(sending));
		expect(description?.slice(-end.length)).toBe(end);
	});

	it.each<[string, Outcome, object, string | undefined]>([
		['that may have been sent', inDoubt(), {}, inDoubt().error.description ?? ''],
		['that was refused', failed('Why.'), {}, 'Why.'],
		['that was refused, and has a key', failed('Why.'), keyed, 'Why.'],
		[
			'that was sent with a key, and a later step failed',
			{ is: 'acceptedThenFailed', error: failed('Why.').error, result: {} },
			keyed,
			'Why.',
		],
	])('of a row alone %s adds nothing', (_what, outcome, own, description) => {
		expect(firstError(itemsWith([outcome], own), toldOf(sending)).description).toBe(description);
	});

	it('with an unclear row says nothing of keys: its key is in doubt, and stops the next run, too', () => {
		const items = itemsWith([done, inDoubt()], keyed);
		items[1].notes = { key: { ...keyed.notes.key, end: 'inDoubt' } };
		expect(firstError(items, toldOf(sending)).description).toMatch(/Not started: none\.$/);
	});

	it.each<[KeyEnd, boolean]>([
		['free', true],
		['usedBefore', true],
		['usedInThisRun', true],
		['sent', true],
		['notNoted', false],
		['inDoubt', false],
		['delayed', false],
		['notFreed', false],
		['maybeTaken', false],
	])('with a key that is %s says that the step can be executed again: %s', (end, isSaid) => {
		const [sent, refused] = itemsWith([done, failed()], keyed);
		refused.notes = { key: { name: 'other', shown: '', end } };
		const { description } = firstError([sent, refused], toldOf(sending));
		expect(description?.includes('You can execute this step again')).toBe(isSaid);
	});

	it.each<[number[], string]>([
		[[], ''],
		[[3], '2 items have invalid fields (rows 2, 4). '],
		[[2, 3, 5], '4 items have invalid fields (rows 2-4, 6). '],
	])('of an invalid row counts and names all: %j', (others, more) => {
		const rows = Array.from(
			{ length: 6 },
			(_, index): Outcome => (index === 1 || others.includes(index) ? invalid() : notStarted),
		);
		const end = `None of the 6 items ${said.noneStarted}`;
		expect(firstError(itemsWith(rows), toldOf(reading)).description).toBe(`Why. ${more}${end}`);
		const dryRun = more === '' ? '' : "The option 'Dry Run' shows all of them. ";
		const again = rows.map((row): Outcome => (row.is === 'waiting' ? row : invalid()));
		expect(firstError(itemsWith(again), toldOf(sending)).description).toBe(
			`Why. ${more}${dryRun}${end}`,
		);
	});

	it.each<[string, object, boolean, RegExp]>([
		['updates', { pastTense: 'updated' }, false, /Not started: none\.$/],
		[
			'creates contacts',
			{ creates: true, pastTense: 'created' },
			false,
			/rows 1-2 are created again\.$/,
		],
		['creates or updates', { creates: true, updates: () => true }, false, /Not started: none\.$/],
		[
			'sends with a key',
			sending,
			true,
			/ again: rows that get the same Send Once Key again are skipped\.$/,
		],
	])('of an operation that %s', (_name, operation, isKeyed, end) => {
		const items = itemsWith([done, done, failed()], isKeyed ? keyed : {});
		expect(firstError(items, toldOf(operation as Operation)).description).toMatch(end);
	});
});
