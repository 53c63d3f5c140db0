import { isObject } from '../../../util/isObject';

/** Most characters of the text of an SMS whose question a tool wrote; its page shows all of it. */
const longestOfTool = 300;
/** How n8n's own message of the human-in-the-loop tool shows an object (n8n, tool-generation/hitl-tools). */
const unreadable = '[object Object]';

/**
 * The message, with the parameters of the tool that waits for approval where n8n wrote nothing but
 * that they are an object.
 */
export function questionOf(message: string, toolParameters: unknown): string {
	if (!isObject(toolParameters) || !message.includes(unreadable)) return message;
	const lines = Object.entries(toolParameters).map(([name, value]) => {
		const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
		return `${name.replace(/_/g, ' ')}: ${text}`;
	});
	return message.split(unreadable).join(lines.join('\n'));
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
