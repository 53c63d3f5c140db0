import type { IDataObject } from 'n8n-workflow';

/** A text that is cut takes so many characters of those that an entry of a list or a field may take. */
const charactersOfEntry = 20;

/**
 * A record that takes no more than so many characters as JSON: the same one where it does, else one in
 * which long texts and lists end early, each with a mark that says so. Short values stay whole.
 */
export function fitted(record: IDataObject, characters: number): IDataObject {
	let fitting = record;
	for (let most = characters; JSON.stringify(fitting).length > characters; most /= 2) {
		fitting = shortened(record, most) as IDataObject;
	}
	return fitting;
}

/** A text of at most so many characters, the mark that it is cut included. */
export function cut(text: string, characters: number): string {
	// Half of a surrogate pair is no character.
	return text.length <= characters
		? text
		: `${text.slice(0, characters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function shortened(value: unknown, most: number): unknown {
	if (typeof value === 'string') {
		if (value.length <= most) return value;
		const mark = ` [cut here: ${value.length} characters in all]`;
		return `${cut(value, Math.max(1, Math.floor(most)))}${mark}`;
	}
	if (typeof value !== 'object' || value === null) return value;
	const entries = Math.floor(most / charactersOfEntry);
	if (Array.isArray(value)) {
		const kept = value.slice(0, entries).map((one) => shortened(one, most));
		return value.length <= entries ? kept : [...kept, `[cut here: ${value.length} in all]`];
	}
	const all = Object.entries(value);
	const kept = all.slice(0, entries).map(([name, one]) => [name, shortened(one, most)]);
	if (all.length > entries) kept.push(['[cut here]', `${all.length} fields in all`]);
	return Object.fromEntries(kept) as IDataObject;
}
