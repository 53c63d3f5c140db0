import { type Reading, asList, filled, nothingGiven } from '../../../fields/read/values';
import { textField } from '../../../fields/forms/formFields';
import { plainText } from '../../../util/sameWords';
import type { Filter } from '../../filters';

/** No text holds it: `plainText` makes it a space. */
const separator = '\n';

const field = {
	...textField('Message Contains', 'contains', 'cancel, move my appointment'),
	description:
		'Only messages with this text anywhere, in upper or lower case, also inside a longer word. Of several texts, separated by commas, one is enough.',
};

const asPlainTexts: Reading<string[]> = (value, refuse) => {
	const texts = asList(value, refuse).map(plainText);
	return [...new Set(texts)].filter((text) => text !== '');
};

/** Messages that contain one of the texts. */
export const messageContains: Filter = {
	field,
	ofMessage: true,
	// The same texts in another order or spelling are the same filter.
	entered(values): string {
		// Without a text, every message would pass.
		const texts = values.whereAdded(field.name, filled(asPlainTexts, nothingGiven)) ?? [];
		return texts.sort().join(separator);
	},
	matches: ({ body }, wanted) => {
		const said = plainText(String(body ?? ''));
		return wanted.split(separator).some((text) => said.includes(text));
	},
};
