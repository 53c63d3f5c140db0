import { columns } from '../fields/forms/simplify';

/**
 * Everything that differs by resource, in one table.
 *
 * - `name`, `value`, `description`: the menu. Without a description, n8n tells a builder that each resource is
 *   its first operation in the menus.
 * - `defaults`: its most used operation.
 * - `one`: its records in errors.
 * - `records`, `foundAt`: where a model or a person can look whether something was done.
 * - `serviceColumns`: facts of a record that only the service knows, or that this node adds. In a failed
 *   row, a field of the input with this name would describe another record. The other fields stay, to correct
 *   and resend the row.
 */
export const resources = [
	{
		name: 'SMS',
		value: 'sms',
		description: 'Text messages',
		defaults: { operation: 'send' },
		one: 'SMS',
		records: 'messages',
		foundAt: 'in its conversation',
		serviceColumns: columns('id status sentAt deliveredAt'),
	},
	{
		name: 'Call',
		value: 'call',
		description: 'Phone calls',
		defaults: { operation: 'create' },
		one: 'call',
		records: 'calls',
		foundAt: 'in the list of calls',
		serviceColumns: columns(
			'id deleted status startTimestamp endTimestamp durationMs createdAt recordingUrl',
		),
	},
	{
		name: 'Contact',
		value: 'contact',
		description: 'People',
		defaults: { operation: 'getAll' },
		one: 'contact',
		records: 'contacts',
		foundAt: 'in the list of contacts',
		serviceColumns: columns('id created createdAt updatedAt'),
	},
] as const;

export type Resource = (typeof resources)[number];

/** The resource of an operation. */
export function resourceOf({ resource }: { resource: Resource['value'] }): Resource {
	return resources.find(({ value }) => value === resource)!;
}
