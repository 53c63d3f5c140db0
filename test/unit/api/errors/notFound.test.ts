import type { INode } from 'n8n-workflow';

import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import { asNodeError, classify } from '../../../../nodes/VoiceSms/api/errors/nodeError';

const node = { name: 'Voice and SMS', type: 'voiceSms', typeVersion: 1 } as INode;
const found = (failure: Failure) =>
	!classify(asNodeError(node, failure, { nameInErrors: 'contact 42' }, false, 'POST')).isMissing;
const status = (code: number, service?: string): Failure => {
	return { cause: 'status', status: code, service };
};
const refused = (service: string): Failure => ({ cause: 'refused', status: 200, service });

describe('the service has no such record', () => {
	it.each<[string, Failure]>([
		['404', status(404)],
		['410', status(410)],
		['404 in words of its own', status(404, 'Nothing here')],
		...[
			'Contact not found',
			'The call could not be found',
			'No such contact',
			'No call with that ID',
			'No contact found in your company',
			'Call 42 does not exist',
			'That client doesn’t exist',
			'Unknown identifier',
			'Not found.',
			'There is no such record',
			'The requested contact was not found',
			'Contact with ID 42 could not be found',
			'Lookup failed: call record "c_1" not found',
			'SMS conversation cannot be found',
			'Unknown call ID: 42',
		].flatMap(
			(words): Array<[string, Failure]> => [
				[`400 "${words}"`, status(400, words)],
				[`success: false "${words}"`, refused(words)],
			],
		),
	])('by %s', (_name, failure) => {
		expect(found(failure)).toBe(false);
	});
});

describe('the service says nothing about the record', () => {
	it.each<[string, Failure]>([
		['400', status(400)],
		['400 "Invalid request"', status(400, 'Invalid request')],
		['400 "Notes are required"', status(400, 'Notes are required')],
		['401 "Not found"', status(401, 'Not found')],
		['403 "Contact not found"', status(403, 'Contact not found')],
		['408', status(408, 'Not found')],
		['429', status(429, 'Not found')],
		['500 "Contact not found"', status(500, 'Contact not found')],
		['503', status(503, 'Not found')],
		['no connection', { cause: 'notSent', detail: 'ENOTFOUND' }],
		['a key that is not found', status(400, 'API key not found')],
		['a company that is not found', refused('Company not found')],
		['a route that is not found', status(404, 'Route GET:/api/contacts/42 not found')],
		...[
			'Organization not found',
			'Tenant not found',
			'Workspace not found',
			'User not found',
			'Subscription not found',
			'Credentials not found',
		].flatMap(
			(words): Array<[string, Failure]> => [
				[`400 "${words}"`, status(400, words)],
				[`404 "${words}"`, status(404, words)],
				[`success: false "${words}"`, refused(words)],
			],
		),
		...[
			'Database "voice" does not exist',
			'Client secret not found',
			'Unknown client secret',
			'No such client account',
			'Agent of the call not found',
			'No ID',
		].map((words): [string, Failure] => [`400 "${words}"`, status(400, words)]),
		['a path that nobody serves', status(404, 'Cannot GET /api/contacts/42')],
		["a web server's own 404", { ...status(404, '<h1>Not Found</h1>'), notOfService: true }],
	])('by %s', (_name, failure) => {
		expect(found(failure)).toBe(true);
	});
});
