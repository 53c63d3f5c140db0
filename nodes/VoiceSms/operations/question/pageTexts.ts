import type { INodeProperties } from 'n8n-workflow';

import { maxTextLength } from './page/answerPages';
import { languageOf } from './page/html';
import { type PageTexts, usualTexts } from './page/openQuestion';
import type { FieldReader } from '../../fields/read/reader';
import { ofPeople } from '../../fields/read/values';
import { notInTools, textField } from '../../fields/forms/formFields';

const text = (displayName: string, name: keyof PageTexts, description: string, more = {}) => ({
	...textField(displayName, name, usualTexts[name]),
	default: usualTexts[name],
	description,
	...more,
});
const ofFreeText = { displayOptions: { show: { '/responseType': ['freeText'] } } };

export const pageTexts: INodeProperties = {
	displayName: 'Page Texts',
	name: 'pageTexts',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description: 'Your own words for the page. A text you leave out stays in English.',
	// In a human review, the page must show the call as it will be done.
	displayOptions: { show: { responseType: ['approval', 'freeText'] }, ...notInTools },
	options: [
		text('Answer Label', 'answerLabel', 'Label of the field for the answer', ofFreeText),
		text('Closed Text', 'closedText', 'For links that are no longer valid: write no names here'),
		text('Closed Title', 'closedTitle', 'Heading of the Closed Text: write no names here'),
		text('Empty Answer Text', 'emptyText', 'Warning after an empty answer', ofFreeText),
		text(
			'Language',
			'language',
			'Code of the language of your texts, such as de, en-GB or ar. It sets the direction of the page, such as right to left for Arabic and Hebrew, and translates nothing.',
		),
		{
			...textField('Message', 'message', 'Please confirm your appointment on Monday at 9:30.'),
			typeOptions: { rows: 3 },
			description: 'The question on the page. Without it, the page shows the text of the SMS.',
		},
		text('Page Title', 'title', 'Heading of the page with the question'),
		text('Send Button Label', 'sendLabel', 'Text of the button below the answer', ofFreeText),
		text('Thanks Note', 'thanksNote', 'Last line of the page after the answer'),
		text('Thanks Text', 'thanksText', 'Text above the recorded answer'),
		text('Thanks Title', 'thanksTitle', 'Heading of the page after the answer'),
	],
};

/**
 * The texts of the page; `question` is the page's own message.
 *
 * @throws NodeOperationError for a text that is too long, and for an unknown language
 */
export function readPageTexts(item: FieldReader): { texts: PageTexts; question?: string } {
	const added = item.collection('pageTexts');
	const filledIn = (name: string, usual?: string) => {
		const given = added.text(name)?.trim() || usual;
		if (given === undefined || given.length <= maxTextLength) return given;
		const problem = `has ${given.length} characters, but at most ${maxTextLength} are allowed`;
		return added.invalid(name, problem, 'Shorten the text.', ofPeople);
	};
	const all = Object.entries(usualTexts).map(([name, usual]) => [name, filledIn(name, usual)]);
	const texts = Object.fromEntries(all) as PageTexts;
	const question = filledIn('message');
	const known = languageOf(texts.language);
	if (known !== undefined) return { texts: { ...texts, language: known.code }, question };
	const advice = 'Enter a language code, such as de, en-GB or ar.';
	return added.invalid('language', `cannot be "${texts.language.slice(0, 40)}"`, advice, ofPeople);
}
