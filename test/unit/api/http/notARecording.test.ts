import {
	failedStatus,
	isNoSound,
	firstText,
} from '../../../../nodes/VoiceSms/api/http/notARecording';

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
	expect(await firstText(chunks(lengths, taken))).toBe('x'.repeat(length));
	expect(taken).toHaveLength(count);
});

it.each<[string, string, string, boolean]>([
	['an empty file', 'audio/wav', '', true],
	['XHTML', 'application/xhtml+xml', '<?xml version="1.0"?>', true],
	['XML', 'text/xml', 'x', true],
	['XML of the other type', 'application/xml', 'x', true],
	['a page without a type', '', ' \r\n<!doctype html>', true],
	['JSON without a type', '', '{"success":false,"message":"Zoë"}', true],
	['JSON of a general type', 'application/octet-stream', '\ufeff[{"a":1}]', true],
	['plain text', 'text/plain', 'The recording is not ready yet', true],
	['sound of a type of text', 'text/plain', 'RIFF\u0000', false],
	['text of any other type', 'text/x-status', 'wait', true],
	['words without a type', '', 'The recording is not ready yet', true],
	['words of a general type', 'application/octet-stream', 'Error: call 7 has no recording', true],
	['sound', 'audio/wav', 'RIFF', false],
	['words of a type of sound', 'audio/wav', 'The recording is not ready yet', true],
	['JSON of a type of sound', 'audio/mpeg', '{"status":"processing"}', true],
	['a page of a type of film', 'video/mp4', '<html>', true],
	['one word of a type of sound', 'audio/mpeg', 'processing', true],
	['a word of JSON of a type of sound', 'audio/mpeg', 'null', true],
	['text in quotes of a type of sound', 'audio/wav', '"not ready"', true],
	['a number of a type of sound', 'audio/wav', '404', true],
	['words of another alphabet', 'audio/wav', 'Запись ещё не готова', true],
	['words that the first bytes cut off', 'audio/wav', 'Не готова\u00e9', true],
	...['RIFF', 'ID3', 'OggS', 'fLaC', '#!AMR\n'].map((begins): [string, string, string, boolean] => {
		return [`the first bytes of sound: ${begins}`, 'audio/x', begins, false];
	}),
	['sound that begins as text does, of its type', 'audio/basic', '<<\u0000', false],
	['sound that begins as text does, by what follows', '', '{\u0000\u0001', false],
	['sound without a type', '', 'RIFF\u0000', false],
	['sound without a type, with a sign of text later', '', 'RIFF<', false],
	['sound without a type, with a blank as a byte', '', 'RIFF a\u0000', false],
	['sound of a general type', 'application/octet-stream', 'RIFF', false],
	...['%PDF-1.7\n%\u0000', 'GIF89a\u0001'].map((begins): [string, string, string, boolean] => {
		return [`a file of another kind: ${begins}`, 'audio/wav', begins, true];
	}),
])('%s', (_name, type, beginning, expected) => {
	expect(isNoSound(type, Buffer.from(beginning))).toBe(expected);
});

it('words whose last character is cut off are words; bytes that no text has are sound', () => {
	const words = Buffer.from('Не готова');
	expect(isNoSound('audio/wav', words.subarray(0, words.length - 1))).toBe(true);
	expect(isNoSound('audio/basic', Buffer.from('ffd5ffd57f7f', 'hex'))).toBe(false);
	expect(isNoSound('audio/mpeg', Buffer.from('fffb9064', 'hex'))).toBe(false);
	expect(isNoSound('', Buffer.from('494433', 'hex'))).toBe(false);
});

it.each([
	['JPEG', 'ffd8ffe000104a46'],
	['PNG', '89504e470d0a1a0a'],
	['gzip', '1f8b08000000'],
])('the bytes of %s are no sound', (_name, bytes) => {
	expect(isNoSound('audio/wav', Buffer.from(bytes, 'hex'))).toBe(true);
});

it.each([
	[302, '', { cause: 'redirect', status: 302 }],
	[399, '', { cause: 'redirect', status: 399 }],
	[400, '{"message":"No"}', { cause: 'status', status: 400, service: 'No' }],
	[404, 'Not here', { cause: 'status', status: 404, service: 'Not here' }],
	[403, '<Error>Expired</Error>', { status: 403, notOfService: true }],
	[403, '{"success":false}', { status: 403, notOfService: undefined }],
	[404, 'Not here', { status: 404, notOfService: undefined }],
	[503, '', { cause: 'status', status: 503, retryAfterMs: 7000 }],
])('HTTP %i with %j in the place of a file', (status, answer, failure) => {
	const found = failedStatus(status, { 'retry-after': '7' }, answer, '', now);
	expect({ notOfService: undefined, ...found }).toMatchObject(failure);
});
