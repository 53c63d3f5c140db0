import { isObject } from '../../../util/isObject';

/** Most characters in the SMS of a tool's question; the page shows all of it. */
const longestOfTool = 300;
/** How the message of n8n's human-in-the-loop tool shows an object (n8n, tool-generation/hitl-tools). */
const unreadable = '[object Object]';

/** Characters that JSON does not escape: line ends, and signs that change the direction of writing. */
const endsLine = /[\u0085\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** The message, with the parameters of the tool in the places where n8n wrote only "[object Object]". */
export function questionOf(message: string, toolParameters: unknown): string {
	if (!isObject(toolParameters) || !message.includes(unreadable)) return message;
	const lines = Object.entries(toolParameters).map(([name, value]) => {
		const label = /^[\w-]+$/.test(name) ? name.replace(/_/g, ' ') : quoted(name);
		return `${label}: ${quoted(value)}`;
	});
	return message.split(unreadable).join(lines.join('\n'));
}

/** On one line, so that a text cannot fake another line of the question. */
function quoted(value: unknown): string {
	return (JSON.stringify(value) ?? '').replace(endsLine, (sign) => {
		return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
}

/** The text above the link; a tool's question is cut to a length that an SMS takes well. */
export function shortened(question: string, asTool: boolean): string {
	const signs = [...question];
	if (!asTool || signs.length <= longestOfTool) return question;
	return `${signs
		.slice(0, longestOfTool - 1)
		.join('')
		.trimEnd()}…`;
}

/** Whether only this computer can open the address. */
export function isLocal(address: string): boolean {
	const { hostname } = new URL(address);
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
