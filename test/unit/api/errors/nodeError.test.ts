import type { INode } from 'n8n-workflow';
import { ExpressionError, NodeOperationError, UserError } from 'n8n-workflow';

import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import {
	asNodeError,
	isGone,
	isAboutOneRecord,
	isLost,
	notCanceled,
	saidNo,
	toNodeError,
} from '../../../../nodes/VoiceSms/api/errors/nodeError';

const node = { name: 'Voice and SMS', type: 'voiceSms', typeVersion: 1 } as INode;
const status = (code: number): Failure => ({ cause: 'status', status: code });

describe.each<[string, Failure, { gone?: true; no?: true; own?: true; lost?: true }]>([
	['400', status(400), { no: true, own: true }],
	['401', status(401), {}],
	['403', status(403), {}],
	['404', status(404), { gone: true, no: true, own: true }],
	["a gateway's 404", { ...status(404), notOfService: true }, { own: true }],
	["a gateway's 401", { ...status(401), notOfService: true }, {}],
	['408', status(408), {}],
	['409', status(409), { no: true, own: true }],
	['410', status(410), { gone: true, no: true, own: true }],
	['422', status(422), { no: true, own: true }],
	['429', status(429), {}],
	['499', status(499), { no: true, own: true }],
	['500', status(500), { own: true }],
	['503', status(503), { own: true }],
	['success: false', { cause: 'refused', status: 200 }, { no: true, own: true }],
	['an answer that cannot be read', { cause: 'unreadable', status: 200 }, { own: true }],
	['a lost connection', { cause: 'lost' }, { lost: true }],
	['no connection', { cause: 'notSent' }, {}],
	['no try', { cause: 'notTried' }, {}],
	['a redirect', { cause: 'redirect', status: 302 }, {}],
])('the error of %s', (_name, failure, { gone = false, no = false, own = false, lost = false }) => {
	const error = asNodeError(node, failure, { nameInErrors: 'call 42' }, false, 'POST');

	it(`${gone ? 'says' : 'does not say'} that the thing is gone`, () => {
		expect(isGone(error)).toBe(gone);
	});

	it(`${no ? 'says' : 'does not say'} no about the thing`, () => {
		expect(saidNo(error)).toBe(no);
	});

	it(`${own ? 'may' : 'cannot'} be of the one thing alone`, () => {
		expect(isAboutOneRecord(error)).toBe(own);
	});

	it(`${lost ? 'says' : 'does not say'} that no answer came`, () => {
		expect(isLost(error)).toBe(lost);
	});
});

it.each([undefined, null, 'text', new Error('x'), new UserError('x')])(
	'%j is no answer of the service',
	(error) => {
		for (const is of [isGone, saidNo, isAboutOneRecord, isLost]) expect(is(error)).toBe(false);
	},
);

describe('toNodeError', () => {
	it('gives an error of a node as it is, also of another copy of n8n-workflow', () => {
		const error = asNodeError(node, status(500), { nameInErrors: 'x' }, false, 'POST');
		expect(toNodeError(node, error)).toBe(error);
		const other = Object.assign(new Error('x'), { context: { itemIndex: 1 }, node });
		expect(toNodeError(node, other)).toBe(other);
	});

	it.each([
		['of JavaScript', new Error('why')],
		['for the user', new UserError('why')],
		['of an expression, which has a context', new ExpressionError('why')],
		['that knows a node, and no context', Object.assign(new Error('why'), { node })],
	])('wraps an error %s with its message and description', (_name, error) => {
		Object.assign(error, { description: 'how' });
		const wrap = toNodeError(node, error);
		expect(wrap).not.toBe(error);
		expect([wrap.name, wrap.message, wrap.description]).toEqual([
			'NodeOperationError',
			'why',
			'how',
		]);
	});
});

it.each([
	['The row is canceled', 'The row is cance\u2060led'],
	['canceled-canceled', 'cance\u2060led-cance\u2060led'],
	['It was cancelled', 'It was cancelled'],
])('an error that is no cancel has not the word by which n8n knows one: %s', (message, shown) => {
	expect(notCanceled(new NodeOperationError(node, message)).message).toBe(shown);
});
