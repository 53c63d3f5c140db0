import type { INode } from 'n8n-workflow';
import { ExpressionError, NodeOperationError, UserError } from 'n8n-workflow';

import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import {
	asNodeError,
	classify,
	asShown,
	toNodeError,
} from '../../../../nodes/VoiceSms/api/errors/nodeError';

const node = { name: 'Voice and SMS', type: 'voiceSms', typeVersion: 1 } as INode;
const status = (code: number): Failure => ({ cause: 'status', status: code });

it.each<[string, Failure, string[]]>([
	['400', status(400), ['isAboutOneRecord']],
	['401', status(401), ['isOfAll']],
	['403', status(403), []],
	['404', status(404), ['isAboutOneRecord', 'isMissing']],
	["a gateway's 404", { ...status(404), notOfService: true }, ['isAboutOneRecord', 'isTemporary']],
	...[403, 407].map((code): [string, Failure, string[]] => [
		`a gateway's ${code}`,
		{ ...status(code), notOfService: true },
		[],
	]),
	["a gateway's 502", { ...status(502), notOfService: true }, ['isAboutOneRecord', 'isTemporary']],
	["a gateway's 401", { ...status(401), notOfService: true }, ['isOfAll']],
	['408', status(408), ['isTemporary']],
	['409', status(409), ['isAboutOneRecord']],
	['410', status(410), ['isAboutOneRecord', 'isMissing']],
	['422', status(422), ['isAboutOneRecord']],
	['429', status(429), ['isTemporary', 'asksForFewer', 'isOfAll']],
	[
		"another host's 429",
		{ ...status(429), host: 'files.example' },
		['isAboutOneRecord', 'isTemporary', 'asksForFewer', 'isOfAll'],
	],
	['499', status(499), ['isAboutOneRecord']],
	['500', status(500), ['isAboutOneRecord', 'isTemporary']],
	['503', status(503), ['isAboutOneRecord', 'isTemporary']],
	['success: false', { cause: 'refused', status: 200 }, ['isAboutOneRecord']],
	[
		'an answer that cannot be read',
		{ cause: 'unreadable', status: 200 },
		['isAboutOneRecord', 'isTemporary'],
	],
	['a lost connection', { cause: 'lost' }, ['isTemporary', 'isLost']],
	['no connection', { cause: 'notSent' }, ['isTemporary']],
	['no try', { cause: 'notTried' }, ['isTemporary', 'asksForFewer', 'isOfAll']],
	['a redirect', { cause: 'redirect', status: 302 }, []],
])('the error of %s means what it says', (_name, failure, facts) => {
	const error = asNodeError(node, failure, { nameInErrors: 'call 42' }, false, 'POST');
	const found = Object.entries(classify(error)).filter(([, holds]) => holds);
	expect(found.map(([fact]) => fact).sort()).toStrictEqual(facts.sort());
});

it.each([undefined, null, 'text', new Error('x'), new UserError('x')])(
	'%j is no answer of the service',
	(error) => {
		expect(Object.values(classify(error)).filter((holds) => holds)).toStrictEqual([]);
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
	expect(asShown(new NodeOperationError(node, message)).message).toBe(shown);
});
