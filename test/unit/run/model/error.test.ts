import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import { addTo, asNodeError } from '../../../../nodes/VoiceSms/api/errors/nodeError';
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

const later =
	'Try it again later. If it fails again, a person has to check the credential of this tool.';
const checkProxy = 'a person has to check the proxy or web server between n8n and the service.';
const askPerson = 'Do not try it again: a person has to fix the credential of this tool.';
const mendIt = 'Fix this, or tell the user: the same request would be refused again.';

describe('a model is told', () => {
	it.each<[string, string, Failure, string]>([
		[
			'that there is no such call, where the service says so in another way',
			'call.getRecording',
			status(400, 'Call not found'),
			`No call has the ID "Ada". IDs look like call_000042. Find one ${said.toolThatLists} calls, if you have one. ${said.elseTellUser}.`,
		],
		[
			'that the service waited too long for the request',
			'contact.get',
			status(408),
			`Contact Ada could not be read: the service refused it (HTTP 408). ${later}`,
		],
		[
			'not to repeat what was refused with the highest status of a refusal',
			'contact.get',
			status(499),
			`Contact Ada could not be read: the service refused it (HTTP 499). ${mendIt}`,
		],
		[
			'that something else than the service answered',
			'contact.get',
			{ ...status(404, '<html>nginx</html>'), notOfService: true },
			`Contact Ada could not be read: the service refused it (HTTP 404). ${askPerson}`,
		],
		[
			'what is wrong with the sender',
			'sms.send',
			status(403, 'The number +15557777777 does not belong to your company'),
			`SMS to +15550100042 was not sent: The number +15557777777 does not belong to your company (HTTP 403). ${mendIt} If the cause is the API key, a person has to give it the permission sms:send.`,
		],
		[
			'which permission may be missing, where the service gives no reason',
			'call.getAnalytics',
			status(403),
			'Call analytics could not be read: the service refused it (HTTP 403). Do not try it again: a person has to give the API key the permission analytics:read.',
		],
		[
			'of a permission that is not documented',
			'contact.getAll',
			status(403, 'Missing scope'),
			'Contacts could not be read: Missing scope (HTTP 403). Do not try it again: a person has to give the API key more permissions.',
		],
		[
			'that the key is refused',
			'contact.getAll',
			status(401, 'Invalid API key'),
			`Contacts could not be read: Invalid API key (HTTP 401). The API key is not accepted. ${askPerson}`,
		],
		[
			'that the key is refused, without a word of the service',
			'sms.send',
			status(401),
			`SMS to +15550100042 was not sent: the service refused the API key (HTTP 401). The API key is not accepted. ${askPerson}`,
		],
		[
			'why the service refused it',
			'call.create',
			status(400, 'Invalid number.'),
			`Call to +15550100042 was not started: Invalid number (HTTP 400). ${mendIt}`,
		],
		[
			'why the service refused it, without its spaces',
			'sms.send',
			status(400, ' Invalid number '),
			`SMS to +15550100042 was not sent: Invalid number (HTTP 400). ${mendIt}`,
		],
		[
			'why the service refused it with a status of success',
			'contact.create',
			{ cause: 'refused', status: 200, service: 'Contact exists already!' },
			`Contact Ada was not created: Contact exists already! ${mendIt}`,
		],
		[
			'that it was refused without a reason',
			'contact.upsert',
			{ cause: 'refused', status: 200 },
			`Contact +15550100042 was not written: the service refused it. ${mendIt}`,
		],
		[
			'to wait a second at least, where the time is over by now',
			'sms.send',
			{ ...status(429, 'Slow down'), retryAfterMs: 0 },
			'SMS to +15550100042 was not sent: Slow down (HTTP 429). Try it again in 1 second.',
		],
		[
			'to try it again some time',
			'contact.getAll',
			status(429),
			'Contacts could not be read: the service asked for fewer requests (HTTP 429). Try it again later.',
		],
		[
			'that it was not tried',
			'sms.send',
			{ cause: 'notTried', retryAfterMs: 120_000 },
			'SMS to +15550100042 was not sent: the request had to wait too long. Try it again in 2 minutes.',
		],
		[
			'that the service cannot be reached',
			'sms.send',
			{ cause: 'notSent', detail: 'the connection ended with ECONNREFUSED' },
			`SMS to +15550100042 was not sent: the service could not be reached. ${later}`,
		],
		[
			'that the service could not answer',
			'call.getAll',
			status(500, 'Internal error'),
			`Calls could not be read: Internal error (HTTP 500). ${later}`,
		],
		[
			"that a gateway's page came",
			'call.getAll',
			{ ...status(502, '<html>Bad gateway</html>'), notOfService: true },
			`Calls could not be read: a proxy or web server answered in place of the service (HTTP 502). Try it again later. If it fails again, ${checkProxy}`,
		],
		...[403, 407].map((code): [string, string, Failure, string] => [
			`that a proxy refused it with ${code}`,
			'sms.send',
			{ ...status(code, 'Forbidden'), notOfService: true },
			`SMS to +15550100042 was not sent: a proxy or web server answered in place of the service (HTTP ${code}). Do not try it again: ${checkProxy}`,
		]),
		[
			'that no answer came to a read',
			'contact.getAll',
			{ cause: 'lost', detail: 'no answer came within 30000 ms' },
			`Contacts could not be read: the connection to the service was lost before the answer came, because no answer came within 30000 ms. ${later}`,
		],
		[
			'that an answer cannot be read',
			'contact.getAll',
			{ cause: 'unreadable', status: 200, detail: 'the answer lacks "data": {}' },
			`Contacts could not be read: the service gave an answer that cannot be read. ${later}`,
		],
		[
			'that the service moved',
			'contact.getAll',
			{ cause: 'redirect', status: 302, detail: 'the service redirects to https://b.example' },
			`Contacts could not be read: the service redirects to another address (HTTP 302), because the service redirects to https://b.example. ${askPerson}`,
		],
	])('%s', (_what, name, failure, message) => {
		const error = told(name, failure);
		expect([error.message, error.description]).toStrictEqual([message, '']);
	});

	it.each<[string, string, Failure, 'POST' | 'PUT', string]>([
		[
			'not to send again what may have been sent',
			'sms.send',
			{ cause: 'lost', detail: 'no answer came within 30000 ms' },
			'POST',
			`It ${said.unclear} SMS to +15550100042 was sent: the connection to the service was lost before the answer came, because no answer came within 30000 ms. ${said.notAgain}. Check it ${said.toolThatLists} messages, if you have one. ${said.elseTellUser}.`,
		],
		[
			'not to call again who may be called',
			'call.create',
			status(503, 'Overloaded'),
			'POST',
			`It ${said.unclear} call to +15550100042 was started: Overloaded (HTTP 503). ${said.notAgain}. Check it ${said.toolThatLists} calls, if you have one. ${said.elseTellUser}.`,
		],
		[
			'that an update does no harm twice',
			'contact.update',
			status(500),
			'PUT',
			`It ${said.unclear} contact contact_000007 was updated: the service could not answer (HTTP 500). You can safely try it once more later.`,
		],
	])('%s', (_what, name, failure, method, message) => {
		const error = told(name, failure, method);
		expect([error.message, error.description]).toStrictEqual([message, '']);
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
		const { message } = tellModel(
			{ is: 'acceptedThenFailed', error, result: { id: 'call_7' } },
			askedFor('call.create'),
		);
		expect(message).toBe(
			`Call to +15550100042 was started, with the ID call_7. A later step failed: the service could not answer (HTTP 500). ${said.notAgain}: look it up by its ID later.`,
		);
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

	it('what else became known of an error', () => {
		const error = asNodeError(node, status(400, 'No'), { nameInErrors: 'x' }, false, 'POST');
		addTo(error, 'Nobody waits for the answer.');
		expect(error.description).toBe(`${said.serviceSays} No. Nobody waits for the answer.`);
		expect(tellModel(failed(error), askedFor('sms.send')).message).toBe(
			`SMS to +15550100042 was not sent: No (HTTP 400). ${mendIt} Nobody waits for the answer.`,
		);
	});

	it('that the credential cannot be used', () => {
		const error = new NodeOperationError(node, 'The credential has no key', { description: 'x' });
		const { message, description } = credentialForModel(error);
		expect(message).toBe(
			`The credential of this tool cannot be used: The credential has no key. ${askPerson}`,
		);
		expect(description).toBe('');
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
