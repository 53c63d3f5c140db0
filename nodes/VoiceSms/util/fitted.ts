import type { IDataObject } from 'n8n-workflow';

/** Fields that are left out last: a model needs them to name the record and to understand the node. */
const important = new Set(['id', 'created', 'repeated', 'message']);
/** Texts of at most so many characters stay whole, and lists of at most a tenth as many entries. */
const alwaysWhole = 80;

/**
 * The record in at most so many characters of JSON. If it is longer, its long texts and lists are cut, each
 * with a mark. If that is not enough, the longest fields are left out, and a mark says so.
 */
export function fitted(record: IDataObject, characters: number): IDataObject {
	if (lengthOf(record) <= characters) return record;
	const fields = Object.entries(shortened(record, alwaysWhole))
		.map(([name, value]) => ({ name, size: lengthOf({ [name]: value }) }))
		.sort((one, other) => rankOf(one) - rankOf(other));
	const mark = { '[cut here]': `${fields.length} fields in all` };
	let left = characters - lengthOf(mark);
	const kept = fields.filter(({ size }) => (left -= size) >= 0);
	const ofKept = Object.fromEntries(kept.map(({ name }) => [name, record[name]]));
	const all = kept.length === fields.length ? record : { ...ofKept, ...mark };
	let maxLength = Math.max(alwaysWhole, characters);
	let shorter = shortened(all, maxLength);
	while (lengthOf(shorter) > characters && maxLength > alwaysWhole) {
		maxLength = Math.max(alwaysWhole, Math.floor((maxLength * characters) / lengthOf(shorter)));
		shorter = shortened(all, maxLength);
	}
	return shorter;
}

function rankOf({ name, size }: { name: string; size: number }): number {
	return important.has(name) ? 0 : size;
}

/** The text in at most so many characters; a text that is cut ends in "…". */
export function cut(text: string, characters: number): string {
	// A surrogate pair must not be cut in half.
	return text.length <= characters
		? text
		: `${text.slice(0, characters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function shortened(record: IDataObject, maxLength: number): IDataObject {
	const json = JSON.stringify(record, (_name, value: unknown) => {
		if (typeof value === 'string' && value.length > maxLength) {
			return `${cut(value, maxLength)} [cut here: ${value.length} characters in all]`;
		}
		if (!Array.isArray(value) || value.length <= maxLength / 10) return value;
		return [...(value as unknown[]).slice(0, maxLength / 10), `[cut here: ${value.length} in all]`];
	});
	return JSON.parse(json) as IDataObject;
}

function lengthOf(value: unknown): number {
	return JSON.stringify(value).length;
}
