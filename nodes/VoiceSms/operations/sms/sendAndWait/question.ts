import { isObject } from '../../../util/isObject';

/** Most characters of the text of an SMS whose question a tool wrote; its page shows all of it. */
const longestOfTool = 300;
/** How n8n's own message of the human-in-the-loop tool shows an object (n8n, tool-generation/hitl-tools). */
const unreadable = '[object Object]';

/** What JSON leaves as it is: line ends, and signs that turn the direction of writing. */
const endsLine = /[\u0085\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/**
 * The message, with the parameters of the tool that waits for approval where n8n wrote nothing but
 * that they are an object.
 */
export function questionOf(message: string, toolParameters: unknown): string {
	if (!isObject(toolParameters) || !message.includes(unreadable)) return message;
	const lines = Object.entries(toolParameters).map(([name, value]) => {
		const label = /^[\w -]+$/.test(name) ? name.replace(/_/g, ' ') : quoted(name);
		return `${label}: ${quoted(value)}`;
	});
	return message.split(unreadable).join(lines.join('\n'));
}

/** On one line, so that nobody takes a part of a text for a line of the question. */
function quoted(value: unknown): string {
	return (JSON.stringify(value) ?? '').replace(endsLine, (sign) => {
		return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
}

/** The text above the link: of a tool's question as much as an SMS takes well. */
export function shortened(question: string, asTool: boolean): string {
	const signs = [...question];
	if (!asTool || signs.length <= longestOfTool) return question;
	return `${signs
		.slice(0, longestOfTool - 1)
		.join('')
		.trimEnd()}…`;
}

/** Whether nobody but this computer can open the address. */
export function isLocal(address: string): boolean {
	const { hostname } = new URL(address);
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
