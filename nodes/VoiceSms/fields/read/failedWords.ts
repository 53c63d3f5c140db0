/**
 * What JavaScript and Luxon write into a text for a value that is none, or for a function that lacks its ().
 * "[object Object]" is looked for where an expression writes it: see `withoutObjects`.
 */
const words = String.raw`Invalid DateTime|Invalid Date|NaN|undefined|\[object (?!Object\])\w+\]|\{ \[native code\] \}`;
const atTheEnd = new RegExp(`(?:^|[^\\w])(?:${words})\\s*$|^\\s*-?Infinity\\s*$`);
const anywhere = new RegExp(`(?<!\\w)(?:${words})(?!\\w)`);

/** Whether a text is, or ends in, a word that an expression gives when it fails: "Your visit: Invalid DateTime". */
export const endsInFailure = (text: string) => atTheEnd.test(text);

/** The first such word in a text; undefined for none. "Infinity" may be a name, and is none. */
export const failedWordIn = (text: string) => anywhere.exec(text)?.[0];
