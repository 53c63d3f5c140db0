/** A Markdown table whose columns also line up in a terminal. */
export function table(head: string[], lines: string[][]): string {
	const widths = head.map((_, column) =>
		Math.max(3, ...[head, ...lines].map((line) => line[column].length)),
	);
	const row = (cells: string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
	const rule = row(widths.map((width) => '-'.repeat(width)));
	return `${[row(head), rule, ...lines.map(row)].join('\n')}\n`;
}
