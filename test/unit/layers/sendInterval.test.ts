import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { Collection } from '../../../nodes/VoiceSms/fields/read/collection';
import { sendInterval } from '../../../nodes/VoiceSms/layers/sendInterval';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { fake, untyped } from '../../harness/n8n/fake';

const field = sendInterval.field?.({} as Operation) as INodeProperties;

function read(value: unknown) {
	const options = new Collection(untyped({ sendInterval: value }), [field], (label, what) => {
		throw new Error(`'${label}' ${what}`);
	});
	return sendInterval.read?.(untyped({ options }), {} as Operation, fake<IExecuteFunctions>({}));
}

test.each<[unknown, number]>([
	[0.001, 1],
	[0.5, 500],
	['60', 60_000],
])('an interval of %j seconds is of %i whole milliseconds', (value, ms) => {
	expect(read(value)).toBe(ms);
});

test.each([0, 0.0009, -0.5, -1])('an interval of %j seconds is none that can be kept', (value) => {
	expect(() => read(value)).toThrow("'Send Interval' must be a number of seconds, 0.001 or more");
});

test('the form takes no shorter interval either', () => {
	expect(field.typeOptions?.minValue).toBe(0.001);
});
