import { plainWord } from '../../util/sameWords';

/**
 * Words by which people ask for no more SMS. English: the keywords of the CTIA's Messaging Principles,
 * and the words that the FCC names as a clear revocation (47 CFR 64.1200(a)(10)). French: ARRET, which
 * Canadian short codes must take (Canadian Common Short Code Application Guidelines). Spanish: ALTO,
 * which US carriers expect of Spanish programs (Twilio's guide to them), and two usual ones.
 */
export const optOutWords = [
	...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
	...['REVOKE', 'OPT-OUT', 'OPT OUT'],
	...['ARRÊT'],
	...['ALTO', 'PARE', 'DESUSCRIBIR'],
];

const plainWords = new Set(optOutWords.map(plainWord));

/** Whether a text is one of these words and nothing else: "STOP!" is, "do stop" is not. */
export function isOptOut(text: string): boolean {
	return plainWords.has(plainWord(text));
}
