import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { FieldReader } from '../read/reader';
import { withVariant } from './formFields';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simple',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Off in a tool, because a model that updates the record next overwrites fields that it cannot see. */
export const simplifyWhole = withVariant(simplifyField, { default: false });

// n8n's UX guidelines ("Simplify") ask for the most used fields, at most ten. The fields that people look for come first,
// IDs last.

export const simplifyCall = pick(
	'direction fromNumber toNumber status startTimestamp endTimestamp durationMs createdAt id',
);

export const simplifyContact = pick(
	'firstName lastName phone email company_name tags status source createdAt id',
);

export const simplifyConversation = pick(
	'customerName customerPhone lastMessagePreview lastMessageAt unreadCount messageCount status companyPhone id',
);

/** `status` tells a model whether the message was delivered. */
export const simplifyMessage = pick(
	'direction fromPhone toPhone body status sentAt deliveredAt id',
	'deliveredAt',
);

export const simplifyReceived = pick(
	'customerName fromPhone body sentAt toPhone status customerEmail conversationId id',
);

/** Columns by their names, separated by spaces. */
export function columns(names: string): readonly string[] {
	return names.split(' ');
}

/** The columns of whole records, by the names of the interface. */
export const rowOfCall = {
	first: columns(
		'direction fromNumber toNumber status startTimestamp endTimestamp durationMs createdAt callType',
	),
	last: columns('id voiceEngineId companyId'),
};
export const rowOfContact = {
	first: columns(
		'firstName lastName phone email company_name tags status source createdAt fullName notes address city state zipCode country customFields isActive updatedAt',
	),
	last: columns('id'),
};

/** Each record as an operation returns it: whole if the user switched "Simplify" off. */
export function readSimplify(item: FieldReader, simplify: ReturnType<typeof pick>) {
	const isSimple = item.flag('simple');
	return (record: IDataObject) => (isSimple ? simplify(record, item.asTool) : record);
}

/**
 * A function that gives the named fields of a record, which are its `fields`. A field that the record does not have is null for
 * people, because n8n's table begins with the fields of the first record (n8n-editor-ui, RunDataTable.vue).
 * A model does not get it.
 */
function pick(names: string, onlyForPeople?: string) {
	const fields = columns(names);
	const simplify = (record: IDataObject, asTool = false): IDataObject => {
		const kept = asTool
			? fields.filter((field) => field !== onlyForPeople && record[field] !== undefined)
			: fields;
		return Object.fromEntries(kept.map((field) => [field, record[field] ?? null]));
	};
	return Object.assign(simplify, { fields });
}
