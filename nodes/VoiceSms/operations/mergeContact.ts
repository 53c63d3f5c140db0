import { type IDataObject, UserError } from 'n8n-workflow';

import { tagsOf, withTags, withoutTags } from '../fields/forms/contact';
import type { FieldReader } from '../fields/read/reader';
import { isObject } from '../util/isObject';
import { lostDigits } from '../util/lostDigits';

export interface Modes {
	tags: 'add' | 'remove' | 'replace';
	customFields: 'merge' | 'replace';
}

/** The text fields that PUT documents. */
export const textFields = ['firstName', 'lastName', 'email', 'phone', 'notes', 'status'];

/** The options that say how to merge tags and custom fields. */
export function readModes({ options }: FieldReader): Modes {
	return {
		tags: options.choice('tagsMode') ?? 'add',
		customFields: options.choice('customFieldsMode') ?? 'merge',
	} as Modes;
}

/** Fields of a contact that a POST takes and a PUT does not (interface, "PUT /api/contacts"). */
export function unchangeable(contact: IDataObject): string[] {
	const taken = [...textFields, 'tags', 'customFields'];
	return Object.keys(contact).filter((name) => !taken.includes(name));
}

/**
 * Body of the PUT: all eight documented fields, the changes over the current values; without `current` only
 * the changes. The interface does not say whether PUT clears missing fields, so unchanged fields are sent
 * back as they are.
 *
 * @param given the user's fields of the contact; a text may be '', which clears it. Fields that a PUT does
 * not take are left out.
 * @throws UserError when the current tags or custom fields have a form that cannot be extended, or when the
 * current custom fields hold a number that would change
 */
export function putBody(
	current: IDataObject | undefined,
	given: IDataObject,
	modes: Modes,
): IDataObject {
	const body: IDataObject = {};
	for (const name of textFields) {
		// A field that the contact lacks stays out of the body.
		const value = given[name] ?? current?.[name];
		if (value !== undefined && value !== null) body[name] = value;
	}
	const tags = given.tags as string[] | undefined;
	const customFields = given.customFields as IDataObject | undefined;
	if (tags !== undefined) body.tags = mergeTags(current, tags, modes.tags);
	else if (current !== undefined) body.tags = current.tags ?? [];
	if (customFields !== undefined) {
		body.customFields = mergeFields(current, customFields, modes.customFields);
	} else if (current !== undefined) body.customFields = current.customFields ?? {};
	if (current !== undefined) checkDigits(current, body.customFields, customFields);
	return body;
}

/** Refuses to write back a number that has lost its last digits. */
function checkDigits({ id }: IDataObject, written: unknown, given: IDataObject = {}) {
	const own = isObject(written)
		? Object.fromEntries(Object.entries(written).filter(([name]) => !(name in given)))
		: written;
	const name = lostDigits(own);
	if (name === undefined) return;
	throw new UserError(
		`Contact ${String(id)} has a number of more than 15 digits in its custom fields: ${name}`,
		{
			description:
				'Nothing was written, because writing the contact would change the last digits of this number. Change the number to text at the service, or give this custom field as text.',
		},
	);
}

function mergeTags(current: IDataObject = {}, given: string[], mode: Modes['tags']): unknown[] {
	if (mode === 'replace') return given;
	const own = tagsOf(current);
	if (own === undefined) {
		throw new UserError(
			`The tags of contact ${String(current.id)} are not a list of texts at the service`,
			{ description: "Set the option 'Tags Mode' to Replace, or change the tags at the service." },
		);
	}
	return mode === 'remove' ? withoutTags(own, given) : withTags(own, given);
}

function mergeFields(
	{ id, customFields: own }: IDataObject = {},
	given: IDataObject,
	mode: Modes['customFields'],
) {
	if (mode === 'replace' || own === '') return given;
	if (isObject(own ?? {})) return { ...(own as object), ...given };
	throw new UserError(
		`The custom fields of contact ${String(id)} are not an object at the service`,
		{
			description:
				"Set the option 'Custom Fields Mode' to Replace, or change the custom fields at the service.",
		},
	);
}
