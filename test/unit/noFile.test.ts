import type { Failure } from '../../nodes/VoiceSms/api/failure';
import { failedStatus, readText, whyNoFile } from '../../nodes/VoiceSms/api/noFile';

const now = Date.parse('2026-06-01T12:00:00Z');

async function* chunks(lengths: number[], taken: number[]) {
	for (const length of lengths) {
		taken.push(length);
		yield Buffer.from('x'.repeat(length));
	}
}

it.each([
	['whole when it is short', [3, 4], 7, 2],
	['to the character where enough has come', [9_999, 1, 5], 10_000, 2],
	['no further than it must be', [9_999, 5, 5], 10_004, 2],
])('the text of an answer is read %s', async (_name, lengths, length, count) => {
	const taken: number[] = [];
	expect(await readText(chunks(lengths, taken))).toBe('x'.repeat(length));
	expect(taken).toHaveLength(count);
});

it.each<[string, Partial<Failure>]>([
	['{"success":false,"message":"Gone"}', { cause: 'refused', service: 'Gone' }],
	[
		'{"success":true,"data":{}}',
		{ cause: 'unreadable', detail: 'no recording came, but {"success":true,"data":{}}' },
	],
	['<html>', { cause: 'unreadable', detail: 'no recording came, but <html>' }],
	['', { cause: 'unreadable', detail: 'no recording came, but it is empty' }],
])('%j in the place of a file says why there is none', (answer, failure) => {
	expect(whyNoFile(answer, 200)).toEqual({ status: 200, ...failure });
});

it.each([
	[302, '', { cause: 'redirect', status: 302 }],
	[399, '', { cause: 'redirect', status: 399 }],
	[400, '{"message":"No"}', { cause: 'status', status: 400, service: 'No' }],
	[404, 'Not here', { cause: 'status', status: 404, service: 'Not here' }],
	[503, '', { cause: 'status', status: 503, retryAfterMs: 7000 }],
])('HTTP %i with %j in the place of a file', (status, answer, failure) => {
	expect(failedStatus(status, { 'retry-after': '7' }, answer, now)).toMatchObject(failure);
});
