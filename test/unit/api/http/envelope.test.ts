import { serviceMessage, unwrap } from '../../../../nodes/VoiceSms/api/http/envelope';

const call = { id: 'call_1' };

describe('unwrap', () => {
	it.each<[string, object, string | undefined, unknown]>([
		['data itself', { success: true, data: { a: 1 } }, undefined, { a: 1 }],
		['data itself when it is empty', { success: true, data: {} }, undefined, {}],
		['an object', { success: true, data: { call } }, 'call', call],
		['a list', { success: true, data: { calls: [call] } }, 'calls', [call]],
		['an empty list', { success: true, data: { calls: [] } }, 'calls', []],
		['what has other keys too', { success: true, extra: 1, data: { call, b: 2 } }, 'call', call],
	])('takes out %s', (_name, body, key, value) => {
		const { data } = body as { data: unknown };
		expect(unwrap(body, key, 200)).toEqual({ value, data });
	});

	it.each<[string, unknown, string]>([
		['text', 'Hello', 'the answer is not JSON: Hello'],
		['no body', undefined, 'the answer is not JSON: nothing'],
		['an empty body', '', 'the answer is not JSON: it is empty'],
		['spaces', ' \n', 'the answer is not JSON: it is empty'],
		['null', null, 'the answer is not JSON: null'],
		['a list', [], 'the answer is not JSON: []'],
		['a number', 7, 'the answer is not JSON: 7'],
		['no success', { data: {} }, 'the answer lacks "success": {"data":{}}'],
		['success of text', { success: 'true' }, 'the answer lacks "success": {"success":"true"}'],
		['success of a number', { success: 1 }, 'the answer lacks "success": {"success":1}'],
		['no data', { success: true }, 'the answer lacks "data": {"success":true}'],
		['data of null', { success: true, data: null }, 'the answer lacks "data": '],
		['data of a list', { success: true, data: [] }, 'the answer lacks "data": '],
		['no payload', { success: true, data: {} }, 'the answer lacks "data.call": '],
		['payload of null', { success: true, data: { call: null } }, 'the answer lacks "data.call": '],
		['payload of text', { success: true, data: { call: 'x' } }, 'the answer lacks "data.call": '],
		[
			'a list of other things than records',
			{ success: true, data: { call: [call, 'x'] } },
			'record 2 of "data.call" is not an object: x',
		],
		[
			'a list among the records',
			{ success: true, data: { call: [null, call, []] } },
			'record 3 of "data.call" is not an object: []',
		],
	])('finds %s unreadable', (_name, body, detail) => {
		expect(unwrap(body, 'call', 200)).toEqual({
			cause: 'unreadable',
			status: 200,
			detail: expect.stringContaining(detail) as string,
		});
	});

	it.each([
		[{ success: false, message: 'No' }, 'No'],
		[{ success: false, message: 'No', data: { call } }, 'No'],
		[{ success: false }, undefined],
		[{ success: false, message: 7 }, '{"message":7}'],
	])('takes %j as a refusal', (body, service) => {
		expect(unwrap(body, 'call', 200)).toEqual({ cause: 'refused', status: 200, service });
	});

	it.each([31, 200, 5000])('quotes the beginning of %i characters', (length) => {
		expect(unwrap('x'.repeat(length), 'call', 200)).toMatchObject({
			detail: expect.stringMatching(/^the answer is not JSON: x{20,40}…$/) as string,
		});
	});

	it('names a web page, and quotes none', () => {
		expect(unwrap('<html>', 'call', 200)).toMatchObject({ detail: 'a web page answered' });
	});
});

describe('serviceMessage', () => {
	it.each<[unknown, string | undefined]>([
		[{ message: 'No' }, 'No'],
		[{ message: { a: 1 } }, '{"message":{"a":1}}'],
		[{}, undefined],
		[' <h1>Bad gateway</h1> ', 'Bad gateway'],
		['  ', undefined],
		[undefined, undefined],
		[null, undefined],
		[['No'], undefined],
		['x'.repeat(300), `${'x'.repeat(200)}…`],
	])('of %j is %j', (body, message) => {
		expect(serviceMessage(body)).toBe(message);
	});
});
