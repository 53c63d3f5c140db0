import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import type { Subject } from '../../../../nodes/VoiceSms/api/errors/nodeError';
import { asNodeError } from '../../../../nodes/VoiceSms/api/errors/nodeError';
import { said } from '../../../harness/n8n/messages';

const node: INode = {
	id: '1',
	name: 'Voice and SMS',
	type: 'voiceSms',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const subject: Subject = { nameInErrors: 'call 42', itemIndex: 3 };
const write: Subject = { ...subject, nameInErrors: 'SMS to +1', did: 'sent' };

const build = (failure: Failure, unsure = false, about = subject) =>
	asNodeError(node, failure, about, unsure, 'PUT');

describe('asNodeError', () => {
	it.each<[Failure, string, string | null]>([
		[{ cause: 'status', status: 402 }, `${said.refused} (HTTP 402)`, '402'],
		[{ cause: 'status', status: 499 }, `${said.refused} (HTTP 499)`, '499'],
		[{ cause: 'notTried' }, 'The service accepts no requests at the moment', null],
	])('of %j says what happened to which thing', (failure, message, httpCode) => {
		for (const unsure of [false, true]) {
			const error = build(failure, unsure);
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error.message).toBe(`${message}: call 42`);
			expect(error.httpCode).toBe(httpCode);
			expect(error.context.itemIndex).toBe(3);
			expect(error.context.mayHaveBeenDone).toBe(unsure ? true : undefined);
			expect(error.node).toBe(node);
			expect(error.messages).toEqual([]);
		}
	});

	it.each<[string, Failure, Partial<Subject>, string[]]>([
		[
			'the words of the service, without a second full stop',
			{ cause: 'refused', service: 'No such number!' },
			{},
			[`${said.serviceSays} No such number!`],
		],
		['the base URL of what is not found', { cause: 'status', status: 404 }, {}, ["'Base URL'"]],
		['the way to fewer requests', { cause: 'status', status: 429 }, {}, ["'Requests at Once'"]],
		['the base URL of what redirects', { cause: 'redirect' }, {}, ["'Base URL'"]],
		['the base URL of what cannot be read', { cause: 'unreadable' }, {}, ["'Base URL'"]],
	])('describes %s', (_name, failure, about, parts) => {
		const { description } = build(failure, false, { ...subject, ...about });
		for (const part of parts) expect(description).toContain(part);
		expect(description).toMatch(/^[A-Z].*[.!?]$/s);
	});

	it.each<[Failure, Partial<Subject>, string]>([
		[{ cause: 'status', status: 401, service: 'No' }, {}, "Check the 'API Key'."],
		[{ cause: 'status', status: 403 }, {}, "Check the 'API Key'."],
		[
			{ cause: 'status', status: 403, service: 'No' },
			{ permission: 'sms:send' },
			"Or check the 'API Key': it needs the permission sms:send",
		],
		[{ cause: 'notTried' }, {}, 'Run it again later.'],
	])('advises after %j', (failure, about, advice) => {
		const { description } = build(failure, false, { ...subject, ...about });
		expect(description?.replace(/^The service says: No\. /, '')).toMatch(
			new RegExp(`^${advice.replace(/[.()]/g, '\\$&')}`),
		);
	});

	it.each<Failure>([
		{ cause: 'refused', status: 200 },
		{ cause: 'lost' },
		{ cause: 'status', status: 500 },
	])('describes nothing where there is nothing to say of %j', (failure) => {
		expect(build(failure).description).toBe('');
	});

	it('of HTTP 404 to a creation says what to check', () => {
		const error = asNodeError(node, { cause: 'status', status: 404 }, subject, false, 'POST');
		expect(error.message).toMatch(/did not find something .* \(HTTP 404\): call 42$/);
		expect(error.description).toBe("Check the numbers, and that the 'Base URL' ends in /api/v1.");
	});

	it.each<[string, Failure, boolean, Partial<Subject>, string, string]>([
		[
			'refused with words',
			{ cause: 'status', status: 400, service: 'Number is not reachable' },
			false,
			{},
			'Not sent: SMS to +1',
			'The service says: Number is not reachable.',
		],
		[
			'refused without words',
			{ cause: 'status', status: 400 },
			false,
			{},
			'Not sent: SMS to +1',
			`${said.refused} (HTTP 400).`,
		],
		[
			'without an answer',
			{ cause: 'lost', detail: 'the connection ended with ECONNRESET' },
			true,
			{},
			'Perhaps sent: SMS to +1',
			`The connection ended with ECONNRESET. ${said.lookItUp}`,
		],
		[
			'answered by a proxy',
			{ cause: 'status', status: 502, service: '<h1>Bad Gateway</h1>', notOfService: true },
			true,
			{},
			'Perhaps sent: SMS to +1',
			`Another server answered (HTTP 502). ${said.lookItUp}`,
		],
		[
			'that is done, and cannot be looked at',
			{ cause: 'status', status: 500, service: 'Down' },
			false,
			{ isDone: true },
			'Sent, but a later step failed: SMS to +1',
			'The service says: Down.',
		],
	])('of a write %s begins with its state, then why', (_what, failure, unsure, own, is, why) => {
		const { message, description } = build(failure, unsure, { ...write, ...own });
		expect(message).toBe(is);
		expect(description?.slice(0, why.length)).toBe(why);
	});

	it.each(['approvePermissions', 'EPERM', 'ECONNREFUSED', 'ENOTFOUND: x', '429'])(
		'keeps its message when the thing is called %j, an error name of n8n',
		(id) => {
			const error = build({ cause: 'refused', service: id }, false, { nameInErrors: `call ${id}` });
			expect(error.message).toBe(`${said.refused}: call ${id}`);
			expect(error.description).toContain(id);
		},
	);

	it.each<[Failure, unknown]>([
		[
			{ cause: 'status', status: 429, retryAfterMs: 5000 },
			{ cause: 'rate-limited', retryAfterMs: 5000 },
		],
		[{ cause: 'status', status: 503 }, { cause: 'temporarily-unavailable' }],
		[{ cause: 'status', status: 401 }, { cause: 'credential-invalid' }],
		[{ cause: 'status', status: 403 }, undefined],
		[{ cause: 'status', status: 500 }, undefined],
		[{ cause: 'lost' }, undefined],
		[{ cause: 'refused', status: 200 }, undefined],
	])('of %j declares to n8n only what is proven', (failure, expected) => {
		const { failure: declared } = build(failure) as { failure?: unknown };
		expect(declared).toEqual(expected);
	});
});
