/**
 * n8n's expression for the subtitle of a node on the canvas: the text of a parameter's value, or
 * nothing for a value without a text.
 *
 * @param texts by value
 * @param value expression of the value, such as `$parameter["event"]`
 */
export function subtitleOf(texts: Record<string, string>, value: string): string {
	return `={{ (${JSON.stringify(texts)})[${value}] ?? "" }}`;
}
