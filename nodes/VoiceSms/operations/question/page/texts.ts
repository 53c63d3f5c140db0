/** The page's own words: all but the question and the labels of an approval. */
export const usualTexts = {
	answerLabel: 'Your answer',
	closedText:
		'It is no longer waiting for an answer. Nothing was recorded. You can close this page.',
	closedTitle: 'This question is closed',
	emptyText: 'Nothing was recorded. Write an answer.',
	language: 'en',
	sendLabel: 'Send',
	thanksNote: 'You can close this page.',
	thanksText: 'Your answer was recorded:',
	thanksTitle: 'Thank you',
	title: 'Your answer is needed',
};

export type PageTexts = typeof usualTexts;

/** Scripts of living languages that are written from right to left (Unicode, Script_Metadata). */
const rightToLeft = 'Adlm Arab Aran Hebr Mand Nkoo Rohg Samr Syrc Thaa';

/**
 * A language by its code (BCP 47), such as de, en-GB or ar, in the usual spelling, with its direction of
 * writing; undefined for an invalid code and for a language without a known script.
 */
export function languageOf(code: string): { code: string; direction: 'ltr' | 'rtl' } | undefined {
	try {
		const locale = new Intl.Locale(code);
		const { script } = locale.maximize();
		if (script === undefined) return undefined;
		return { code: locale.toString(), direction: rightToLeft.includes(script) ? 'rtl' : 'ltr' };
	} catch {
		return undefined;
	}
}
