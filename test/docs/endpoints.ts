import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { operations } from '../../nodes/VoiceSms/layers';
import { resources } from '../../nodes/VoiceSms/operations/operation';
import { root } from '../../sandbox/paths';
import { markdownTable } from './fieldTable';

/** Who makes a request: operations by `resource.value` with any setting, and whatever else needs it. */
interface Users {
	operations: string[];
	also?: string;
}

/** The users of each request of the interface, by its `operationId` in `test/simulator/openapi.yaml`. */
export const usersOf: Record<string, Users> = {
	sendSms: { operations: ['sms.send', 'sms.sendAndWait'] },
	listConversations: {
		operations: ['sms.getConversations', 'sms.getMessages'],
		also: 'the trigger on SMS Received; the lists of conversations and of your numbers in the editor',
	},
	listMessages: {
		operations: ['sms.getMessages', 'sms.send', 'sms.sendAndWait'],
		also: 'the trigger on SMS Received',
	},
	startCall: { operations: ['call.create'] },
	listCalls: {
		operations: ['call.getAll'],
		also: 'the trigger on calls; the list of calls in the editor',
	},
	searchCalls: { operations: ['call.search'], also: 'the search in the list of calls' },
	getAnalytics: { operations: ['call.getAnalytics'] },
	getCall: {
		operations: ['call.create', 'call.get', 'call.getRecording'],
		also: 'the trigger on Call Ended',
	},
	deleteCall: { operations: ['call.delete'] },
	getRecording: {
		operations: ['call.create', 'call.getRecording'],
		also: 'the trigger on Call Ended',
	},
	createContact: { operations: ['contact.create', 'contact.upsert'] },
	listContacts: {
		operations: ['contact.get', 'contact.getAll', 'contact.update', 'contact.upsert'],
		also: 'the option Skip Contacts With Tag; the trigger on contacts; the list of contacts in the editor; the test of the credential',
	},
	getContact: { operations: ['contact.get', 'contact.update', 'contact.upsert'] },
	updateContact: { operations: ['contact.update', 'contact.upsert'] },
};

interface Described {
	operationId: string;
	summary: string;
	security?: Array<{ apiKey: string[] }>;
}

export interface Endpoint {
	id: string;
	method: string;
	path: string;
	summary: string;
	permission?: string;
}

/** The requests that the interface documents. */
export function readEndpoints(): Endpoint[] {
	const file = readFileSync(join(root, 'test/simulator/openapi.yaml'), 'utf8');
	const { paths } = parse(file) as { paths: Record<string, Record<string, Described>> };
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, described]) => described.operationId !== undefined)
			.map(([method, { operationId: id, summary, security }]) => {
				const permission = security?.[0].apiKey[0];
				return { id, method: method.toUpperCase(), path, summary, permission };
			}),
	);
}

/** What a service must offer, and who uses it. */
export function endpointTable(): string {
	const nameOf = (key: string) => {
		const operation = operations.find(({ resource, value }) => `${resource}.${value}` === key);
		const resource = resources.find(({ value }) => value === operation?.resource);
		if (operation === undefined || resource === undefined) throw new Error(`No operation ${key}`);
		return `${resource.name}: ${operation.name}`;
	};
	return markdownTable(
		['Request', 'What it does', 'Used by'],
		readEndpoints().map(({ id, method, path, summary, permission }) => [
			`\`${method} ${path}\``,
			permission === undefined ? summary : `${summary} (permission \`${permission}\`)`,
			[usersOf[id].operations.map(nameOf).join(', '), usersOf[id].also]
				.filter((users) => users !== undefined)
				.join('; '),
		]),
	);
}
