/**
 * What stands below a node on the canvas, as n8n's expression: the words for a value, or nothing for
 * a value that has none.
 *
 * @param words by value
 * @param value expression of the value, such as `$parameter["event"]`
 */
export function subtitleOf(words: Record<string, string>, value: string): string {
	return `={{ (${JSON.stringify(words)})[${value}] ?? "" }}`;
}
