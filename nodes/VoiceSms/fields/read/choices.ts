import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { asList } from './objects';
import { type Invalid, asText } from './values';

/** The values that a menu offers. */
export function menuValues(field: INodeProperties | undefined): string[] {
	return (field?.options ?? []).flatMap((option) => {
		return 'value' in option ? [String(option.value)] : [];
	});
}

/** One of the values that a menu offers. Case does not matter: a sheet may hold "Replace" as the menu shows it. */
export function asChoice(value: unknown, offered: string[], invalid: Invalid): string {
	const given = asText(value, invalid).trim();
	const choice = offered.find((one) => one.toLowerCase() === given.toLowerCase());
	return choice ?? invalid(`cannot be "${given}"`, `Use one of: ${offered.join(', ')}.`);
}

/** Several of a menu's values, given as a list of values or of the names that the menu shows. */
export function asChoices(
	value: unknown,
	menu: INodePropertyOptions[],
	invalid: Invalid,
): string[] {
	// Models and sheets write a name in lower case, or with other signs between its words.
	const bare = (name: unknown) =>
		String(name)
			.toLowerCase()
			.replace(/[\s_-]/g, '');
	const choices = asList(value, invalid).map((given) => {
		const option = menu.find((one) => [one.value, one.name].map(bare).includes(bare(given)));
		const names = menu.map(({ name }) => name).join(', ');
		return option
			? String(option.value)
			: invalid(`cannot contain "${given}"`, `Use any of: ${names}.`);
	});
	return [...new Set(choices)];
}
