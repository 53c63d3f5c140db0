import { pageTextsIn } from '../../../../nodes/VoiceSms/operations/question/page/languages';
import { usualTexts } from '../../../../nodes/VoiceSms/operations/question/page/openQuestion';

test.each(['de', 'es', 'fr', 'it', 'nl', 'pt'])('%s has words of its own for all texts', (code) => {
	const usual: Record<string, string> = usualTexts;
	const texts = pageTextsIn(code);
	expect(texts.language).toBe(code);
	expect(Object.keys(texts).sort()).toStrictEqual(Object.keys(usual).sort());
	const notOwn = Object.entries(texts).filter(
		([name, text]) => text === '' || text === usual[name],
	);
	expect(notOwn).toStrictEqual([]);
});

test('a language that is not built in is English, under its own code', () => {
	expect(pageTextsIn('he')).toStrictEqual({ ...usualTexts, language: 'he' });
});
