import { type IContextObject, type IDataObject, NodeOperationError } from 'n8n-workflow';

import { answerIn } from '../../../../nodes/VoiceSms/layers/answers/kept';
import { untyped } from '../../../harness/n8n/fake';
import { triesOf, itemOf, write } from '../../../harness/n8n/records';
import { said } from '../../../harness/n8n/messages';

const send = write({ resource: 'sms', value: 'send' });
const create = write({ resource: 'call', value: 'create' });
const accepted = (id: string, more: IDataObject = {}) => ({ accepted: { id, ...more } });
const at = (index: number, ...lanes: string[]) => itemOf({}, index, lanes);

test('gives what was lost as an error, with the message of the earlier try', () => {
	const data = {};
	triesOf({ data, operation: send }).keep(at(0), { mayHaveBeenDone: 'No answer' });
	expect(triesOf({ data, operation: send }).earlier(0).outcome).toMatchObject({
		error: {
			message: `${said.perhaps}done before: SMS to +1`,
			description: expect.stringContaining('No answer'),
			context: { mayHaveBeenDone: true },
		},
	});
});

test('keeps nothing of what may be done again', () => {
	const error = new NodeOperationError(untyped({ name: 'SMS' }), 'Perhaps updated');
	expect(answerIn({ is: 'unclear', error })).toMatchObject({ mayHaveBeenDone: 'Perhaps updated.' });
	Object.assign(error.context, { mayBeRepeated: true });
	expect(answerIn({ is: 'unclear', error })).toBeUndefined();
});

test.each([
	['another round of a loop', 1, send],
	['another operation', 0, create],
])('gives nothing to %s, and forgets the former', (_name, round, operation) => {
	const data = {};
	triesOf({ data, operation: send }).keep(at(0), accepted('a'));
	expect(triesOf({ data, operation, round }).earlier(0).outcome).toBeUndefined();
	expect(data).toEqual({});
});

test('keeps everything of thousands of large answers', () => {
	const data: IContextObject = {};
	const answers = triesOf({ data, operation: send });
	const notes = 'x'.repeat(1000);
	for (let index = 0; index < 10_000; index++) answers.keep(at(index), accepted('a', { notes }));
	const next = triesOf({ data: JSON.parse(JSON.stringify(data)), operation: send });
	expect(next.earlier(9999).outcome).toEqual({ is: 'done', result: { id: 'a', notes } });
});

test('the last write of a lane is known to later items, also in the next try', () => {
	const data = {};
	const answers = triesOf({ data, operation: send });
	expect(answers.lastWriteInLane(at(1, 'phone'))).toBeUndefined();
	answers.keep(at(0, 'phone', '__proto__'), accepted('a'));
	for (const one of [answers, triesOf({ data, operation: send })]) {
		expect(one.lastWriteInLane(at(1, 'phone'))).toEqual(accepted('a'));
		expect(one.lastWriteInLane(at(1, '__proto__'))).toEqual({
			...accepted('a'),
			byOtherLane: true,
		});
		expect(one.lastWriteInLane(at(1))).toBeUndefined();
	}
});

test('outside of an execution, the last write of a lane is known in the run', () => {
	const answers = triesOf({ operation: send });
	answers.keep(at(0, 'phone'), accepted('a'));
	expect(answers.lastWriteInLane(at(1, 'phone'))).toEqual(accepted('a'));
	expect(triesOf({ operation: send }).earlier(0).outcome).toBeUndefined();
});
