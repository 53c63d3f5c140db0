/**
 * Codes in a message, in upper or lower case, that make n8n replace the whole message by its own: for
 * ECONNRESET, it says to retry at once (n8n-workflow, node.error.ts, COMMON_ERRORS). n8n does so again when
 * it wraps the error of a tool.
 */
const replaced =
	/ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|ECONNABORTED|EHOSTUNREACH|EAI_AGAIN|ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM|GETADDRINFO/gi;

/** An invisible character inside a word (Unicode, WORD JOINER). */
const wordJoiner = '\u2060';

/** The text in a form that n8n does not replace. */
export function ownWording(text: string): string {
	return text.replace(replaced, (code) => `${code[0]}${wordJoiner}${code.slice(1)}`);
}
