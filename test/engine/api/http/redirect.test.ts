import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { locator, runAt } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import { few, withSimulator } from '../../../harness/service/service';
import { good } from '../../../harness/n8n/parameters';

const simulator = withSimulator({ seed: few });
let other: Server;
let otherUrl: string;
let connections: number;
let asked: string[];
beforeAll(async () => {
	// Would answer anything with success, if it were asked.
	other = createServer((req, res) => {
		asked.push(`${req.method} ${req.url} ${JSON.stringify(req.headers)}`);
		res.setHeader('content-type', 'application/json');
		res.end(JSON.stringify({ success: true, message: '', data: { client: {}, call: {} } }));
	});
	other.on('connection', () => connections++);
	other.listen(0, '127.0.0.1');
	await once(other, 'listening');
	otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
beforeEach(() => {
	connections = 0;
	asked = [];
});
afterAll(async () => {
	const closed = once(other, 'close');
	other.close();
	other.closeAllConnections();
	await closed;
});

const requests: Array<[string, IDataObject]> = [
	['GET', { resource: 'contact', operation: 'get', contactId: locator('contact_000001') }],
	['GET of a list', { resource: 'contact', operation: 'getAll', returnAll: true }],
	['POST', { ...good.send, to: '+15557654321', body: 'Hello' }],
	[
		'PUT',
		{
			resource: 'contact',
			operation: 'update',
			contactId: locator('contact_000001'),
			updateFields: { notes: 'N' },
			options: { keepOtherFields: false },
		},
	],
	['DELETE', { resource: 'call', operation: 'delete', callId: locator('call_000001') }],
];

describe.each([300, 301, 302, 303, 307, 308])('a redirect %i', (status) => {
	it.each(requests)(
		'of a %s is an error that names the address, which is not asked',
		async (...row) => {
			const [, parameters] = row;
			simulator.fail({}, { kind: 'redirect', status, to: `${otherUrl}/api/v1/x` }, 5);
			const result = await runAt(simulator, { simple: true, options: {}, ...parameters });
			expect(result.items).toEqual([]);
			expect(result.error).toMatchObject({ name: 'NodeApiError', httpCode: String(status) });
			// "Done, look there" is what 303 says of a write (RFC 9110, 15.4.4).
			const isRead = row[0].startsWith('GET');
			const state =
				status === 303 ? /^Perhaps (sent|updated|deleted)/ : /^Not (sent|updated|deleted): /;
			expect(result.error?.message).toMatch(isRead ? said.redirected : state);
			expect(result.error?.description).toContain(`${otherUrl}/api/v1/x`);
			expect(result.error?.description).toContain("'Base URL'");
			expect(simulator.requests).toHaveLength(1);
			expect(asked).toEqual([]);
			expect(connections).toBe(0);
		},
	);
});

it('a redirect without an address says so', async () => {
	simulator.fail({}, { kind: 'status', status: 302 });
	const { error } = await runAt(simulator, { simple: true, options: {}, ...requests[0][1] });
	expect(error).toMatchObject({ httpCode: '302' });
	expect(error?.description).toContain('The new address is nowhere.');
});

it('a redirect on the same origin is not followed either', async () => {
	simulator.fail({}, { kind: 'redirect', to: '/api/v1/api/contacts/contact_000002' });
	const { error } = await runAt(simulator, { simple: true, options: {}, ...requests[0][1] });
	expect(error?.description).toContain('/api/v1/api/contacts/contact_000002');
	expect(simulator.requests).toHaveLength(1);
});
