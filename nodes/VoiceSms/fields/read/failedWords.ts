/**
 * The words that JavaScript and Luxon write into a text for a missing value, or for a function that lacks its ().
 * "[object Object]" is looked for where an expression writes it: see `withoutObjects`.
 */
const ofFailuresOnly = String.raw`Invalid DateTime|Invalid Date|\[object (?!Object\])\w+\]|\{ \[native code\] \}`;
const alsoOfPeople = 'NaN|undefined';
// A customer's note may end in "undefined". To refuse it would hold back an SMS that is right, so the words of
// people count only where the value is nothing else.
const failedWord = new RegExp(
	`(?:^|\\W)(?:${ofFailuresOnly})\\s*$|^\\s*(?:${alsoOfPeople}|-?Infinity)\\s*$`,
);
const anywhere = new RegExp(`(?<!\\w)(?:${ofFailuresOnly}|${alsoOfPeople})(?!\\w)`);

/** Whether a value is one of these words, or ends in one that nobody writes: "Your visit: Invalid DateTime". */
export const isFailedWord = (text: string) => failedWord.test(text);

/** The first of these words in a text; undefined without one. "Infinity" may be a name, and does not count. */
export const failedWordIn = (text: string) => anywhere.exec(text)?.[0];
