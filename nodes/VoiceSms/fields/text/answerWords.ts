import { plainText, plainWord } from '../../util/sameWords';

/**
 * Words for yes and no in English, German, French, Spanish, Italian, Portuguese and Dutch: those that Unicode's
 * CLDR lists (posix, "yesstr" and "nostr"), and OK. Of single letters only Y and N: S is a size, too.
 */
export const yesWords = ['yes', 'y', 'ok', 'okay', 'ja', 'oui', 'sí', 'sim'];
export const noWords = ['no', 'n', 'nein', 'non', 'não', 'nee'];

/**
 * Words by which people ask for no more SMS. English: the keywords of the CTIA's Messaging Principles, and the words
 * that the FCC names as a clear revocation (47 CFR 64.1200(a)(10)). French: ARRET, which Canadian short codes must
 * take (Canadian Common Short Code Application Guidelines). Spanish: ALTO, which US carriers expect of Spanish
 * programs (Twilio's guide to them). The others are usual in SMS of their languages, chosen by us.
 */
const onlyAlone = [
	...['CANCEL', 'END', 'QUIT', 'REVOKE', 'REMOVE'],
	...['ALTO', 'PARE', 'BAJA', 'SAIR', 'PARAR'],
];
/** Words that mean nothing else: "Please stop" and "Wrong number, stop" count, too. */
const alsoPolite = [
	...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'UNSUBSCRIBE ME', 'OPT-OUT', 'OPT OUT', 'REMOVE ME'],
	'NEVER WRITE',
	...['DO NOT', "DON'T", 'NEVER'].flatMap((not) =>
		[
			...['TEXT ME', 'MESSAGE ME', 'CONTACT ME', 'SEND ME ANY', 'SEND ME MORE'],
			...['SEND ME SMS', 'SEND ME TEXTS', 'SEND ME MESSAGES', 'SEND ME THESE'],
		].map((what) => `${not} ${what}`),
	),
	...['NO MORE SMS', 'NO MORE TEXTS', 'NO MORE MESSAGES'],
	...[
		'STOPP',
		'ABMELDEN',
		'ABBESTELLEN',
		'KEINE SMS MEHR',
		'KEINE NACHRICHTEN MEHR',
		'KEINE WEITEREN SMS',
	],
	...[
		'ARRÊT',
		'ARRÊTER',
		'ARRÊTEZ',
		'DÉSABONNER',
		'SE DÉSABONNER',
		'DÉSINSCRIRE',
		'ME DÉSINSCRIRE',
	],
	...['DESUSCRIBIR', 'DARME DE BAJA', 'DISISCRIVIMI', 'CANCELLAMI', 'DESCADASTRAR'],
	...['AFMELDEN', 'UITSCHRIJVEN'],
];

export const optOutWords = [...alsoPolite, ...onlyAlone];

/** Words that may stand before and behind such a word, and words only behind it: "this stop?" is a place. */
const polite =
	'please|pls|plz|nope|now|thanks|thank you|sorry|wrong number|wrong person|bitte|danke|merci|s il|sil|vous|te|plait|svp|stp|por favor|gracias|per favore|grazie|obrigado|obrigada|aub|alstublieft|alsjeblieft|bedankt';
const behind =
	'me|us|it|this|this number|this list|from|list|au|\\d{5}|these|the|your|all|any|more|again|anymore|sms|text|texts|texting|message|messages|messaging|msg|sending|contacting|writing|aux|les';

/** Most characters of such a text. */
const maxLength = 200;

const asWords = (text: string): string => {
	return (plainText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
};
const spellings = new Map(optOutWords.map((word) => [asWords(word), word]));
const anyOf = (words: string[]) => words.map(asWords).join('|');
const [optingOut, politeWord] = [
	anyOf(alsoPolite),
	`${anyOf([...yesWords, ...noWords])}|${polite}`,
];
const politely = new RegExp(
	`^(?:(?:${politeWord}) )*(${optingOut}) (?:(?:${optingOut}|${politeWord}|${behind}) )*$`,
);

/**
 * The word of the list that a text is, in the spelling of the list; undefined for any other text. "STOP!", "Please
 * stop", "Yes, stop messages" and "STOP STOP" are STOP; "Stop by 8?", "this stop?" and "Cancel my reservation" are
 * no opt-out.
 */
export function optOutWordIn(text: string): string | undefined {
	if (text.length > maxLength) return undefined;
	const words = asWords(text);
	return spellings.get(politely.exec(`${words} `)?.[1] ?? words);
}

/** Words for yes and for no, in the form of `plainWord`. */
export interface Words {
	yes: string[];
	no: string[];
}

export const usualWords: Words = { yes: yesWords.map(plainWord), no: noWords.map(plainWord) };

/**
 * The meaning of a reply: true if the reply is one of the words for yes, with nothing beside it but `beside`;
 * false if it is one of the words for no; otherwise null. "Yes 👍" is yes. "no problem" is neither: asking
 * again is better than misunderstanding.
 */
export function yesOrNo(reply: string, { yes, no }: Words): boolean | null {
	const said = plainWord(reply);
	if (yes.includes(said)) return beside.test(reply.split(said).join('')) ? true : null;
	return no.includes(said) ? false : null;
}

/**
 * The signs of a yes: letters, which `plainWord` compares, with hyphens and apostrophes between them;
 * spaces and signs that are not seen; `. , !`, also of other languages; and emoji that approve, in any color.
 * A question mark or another emoji may turn a yes into something else. So may a line through it.
 */
const beside =
	/^(?:(?![\u0334-\u0338\u202D\u202E])[\p{L}\p{N}\p{M}\p{Cf}\p{Cc}\s.,!¡！。，]|(?<=[\p{L}\p{M}])[\p{Pd}'’‘](?=\p{L})|[👍👌✅✔🙏🙂😀😃😄😁😊👏🤝🎉💯🆗❤♥]|\p{Emoji_Modifier})*$/u;
