import type { Change } from './changes';

/** Where tests leave their marks: one for each change whose place they pass. */
export const marksName = '__marks';

/** The source of a file; whoever passes the place of a change sets the mark with its number. */
export function withMarks(source: string, changes: Map<number, Change>): string {
	const inserts: Array<{ at: number; text: string; rank: number }> = [];
	for (const [number, { place }] of changes) {
		const mark = `${marksName}[${number}]=1`;
		const [open, close] = {
			statement: [`;${mark};`, ''],
			branch: [`{${mark};`, '}'],
			expression: [`(${mark},(`, '))'],
		}[place.kind];
		const width = place.end - place.start;
		inserts.push({ at: place.start, text: open, rank: width });
		inserts.push({ at: place.end, text: close, rank: 2 * source.length - width });
	}
	// From the last to the first: the wider one of two places opens first and closes last.
	inserts.sort((a, b) => b.at - a.at || a.rank - b.rank);
	return inserts.reduce(
		(text, { at, text: mark }) => text.slice(0, at) + mark + text.slice(at),
		source,
	);
}
