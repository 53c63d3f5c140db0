import type { INodeProperties } from 'n8n-workflow';

import { maxTextLength } from './page/answerPages';
import { languageOf } from './page/html';
import { pageTextsIn } from './page/languages';
import { type PageTexts, usualTexts } from './page/openQuestion';
import type { Collection } from '../../fields/read/collection';
import type { FieldReader } from '../../fields/read/reader';
import { ofPeople } from '../../fields/read/values';
import { notInTools, textField } from '../../fields/forms/formFields';

const text = (
	displayName: string,
	name: keyof PageTexts,
	description: string,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({
	...textField(displayName, name, usualTexts[name]),
	description,
	...more,
});
const ofFreeText = { displayOptions: { show: { '/responseType': ['freeText'] } } };

/** Empty texts are those of the language. */
const ownTexts: INodeProperties = {
	displayName: 'Own Texts',
	name: 'ownTexts',
	type: 'fixedCollection',
	placeholder: 'Add Own Texts',
	default: { values: {} },
	description: 'Your own words. An empty field: the usual words of the language.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				text('Answer Label', 'answerLabel', 'Above the text field', ofFreeText),
				text('Closed Text', 'closedText', 'For links that are no longer valid. No names here.'),
				text('Closed Title', 'closedTitle', 'Heading of the closed page. No names here.'),
				text('Empty Answer Text', 'emptyText', 'Warning after an empty answer', ofFreeText),
				text('Page Title', 'title', 'Heading of the question'),
				text('Send Button Label', 'sendLabel', 'Below the text field', ofFreeText),
				text('Thanks Note', 'thanksNote', 'Last line after the answer'),
				text('Thanks Text', 'thanksText', 'Above the recorded answer'),
				text('Thanks Title', 'thanksTitle', 'Heading after the answer'),
			],
		},
	],
};

export const pageTexts: INodeProperties = {
	displayName: 'Page Texts',
	name: 'pageTexts',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description: 'Language and words of the page',
	// In a human review, the page must show the call as it will be done.
	displayOptions: { show: { responseType: ['approval', 'freeText'] }, ...notInTools },
	options: [
		{
			displayName: 'Language',
			name: 'language',
			type: 'options',
			options: [
				{ name: 'Dutch', value: 'nl' },
				{ name: 'English', value: 'en' },
				{ name: 'French', value: 'fr' },
				{ name: 'German', value: 'de' },
				{ name: 'Italian', value: 'it' },
				{ name: 'Portuguese', value: 'pt' },
				{ name: 'Spanish', value: 'es' },
			],
			default: 'en',
			description: 'Another language: its code as an expression, such as ar, and Own Texts',
		},
		{
			...textField('Message', 'message', 'Please confirm your appointment on Monday at 9:30.'),
			typeOptions: { rows: 3 },
			description: 'The question on the page. Without it, the text of the SMS.',
		},
		ownTexts,
	],
};

/**
 * The texts of the page; `question` is the page's own message.
 *
 * @throws NodeOperationError for a text that is too long, and for an unknown language
 */
export function readPageTexts(item: FieldReader): { texts: PageTexts; question?: string } {
	const added = item.collection(pageTexts.name);
	const own = added.valuesIn(ownTexts.name);
	const filledIn = (values: Collection, name: string) => {
		const given = values.text(name)?.trim() || undefined;
		if (given === undefined || given.length <= maxTextLength) return given;
		const problem = `has ${given.length} characters, but at most ${maxTextLength} are allowed`;
		return values.invalid(name, problem, 'Shorten the text.', ofPeople);
	};
	const given = added.text('language')?.trim() || usualTexts.language;
	const language =
		languageOf(given)?.code ??
		added.invalid(
			'language',
			`cannot be "${given.slice(0, 40)}"`,
			'Enter a language code, such as de, en-GB or ar.',
			ofPeople,
		);
	const usual = pageTextsIn(language);
	const all = Object.entries(usual).map(([name, text]) => [name, filledIn(own, name) ?? text]);
	const texts = { ...(Object.fromEntries(all) as PageTexts), language };
	return { texts, question: filledIn(added, 'message') };
}
