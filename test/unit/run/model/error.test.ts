import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { askPerson, fixIt, later } from '../../../../nodes/VoiceSms/api/errors/advice';
import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import {
	type NodeError,
	addTo,
	asNodeError,
} from '../../../../nodes/VoiceSms/api/errors/nodeError';
import { operationsWithOptions } from '../../../../nodes/VoiceSms/layers';
import { maybeDone } from '../../../../nodes/VoiceSms/layers/answers/repeats';
import { failed } from '../../../../nodes/VoiceSms/layers/outcome';
import { credentialForModel, tellModel } from '../../../../nodes/VoiceSms/run/model/error';
import { said } from '../../../harness/n8n/messages';

const node = { name: 'Voice and SMS', type: 'voiceSmsTool', typeVersion: 1 } as INode;

const inputs: Record<string, unknown> = {
	'call.create': { call: { toNumber: '+15550100042' } },
	'call.get': { callId: 'Ada' },
	'call.getAll': {},
	'call.getAnalytics': {},
	'call.getRecording': { callId: 'Ada' },
	'contact.create': { contact: { firstName: 'Ada' } },
	'contact.get': { contact: { by: 'id', value: 'Ada' } },
	'contact.getAll': {},
	'contact.update': { contact: { by: 'id', value: 'contact_000007' } },
	'contact.upsert': { key: { by: 'phone', value: '+15550100042', country: '' } },
	'sms.send': { to: '+15550100042' },
	'sms.sendAndWait': { to: '+15550100042' },
};

const operationOf = (name: string) =>
	operationsWithOptions.find(({ resource, value }) => `${resource}.${value}` === name)!;
const askedFor = (name: string) => ({ operation: operationOf(name), input: inputs[name] });

/** What a model is told of a request that failed. */
function told(name: string, failure: Failure, unsure: false | 'POST' | 'PUT' = false) {
	const { operation, input } = askedFor(name);
	const subject = {
		nameInErrors: operation.nameInErrors(input),
		permission: operation.permission,
		itemIndex: 0,
	};
	const error = asNodeError(node, failure, subject, unsure !== false, unsure || 'POST');
	return tellModel(failed(error), askedFor(name));
}

const status = (code: number, service?: string): Failure => ({
	cause: 'status',
	status: code,
	...(service === undefined ? {} : { service }),
});

const checkProxy = 'has to check the proxy or web server';
const notAgain = 'Do not try it again: ';
const sms = 'SMS to +15550100042';

/** The message has these parts, one after the other, and the description is empty. */
function expectParts({ message, description }: NodeError, parts: string[]) {
	expect(description).toBe('');
	expect(message.startsWith(parts[0])).toBe(true);
	const places = parts.map((part) => message.indexOf(part));
	expect(parts.filter((_part, index) => places[index] === -1)).toStrictEqual([]);
	expect(places).toStrictEqual([...places].sort((one, other) => one - other));
}

describe('a model is told', () => {
	it.each<[string, string, Failure, string[]]>([
		[
			'that there is no such call, where the service says so in another way',
			'call.getRecording',
			status(400, 'Call not found'),
			[
				'No call has the ID "Ada".',
				'call_000042',
				`${said.toolThatLists} calls`,
				said.elseTellUser,
			],
		],
		[
			'that the service waited too long for the request',
			'contact.get',
			status(408),
			['Contact Ada could not be read', '(HTTP 408)', later],
		],
		[
			'not to repeat what was refused with the highest status of a refusal',
			'contact.get',
			status(499),
			['Contact Ada could not be read', '(HTTP 499)', fixIt],
		],
		[
			'that something else than the service answered',
			'contact.get',
			{ ...status(404, '<html>nginx</html>'), notOfService: true },
			['Contact Ada could not be read', '(HTTP 404)', askPerson],
		],
		[
			'what is wrong with the sender',
			'sms.send',
			status(403, 'The number +15557777777 does not belong to your company'),
			[
				`${sms} was not sent: The number +15557777777 does not`,
				fixIt,
				'If the cause is',
				'sms:send.',
			],
		],
		[
			'which permission may be missing, where the service gives no reason',
			'call.getAnalytics',
			status(403),
			['Call analytics could not be read', '(HTTP 403)', notAgain, 'permission analytics:read.'],
		],
		[
			'of a permission that is not documented',
			'contact.getAll',
			status(403, 'Missing scope'),
			['Contacts could not be read: Missing scope (HTTP 403)', notAgain, 'more permissions.'],
		],
		[
			'that the key is refused',
			'contact.getAll',
			status(401, 'Invalid API key'),
			['Contacts could not be read: Invalid API key (HTTP 401)', askPerson],
		],
		[
			'that the key is refused, without a word of the service',
			'sms.send',
			status(401),
			[`${sms} was not sent`, '(HTTP 401)', askPerson],
		],
		[
			'why the service refused it',
			'call.create',
			status(400, 'Invalid number.'),
			['Call to +15550100042 was not started: Invalid number (HTTP 400)', fixIt],
		],
		[
			'why the service refused it, without its spaces',
			'sms.send',
			status(400, ' Invalid number '),
			[`${sms} was not sent: Invalid number (HTTP 400)`, fixIt],
		],
		[
			'why the service refused it with a status of success',
			'contact.create',
			{ cause: 'refused', status: 200, service: 'Contact exists already!' },
			['Contact Ada was not created: Contact exists already! ', fixIt],
		],
		[
			'that it was refused without a reason',
			'contact.upsert',
			{ cause: 'refused', status: 200 },
			['Contact +15550100042 was not written', fixIt],
		],
		[
			'to wait a second at least, where the time is over by now',
			'sms.send',
			{ ...status(429, 'Slow down'), retryAfterMs: 0 },
			[`${sms} was not sent: Slow down (HTTP 429)`, 'in 1 second.'],
		],
		[
			'to try it again some time',
			'contact.getAll',
			status(429),
			['Contacts could not be read', '(HTTP 429)', 'again later.'],
		],
		[
			'that it was not tried',
			'sms.send',
			{ cause: 'notTried', retryAfterMs: 120_000 },
			[`${sms} was not sent`, 'wait too long', 'in 2 minutes.'],
		],
		[
			'that the service cannot be reached',
			'sms.send',
			{ cause: 'notSent', detail: 'the connection ended with ECONNREFUSED' },
			[`${sms} was not sent`, 'could not be reached', later],
		],
		[
			'that the service could not answer',
			'call.getAll',
			status(500, 'Internal error'),
			['Calls could not be read: Internal error (HTTP 500)', later],
		],
		[
			"that a gateway's page came",
			'call.getAll',
			{ ...status(502, '<html>Bad gateway</html>'), notOfService: true },
			['Calls could not be read', '(HTTP 502)', 'Try it again later', checkProxy],
		],
		...[403, 407].map((code): [string, string, Failure, string[]] => [
			`that a proxy refused it with ${code}`,
			'sms.send',
			{ ...status(code, 'Forbidden'), notOfService: true },
			[`${sms} was not sent`, `(HTTP ${code})`, notAgain, checkProxy],
		]),
		[
			'that no answer came to a read',
			'contact.getAll',
			{ cause: 'lost', detail: 'no answer came within 30000 ms' },
			['Contacts could not be read', 'because no answer came within 30000 ms', later],
		],
		[
			'that an answer cannot be read',
			'contact.getAll',
			{ cause: 'unreadable', status: 200, detail: 'the answer lacks "data": {}' },
			['Contacts could not be read', later],
		],
		[
			'that the service moved',
			'contact.getAll',
			{ cause: 'redirect', status: 302, detail: 'the service redirects to https://b.example' },
			['Contacts could not be read', '(HTTP 302)', 'https://b.example', askPerson],
		],
	])('%s', (_what, name, failure, parts) => expectParts(told(name, failure), parts));

	it.each<[string, string, Failure, 'POST' | 'PUT', string[]]>([
		[
			'not to send again what may have been sent',
			'sms.send',
			{ cause: 'lost', detail: 'no answer came within 30000 ms' },
			'POST',
			[
				`It ${said.unclear} ${sms} was sent`,
				'within 30000 ms',
				said.notAgain,
				`${said.toolThatLists} messages`,
				said.elseTellUser,
			],
		],
		[
			'not to call again who may be called',
			'call.create',
			status(503, 'Overloaded'),
			'POST',
			[
				`It ${said.unclear} call to +15550100042 was started: Overloaded`,
				said.notAgain,
				`${said.toolThatLists} calls`,
				said.elseTellUser,
			],
		],
		[
			'that nobody waits for the answer to a lost question',
			'sms.sendAndWait',
			status(503, 'Overloaded'),
			'POST',
			[`It ${said.unclear}`, 'Nobody waits for the answer.', said.notAgain],
		],
		[
			'that an update does no harm twice',
			'contact.update',
			status(500),
			'PUT',
			[
				`It ${said.unclear} contact contact_000007 was updated`,
				'(HTTP 500)',
				'You can safely try it once more',
			],
		],
	])('%s', (_what, name, failure, method, parts) => {
		expectParts(told(name, failure, method), parts);
	});

	it('in the words of its own that it may have been done by an earlier call', () => {
		const context = { getNode: () => node } as IExecuteFunctions;
		const { operation } = askedFor('sms.send');
		const error = maybeDone(context, operation, 'SMS to +15550100042', 0);
		const { message } = error;
		expect(error.context.mayHaveBeenDone).toBe(true);
		expect(tellModel(failed(error), askedFor('sms.send')).message).toBe(message);
	});

	it('that it was done, when what came afterwards failed', () => {
		const error = asNodeError(
			node,
			status(500),
			{ nameInErrors: 'call to +15550100042' },
			false,
			'GET',
		);
		addTo(error, 'The service had accepted it.');
		const result = { id: 'call_7' };
		const outcome = { is: 'acceptedThenFailed', error, result } as const;
		expectParts(tellModel(outcome, askedFor('call.create')), [
			'Call to +15550100042 was started, with the ID call_7. A later',
			'(HTTP 500)',
			`${said.notAgain}: look it up by its ID`,
		]);
	});

	it.each([
		['a certificate', 'the certificate of the service has expired (CERT_HAS_EXPIRED)', true],
		['the time that went by', 'no answer came within 30000 ms', true],
		[
			'no code that n8n has a sentence of its own for',
			'the connection ended with ECONNRESET',
			false,
		],
		['no code of the HTTP client', 'the connection ended with ERR_BAD_RESPONSE', false],
		[
			'no code in an encrypted connection',
			'the encrypted connection failed: the connection ended with EPROTO',
			false,
		],
		['no code of a name', 'there is no host with this name (ENOTFOUND)', false],
	])('of a connection: %s', (_what, detail, isTold) => {
		const { message } = told('contact.getAll', { cause: 'notSent', detail });
		expect(message.includes(detail)).toBe(isTold);
	});

	it('the same when n8n wraps it, whatever words the service has', () => {
		const error = told('contact.getAll', status(400, 'Error: read econnreset, ENOENT'));
		const { message } = error;
		expect(new NodeOperationError(node, error).message).toBe(message);
		expect(message.replace(/\u2060/g, '')).toContain('Error: read econnreset, ENOENT');
	});

	it('the same when n8n wraps it, whatever is in an ID', () => {
		const asked = { ...askedFor('call.get'), input: { callId: 'approvePermissions' } };
		const error = asNodeError(node, status(404), { nameInErrors: 'call' }, false, 'POST');
		const { message } = tellModel(failed(error), asked);
		expect(new NodeOperationError(node, error).message).toBe(message);
		expect(message.replace(/\u2060/g, '')).toContain('"approvePermissions"');
	});

	it('what is wrong with a field and what to do, by one sentence after the other', () => {
		const error = new NodeOperationError(node, `'To Number' ${said.empty}`, {
			description: 'Fill it in.',
		});
		const { operation } = askedFor('sms.send');
		const { message, description } = tellModel(failed(error), { operation });
		expect([message, description]).toStrictEqual(["'To Number' is empty. Fill it in.", '']);
	});

	it('that the credential cannot be used', () => {
		const error = new NodeOperationError(node, 'The credential has no key', { description: 'x' });
		expectParts(credentialForModel(error), [
			'The credential of this tool',
			`The credential has no key. ${askPerson}`,
		]);
	});
});

describe('a message for a model', () => {
	const long = 'word '.repeat(1000);

	it.each(operationsWithOptions.map(({ resource, value }) => `${resource}.${value}`))(
		'of %s is no longer than 600 characters and says what to do, whatever the service says',
		(name) => {
			const { message } = tellModel(
				failed(asNodeError(node, status(400, long), { nameInErrors: 'x' }, false, 'POST')),
				{ operation: { ...operationOf(name), nameInErrors: () => long }, input: {} },
			);
			expect(message.length).toBeLessThanOrEqual(600);
			expect(message).toMatch(/would be refused again\.$/);
		},
	);

	it('is cut where a field has much to say', () => {
		const error = new NodeOperationError(node, long, { description: `And ${long}` });
		const { message } = tellModel(failed(error), askedFor('sms.send'));
		expect(message).toHaveLength(600);
		expect(message).toMatch(/…$/);
	});
});
