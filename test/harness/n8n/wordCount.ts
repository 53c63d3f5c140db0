import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** The most words of an error with its advice, and of a line above the output; a value is one word. */
const [maxOfError, maxOfLine] = [35, 45];

/** Errors that may be longer, because they tell of two faults. */
const longer = [
	// An earlier try left it unclear, and this one failed, too.
	/^Perhaps \w+ before: .*\. (?:Not|Perhaps) \w+: /,
	// After a message, n8n's store of keys failed as well.
	/but n8n could not save their Send Once Keys: /,
	// An earlier try asked, and the changed list can wait for nobody.
	/ cannot wait together, .* It is accepted: /,
];

const receiver = /(?:items \d+-\d+(?: \((?:[^()]|\([^()]*\))*\))?|\S+ \(item \d+\))/.source;
/** Where the service's own words end: advice, or who got it, comes next. */
const next = /(?= (?:Check|Left|Look|None|Or check|Run|Wait|\d+ of \d+)\b|$)/.source;
const values: Array<[RegExp, string]> = [
	[new RegExp(`(?<=The (?:service|answer) says: ).*?${next}`, 'g'), '…'],
	[/"[^"]*"|“[^”]*”|(?<!\w)'[A-Z][^']*'/g, '…'],
	[/(?<=of the (?:options|credential): )[^.:]+ \(\+[\d-]+\)/g, '…'],
	[/ \(ID \w+\)/g, ''],
	[new RegExp(`${receiver}(?:, ${receiver})*(?: and [\\d,]+ more)?`, 'g'), '…'],
	[/\(item \d+(?:, [^()]*)?\)/g, ''],
	[/(?:[^.,:|]+ \([^()]*\bID \w+\)(?:, | and \d+ more)?)+/g, ' …'],
];

/** Words of a text of the node. */
export function wordsOf(text: string): number {
	const bare = values.reduce((rest, [value, word]) => rest.replace(value, word), text);
	return bare.split(/\s+/).filter((word) => word !== '').length;
}

/** What people read of a run. A model gets all in the message, and more words on purpose. */
export interface Shown {
	error?: { message?: unknown; description?: unknown };
	hints?: string[];
	items?: INodeExecutionData[];
	errorItems?: INodeExecutionData[];
}

/**
 * The run, if no text in it is too long.
 *
 * @throws Error with the text
 */
export function inFewWords<T extends Shown>(run: T): T {
	const rows = [...(run.items ?? []), ...(run.errorItems ?? [])].map(({ json }) => json);
	const errors = [run.error, ...rows.map(({ error }) => error as IDataObject | undefined)];
	const texts = errors.flatMap((error) =>
		error?.description ? [`${String(error.message)}. ${String(error.description)}`] : [],
	);
	const reasons = rows.map(({ reason }) => reason).filter((reason) => typeof reason === 'string');
	for (const text of [...texts, ...reasons]) {
		if (!longer.some((reason) => reason.test(text))) throwIfLong(text, maxOfError);
	}
	for (const line of run.hints ?? []) throwIfLong(line, maxOfLine);
	return run;
}

function throwIfLong(text: string, max: number) {
	const words = wordsOf(text);
	if (words > max) throw new Error(`${words} words, at most ${max}: ${text}`);
}
