import type { IDataObject } from 'n8n-workflow';

import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';

const find = (name: string) =>
	operationsWithOptions.find(({ resource, value }) => `${resource}.${value}` === name);

const things: Array<[string, IDataObject, string]> = [
	['call.create', { call: { toNumber: '+1555' } }, 'call to +1555'],
	['call.delete', { callId: 'c1' }, 'call c1'],
	['call.get', { callId: 'c1' }, 'call c1'],
	['call.getAll', {}, 'calls'],
	['call.getAnalytics', {}, 'call analytics'],
	['call.getRecording', { callId: 'c1' }, 'recording of call c1'],
	['call.search', {}, 'calls'],
	[
		'contact.create',
		{ contact: { phone: '+1555', email: 'a@b', firstName: 'Ada', lastName: 'Smith' } },
		'contact +1555',
	],
	['contact.create', { contact: { email: 'a@b', firstName: 'Ada' } }, 'contact a@b'],
	['contact.create', { contact: { firstName: 'Ada', lastName: 'Smith' } }, 'contact Ada'],
	['contact.create', { contact: { lastName: 'Smith' } }, 'contact Smith'],
	['contact.create', { contact: { notes: 'x' } }, 'contact'],
	['contact.get', { contact: { by: 'id', value: 'k1' } }, 'contact k1'],
	[
		'contact.get',
		{ contact: { by: 'phone', value: '+15550100042' } },
		'contact with the phone number +15550100042',
	],
	['contact.getAll', {}, 'contacts'],
	['contact.update', { contact: { by: 'id', value: 'k1' } }, 'contact k1'],
	[
		'contact.update',
		{ contact: { by: 'email', value: 'A@b.example' } },
		'contact with the email address A@b.example',
	],
	['contact.upsert', { key: { by: 'phone', value: '+15550100042' } }, 'contact +15550100042'],
	['contact.upsert', { key: { by: 'email', value: 'A@b.example' } }, 'contact A@b.example'],
	['sms.getConversations', {}, 'SMS conversations'],
	['sms.getMessages', { conversation: { by: 'id', value: 's1' } }, 'messages of conversation s1'],
	[
		'sms.getMessages',
		{ conversation: { by: 'phone', value: '+15550100042' } },
		'messages of conversation with the phone number +15550100042',
	],
	['sms.send', { to: '+1555' }, 'SMS to +1555'],
	['sms.sendAndWait', { to: '+1555' }, 'SMS to +1555'],
];

it.each(things)('an error of %s with %j is about the %s', (name, input, thing) => {
	expect(find(name)?.nameInErrors(input)).toBe(thing);
});

it.each<[string, IDataObject, string | string[] | undefined]>([
	['sms.send', { to: '+15550100042' }, '+15550100042'],
	['sms.sendAndWait', { to: '+15550100042' }, '+15550100042'],
	['call.create', { call: { toNumber: '+15550100042' } }, '+15550100042'],
	['contact.update', { contact: { by: 'id', value: 'k1' }, changes: {} }, 'k1'],
	[
		'contact.update',
		{
			contact: { by: 'phone', value: '+15550100042' },
			changes: { phone: '+15550100043', notes: 'New' },
		},
		['+15550100042', '+15550100043'],
	],
	[
		'contact.update',
		{
			contact: { by: 'email', value: 'A@b.example' },
			changes: { email: 'C@d.example', phone: '' },
		},
		['a@b.example', 'c@d.example'],
	],
	[
		'contact.upsert',
		{ key: { by: 'phone', value: '+15550100042' }, contact: { phone: '+15550100042' } },
		['+15550100042'],
	],
	[
		'contact.upsert',
		{
			key: { by: 'email', value: 'A@b.example' },
			contact: { phone: '+15550100042', email: 'A@b.example' },
		},
		['a@b.example', '+15550100042'],
	],
	['call.get', { callId: 'c1' }, undefined],
])('what must not overtake each other in %s with %j is %s', (name, input, lane) => {
	expect(find(name)?.lane?.(input)).toStrictEqual(lane);
});

it.each<[string, unknown, string | undefined]>([
	['contact.update', { contact: { by: 'id', value: 'x' } }, 'id'],
	['contact.update', { contact: { by: 'email', value: 'a@b.example' } }, 'email'],
	['contact.upsert', { key: { by: 'phone', value: '+15550100042' }, contact: {} }, 'phone'],
	['contact.create', { contact: {} }, undefined],
	['sms.send', { to: '+15550100042' }, undefined],
])('the record of %s with %j is named by its %s', (name, input, way) => {
	expect(find(name)?.keyKind?.(input)).toBe(way);
});
