import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { countryOptions } from '../../nodes/VoiceSms/fields/phone/country';

/** A field of a form. */
export interface Row {
	/** As the form names it, after the collection it stands in: "Options → Timeout". */
	label: string;
	field: INodeProperties;
	/** The fields beside it, which may decide whether it is shown. */
	beside: readonly INodeProperties[];
}

/** Choices that a table can hold; a longer list is only called that. */
const mostChoices = 12;

/** The fields that somebody fills in, in the order of the form; those of collections one by one. */
export function rowsOf(fields: readonly INodeProperties[], group?: string): Row[] {
	const own = fields.filter((field) => {
		return isFilledIn(field) && !isToolVariant(field, fields) && !isRequiredVariant(field, fields);
	});
	return own.flatMap((field): Row[] => {
		if (field.type === 'collection') {
			return rowsOf((field.options ?? []) as INodeProperties[], field.displayName);
		}
		const label = group === undefined ? field.displayName : `${group} → ${field.displayName}`;
		return [{ label, field, beside: fields }];
	});
}

/** Fields of the form in bold letters, members of a collection below its name; those without words in one line. */
export function fieldTable(rows: readonly Row[]): string {
	let shown = '';
	const lines: string[][] = [];
	for (const row of rows) {
		const [name, member] = row.label.split(' → ');
		const group = member === undefined ? '' : name;
		if (group !== shown && group !== '') lines.push([`**${group}**`, '']);
		const label = member === undefined ? `**${name}**` : member + added(row);
		const text = textOf(row);
		const last = lines.at(-1);
		const isMore = text === '' && group === shown && last?.[1] === '' && last[0] !== `**${group}**`;
		if (isMore) last[0] += `, ${label}`;
		else lines.push([label, text]);
		shown = group;
	}
	return markdownTable(['Field', 'What it does'], lines);
}

export function markdownTable(head: string[], lines: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
	return [line(head), `|${'---|'.repeat(head.length)}`, ...lines.map(line)].join('\n');
}

/** One line of a description as a sentence of a longer text. */
export function asSentence(text: string): string {
	return /[.!?:`]$/.test(text) ? text : `${text}.`;
}

function isFilledIn({ type }: INodeProperties): boolean {
	return !['notice', 'hidden', 'callout'].includes(type);
}

/** The variant for tools of a field that people have as well, who read the table. */
function isToolVariant(field: INodeProperties, beside: readonly INodeProperties[]): boolean {
	return isOnlyInTools(field) && beside.some((one) => isForPeople(one) && one.name === field.name);
}

/** The variant of a field that is required with some choices only, beside the variant that may be empty. */
export function isRequiredVariant(
	field: INodeProperties,
	beside: readonly INodeProperties[],
): boolean {
	const others = beside.filter(({ name, required }) => name === field.name && required !== true);
	return field.required === true && others.length > 0;
}

const isForPeople = (field: INodeProperties) => !isOnlyInTools(field);

function isOnlyInTools({ displayOptions }: INodeProperties): boolean {
	return displayOptions?.show?.['@tool']?.includes(true) === true;
}

/** The value that an option has when somebody adds it, where it is one. */
function added({ field }: Row): string {
	const { type, default: value } = field;
	if (type === 'number') return ` (${Number(value).toLocaleString('en-US')})`;
	if (type !== 'options') return '';
	const name = optionsOf(field).find((option) => option.value === value)?.name;
	return name === undefined || name.startsWith('[') ? '' : ` (${name})`;
}

/** The description in sentences; choices that need explaining stand below it, one a line. */
function textOf({ field }: Row): string {
	const sentences = [field.description ?? field.hint, kindsOf(field)]
		.filter((part) => part !== undefined && part !== '')
		.map((part) => asSentence(String(part)));
	return [sentences.join(' '), ...choicesOf(field)].filter((part) => part !== '').join('<br>');
}

/** Choices with words of their own. */
function choicesOf(field: INodeProperties): string[] {
	const options = shortList(field);
	if (options.every(({ description }) => description === undefined)) return [];
	return options.map(({ name, description }) =>
		description === undefined ? `*${name}*` : `*${name}*: ${description}`,
	);
}

/** What there is to choose from, where the names say it all. */
function kindsOf(field: INodeProperties): string | undefined {
	if (field.type === 'fixedCollection') {
		const groups = (field.options ?? []) as INodePropertyCollection[];
		const names = groups.flatMap(({ values }) => values.map(({ displayName }) => displayName));
		// "A and B", "A, B and C".
		const all = names.join(', ').replace(/, ([^,]*)$/, ' and $1');
		return field.typeOptions?.multipleValues === true ? `Each row has ${all}` : `Holds ${all}`;
	}
	const options = shortList(field);
	const plain = options.every(({ description }) => description === undefined);
	if (options.length === 0 || !plain) return undefined;
	return `One of ${options.map(({ name }) => name).join(', ')}`;
}

/** The choices, where they are few enough for a table. */
function shortList(field: INodeProperties): INodePropertyOptions[] {
	const options = optionsOf(field);
	return options.length > mostChoices ? [] : options;
}

function optionsOf({ type, options = [], typeOptions }: INodeProperties): INodePropertyOptions[] {
	if (typeOptions?.loadOptionsMethod !== undefined) return countryOptions;
	return type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];
}
