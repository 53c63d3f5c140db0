import type { IDataObject } from 'n8n-workflow';

import { operationsWithOptions } from '../../../../nodes/VoiceSms/layers';
import { Listed } from '../../../../nodes/VoiceSms/operations/result';
import { itemsForModel } from '../../../../nodes/VoiceSms/run/model/answer';
import { itemOf } from '../../../harness/n8n/records';

const operation = operationsWithOptions.find(({ value }) => value === 'getAll')!;

/** What a model gets of a list. */
function told(records: IDataObject[], notes: string[] = []) {
	const result = new Listed(records, { sought: '', wanted: Infinity });
	const items = [{ ...itemOf({}), outcome: { is: 'done', result } as const }];
	const [{ outcome }] = itemsForModel(items, { operation }, notes);
	return (outcome as { result: IDataObject[] }).result;
}
const recordOf = (characters: number) => {
	const frame = JSON.stringify({ id: '' }).length;
	return { id: 'x'.repeat(characters - frame) };
};

test('records of 13,000 characters with their commas are all in an answer', () => {
	const records = Array.from({ length: 5 }, () => recordOf(2599));
	expect(told(records)).toStrictEqual(records);
});

test('of records with one character more, the last one is left out', () => {
	const records = [...Array.from({ length: 4 }, () => recordOf(2599)), recordOf(2600)];
	const answer = told(records);
	expect(answer.slice(0, 4)).toStrictEqual(records.slice(0, 4));
	expect(answer.slice(4)).toStrictEqual([expect.objectContaining({ shown: 4, total: 5 })]);
});

test.each([
	['of 600 characters is whole', 600, 'n'.repeat(600)],
	['that is longer is cut there', 601, `${'n'.repeat(599)}…`],
])('a message %s', (_name, characters, message) => {
	const answer = told([{ id: 'a' }], ['n'.repeat(characters)]);
	expect(answer[1]).toMatchObject({ message });
});
