import { type IDataObject, UserError } from 'n8n-workflow';

import { comparedEmail } from '../fields/read/email';
import { parseJson } from '../fields/read/objects';
import { tagsOf, withTags, withoutTags } from '../fields/read/tags';
import type { FieldReader } from '../fields/read/reader';
import { isNothing } from '../fields/read/values';
import { asSeen } from '../util/asSeen';
import { isObject, lostNumber, sameJson } from '../util/values';
import { path } from '../api/paths';
import { momentOfService } from '../api/unstated';
import type { OperationContext } from './context';

export interface Modes {
	tags: 'add' | 'remove' | 'replace';
	customFields: 'merge' | 'replace';
}

/** The text fields that PUT documents. */
export const changeableTexts = ['firstName', 'lastName', 'email', 'phone', 'notes', 'status'];

/** All fields that PUT documents. */
const changeableFields = [...changeableTexts, 'tags', 'customFields'];

/** The options that say how to merge tags and custom fields. */
export function readModes({ options }: FieldReader): Modes {
	return {
		tags: options.choice('tagsMode') ?? 'add',
		customFields: options.choice('customFieldsMode') ?? 'merge',
	} as Modes;
}

/** Fields of a contact that a POST takes and a PUT does not (interface, "PUT /api/contacts"). */
export function unchangeable(contact: IDataObject): string[] {
	return Object.keys(contact).filter((name) => !changeableFields.includes(name));
}

/**
 * Body of the PUT: all eight documented fields, the changes over the current values; without `current` only
 * the changes; undefined if nothing would change. The interface does not say whether PUT clears missing
 * fields, so unchanged fields are sent back as they are. A field that `current` lacks stays out: its value
 * is unknown.
 *
 * @param given the user's fields of the contact; a text may be '', which clears it. Fields that a PUT does
 * not take are left out.
 * @throws UserError when the current tags or custom fields are missing or have a form that cannot be extended,
 * or when the current custom fields hold a number that would change
 */
export function putBody(
	current: IDataObject | undefined,
	given: IDataObject,
	modes: Modes,
): IDataObject | undefined {
	const tags = given.tags as string[] | undefined;
	const customFields = given.customFields as IDataObject | undefined;
	const changes: IDataObject = {
		...given,
		...(tags === undefined ? {} : { tags: mergeTags(current, tags, modes.tags) }),
		...(customFields === undefined
			? {}
			: { customFields: mergeFields(current, customFields, modes.customFields) }),
	};
	const all = changeableFields.map((name) => [name, changes[name] ?? current?.[name]] as const);
	const known = all.filter(([, value]) => value !== undefined && value !== null);
	if (known.length === 0) return undefined;
	if (current === undefined) return Object.fromEntries(known);
	if (known.every(([name, value]) => isSame(name, value, current[name]))) return undefined;
	const body = Object.fromEntries(known);
	checkDigits(current, body.customFields, customFields);
	return body;
}

/**
 * Whether a stored value is the new one, as the service may have written it: an email in lower case, texts without
 * blanks around them; null is an empty one.
 */
function isSame(name: string, value: unknown, stored: unknown): boolean {
	if (sameJson(value, stored) || (stored === null && isNothing(value))) return true;
	if (typeof value !== 'string' || typeof stored !== 'string') return false;
	const compared = name === 'email' ? comparedEmail : asSeen;
	return compared(value) === compared(stored);
}

const asSet = (tags: unknown[]) => [...new Set(tags.map((tag) => asSeen(String(tag))))].sort();

/** Refuses to write back a number that has lost its last digits. */
function checkDigits({ id }: IDataObject, written: unknown, given: IDataObject = {}) {
	const own = isObject(written)
		? Object.fromEntries(Object.entries(written).filter(([name]) => !(name in given)))
		: written;
	const lost = lostNumber(own);
	if (lost === undefined) return;
	throw new UserError(
		`Contact ${String(id)} has a number of more than 15 digits in its custom fields: ${lost.path}`,
		{
			description:
				'Nothing was written. Change it to text at the service, or give this custom field as text.',
		},
	);
}

function mergeTags(
	current: IDataObject = {},
	given: string[],
	mode: Modes['tags'],
): IDataObject[string] {
	if (mode !== 'replace' && given.length === 0) return current.tags;
	const own = tagsOf(current);
	if (own === undefined) {
		if (mode === 'replace') return given;
		throw notMergeable('list of texts as the tags', 'Tags Mode', current.id);
	}
	const changed = { add: withTags(own, given), remove: withoutTags(own, given), replace: given };
	// Tags in another order, and a text of several tags, keep their stored form where nothing changes.
	return sameJson(asSet(changed[mode]), asSet(own)) ? current.tags : changed[mode];
}

function mergeObjects(own: IDataObject, given: IDataObject): IDataObject {
	const entries = Object.entries(given).map(([name, value]): [string, IDataObject[string]] => {
		const stored = own[name];
		return [name, isObject(value) && isObject(stored) ? mergeObjects(stored, value) : value];
	});
	return { ...own, ...Object.fromEntries(entries) };
}

function mergeFields(
	current: IDataObject = {},
	given: IDataObject,
	mode: Modes['customFields'],
): IDataObject[string] {
	const { customFields: own } = current;
	if (mode === 'merge' && isNothing(given)) return own;
	if (mode === 'replace' || (own !== undefined && isEmptyObject(own))) return given;
	if (isObject(own)) return mergeObjects(own, given);
	throw notMergeable('object as the custom fields', 'Custom Fields Mode', current.id);
}

/** Null, '', [], {} and "{}" hold no fields. */
function isEmptyObject(own: IDataObject[string]): boolean {
	return isNothing(typeof own === 'string' ? (parseJson(own) ?? own) : own);
}

/** The error of tags or custom fields that others cannot be added to. */
function notMergeable(what: string, mode: string, id: unknown): UserError {
	return new UserError(`The service gives no ${what} of contact ${String(id)}`, {
		description: `Nothing was written. To write only the given ones, set the option '${mode}' to Replace.`,
	});
}

/** The last write of the run to each contact, with the time of the service. */
const lastWrites = () => new Map<string, IDataObject>();

/**
 * The contact after an update. If the contact has all new values already, there is no request: a PUT would
 * start a trigger on updated contacts. What this run wrote counts more than an older answer.
 *
 * @param read the contact as it was read a moment ago; left out to send only the changes
 * @throws NodeApiError, and UserError as `putBody`
 */
export async function writeChanges(
	{ api, shared }: Pick<OperationContext, 'api' | 'shared'>,
	id: string,
	read: IDataObject | undefined,
	given: IDataObject,
	modes: Modes,
): Promise<IDataObject> {
	const written = shared(lastWrites);
	const last = written.get(id);
	// A service may give the old contact for a while after a write.
	const known = read === undefined || isNewer(read, last) ? {} : last;
	const current = read && { ...read, ...known };
	const body = putBody(current, given, modes);
	if (body === undefined) return { ...current };
	// If the write fails, nobody knows what it did.
	written.delete(id);
	const answer = await api.put(path`/api/contacts/${id}`, body, 'client', { id });
	written.set(id, { ...known, ...body, updatedAt: answer.updatedAt });
	return answer;
}

function isNewer({ updatedAt }: IDataObject, last: IDataObject = {}): boolean {
	return momentOfService(String(updatedAt)) > momentOfService(String(last.updatedAt));
}
