import type { IContextObject, IDataObject } from 'n8n-workflow';

import { answersOf, itemOf, write } from '../../../harness/n8n/records';

const send = write({ resource: 'sms', value: 'send' });
const create = write({ resource: 'call', value: 'create' });
const accepted = (id: string, more: IDataObject = {}) => ({ accepted: { id, ...more } });
const at = (index: number, ...lanes: string[]) => itemOf({}, index, lanes);

test.each([
	['another round of a loop', 1, send],
	['another operation', 0, create],
])('gives nothing to %s, and forgets the former', (_name, round, operation) => {
	const data = {};
	answersOf({ data, operation: send }).keep(at(0), accepted('a'));
	expect(answersOf({ data, operation, round }).earlier(0).outcome).toBeUndefined();
	expect(data).toEqual({});
});

test('of an answer that JSON cannot hold, the identifiers are kept', () => {
	let deep: IDataObject = {};
	for (let level = 0; level < 100_000; level++) deep = { deep };
	const circular: IDataObject = {};
	circular.itself = circular;
	const ids = { id: 'a', messageId: 'b', conversationId: 'c', created: true };
	for (const part of [deep, circular]) {
		const data: IContextObject = {};
		const answer = { accepted: { ...ids, part, partId: part, Ids: 'd', Idle: 'e' } };
		answersOf({ data, operation: send }).keep(at(0), answer);
		const next = answersOf({ data: JSON.parse(JSON.stringify(data)), operation: send });
		expect(next.earlier(0).outcome).toEqual({ is: 'done', result: ids });
	}
});

test('outside of an execution, the last write of a lane is known in the run', () => {
	const answers = answersOf({ operation: send });
	answers.keep(at(0, 'phone'), accepted('a'));
	expect(answers.lastWriteInLane(at(1, 'phone'))).toEqual(accepted('a'));
	expect(answersOf({ operation: send }).outcome(at(0))).toBeUndefined();
});
