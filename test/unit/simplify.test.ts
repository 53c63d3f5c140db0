import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { raw, simplifyCall, simplifyContact } from '../../nodes/VoiceSms/fields/simplify';

const preview = join(__dirname, '../../nodes/VoiceSms/__schema__/v1.0.0');

/** Every field that the interface documents. */
const call: IDataObject = {
	id: 'call_1',
	voiceEngineId: 've_1',
	callType: 'PHONE_CALL',
	direction: 'OUTBOUND',
	fromNumber: '+15550100001',
	toNumber: '+15557654321',
	status: 'ENDED',
	startTimestamp: '2026-01-01T00:00:00.000Z',
	endTimestamp: '2026-01-01T00:01:00.000Z',
	durationMs: 60000,
	companyId: 'company_1',
	createdAt: '2026-01-01T00:00:00.000Z',
};
const contact: IDataObject = {
	id: 'contact_1',
	firstName: 'Ada',
	lastName: 'Smith',
	fullName: 'Ada Smith',
	email: 'a@example.com',
	phone: '+15557654321',
	source: 'API',
	tags: ['vip'],
	status: 'lead',
	notes: '',
	company_name: 'Acme',
	address: '',
	city: '',
	state: '',
	zipCode: '',
	country: '',
	customFields: { plan: 'gold' },
	isActive: true,
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
};

describe.each([
	['simplifyCall', simplifyCall, call, 'call'],
	['simplifyContact', simplifyContact, contact, 'contact'],
])('%s', (_name, simplify, record, resource) => {
	it.each(['get', 'getAll'])(
		'gives the fields that the output preview of %s shows',
		(operation) => {
			const file = join(preview, resource, `${operation}.json`);
			const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
			expect(Object.keys(simplify(record))).toEqual(Object.keys(properties));
		},
	);

	it('keeps at most ten fields as they are, the identifier first', () => {
		const simple = simplify(record);
		expect(record).toMatchObject(simple);
		expect(Object.keys(simple)[0]).toBe('id');
		expect(Object.keys(simple).length).toBeGreaterThan(5);
		expect(Object.keys(simple).length).toBeLessThanOrEqual(10);
	});

	it('leaves out what the record does not have, and keeps what is empty', () => {
		expect(simplify({ id: 'x', status: '', createdAt: null })).toEqual({
			id: 'x',
			status: '',
			createdAt: null,
		});
		expect(simplify({})).toEqual({});
	});

	it('leaves the record alone', () => {
		const frozen = Object.freeze({ ...record });
		expect(simplify(frozen)).not.toBe(frozen);
	});
});

it('raw gives the record itself', () => {
	expect(raw(call)).toBe(call);
});
