/**
 * What n8n looks for in a message, in upper or lower case, to put a sentence of its own in the place of
 * all of it: for ECONNRESET one that says to retry at once (n8n-workflow, node.error.ts,
 * COMMON_ERRORS). It does so again when it wraps what a tool throws.
 */
const replaced =
	/ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|ECONNABORTED|EHOSTUNREACH|EAI_AGAIN|ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM|GETADDRINFO/gi;

/** A mark that is not seen and parts no words (Unicode, WORD JOINER). */
const wordJoiner = '\u2060';

/** Whether n8n would put a sentence of its own in the place of a message with this text. */
export function wouldBeReplaced(text: string): boolean {
	return text.search(replaced) >= 0;
}

/** The text as it is to be read, so that n8n leaves it as it is. */
export function ownWording(text: string): string {
	return text.replace(replaced, (code) => `${code[0]}${wordJoiner}${code.slice(1)}`);
}
