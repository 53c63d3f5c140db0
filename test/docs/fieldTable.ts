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

/** @param more a column of its own, between the default and the description */
export function fieldTable(
	rows: readonly Row[],
	more?: { title: string; of(row: Row): string },
): string {
	const head = ['Field', 'Kind', 'Default', ...(more ? [more.title] : []), 'What it is'];
	return markdownTable(
		head,
		rows.map((row) => [
			`**${row.label}**${row.field.required === true ? ' (required)' : ''}`,
			kindOf(row.field),
			defaultOf(row.field),
			...(more ? [more.of(row)] : []),
			textOf(row),
		]),
	);
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

/** Where a field is that only people have, or only tools. */
function inWhat({ field, beside }: Row): string | undefined {
	if (isOnlyInTools(field)) return 'Only in a tool of an AI agent';
	const isHidden = field.displayOptions?.hide?.['@tool']?.includes(true) === true;
	const hasVariant = beside.some((one) => one.name === field.name && isOnlyInTools(one));
	return isHidden && !hasVariant ? 'Not in a tool of an AI agent' : undefined;
}

function kindOf({ type, modes = [], typeOptions }: INodeProperties): string {
	switch (type) {
		case 'string':
			return typeOptions?.password === true ? 'text, hidden' : 'text';
		case 'boolean':
			return 'switch';
		case 'options':
			return 'choice';
		case 'multiOptions':
			return 'choices';
		case 'dateTime':
			return 'date and time';
		case 'json':
			return 'JSON';
		case 'fixedCollection':
			return typeOptions?.multipleValues === true ? 'rows' : 'group';
		case 'resourceLocator':
			return modes.map(({ displayName }) => displayName).join(', ');
		default:
			return type;
	}
}

function defaultOf(field: INodeProperties): string {
	const { type, default: value } = field;
	if (type === 'boolean') return value === true ? 'on' : 'off';
	if (type === 'options') {
		return optionsOf(field).find((option) => option.value === value)?.name ?? '';
	}
	if (type === 'number') return Number(value).toLocaleString('en-US');
	return type === 'string' ? String(value) : '';
}

/** The description in sentences; choices that need explaining stand below it, one a line. */
function textOf(row: Row): string {
	const { field } = row;
	const sentences = [
		field.description ?? field.hint,
		kindsOf(field),
		shownWhen(row),
		inWhat(row),
		example(row),
	]
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

/** When the form shows the field, where that hangs on a field beside it. */
function shownWhen({ field, beside }: Row): string | undefined {
	const conditions = Object.entries(field.displayOptions?.show ?? {}).flatMap(([name, values]) => {
		// The trigger's table has a column for it.
		if (name === 'event') return [];
		const other = beside.find((one) => one.name === name);
		if (other === undefined) return [];
		const words = (values ?? []).map((value) => wordOf(other, value)).filter((word) => word !== '');
		return words.length === 0 ? [] : [`'${other.displayName}' is ${words.join(' or ')}`];
	});
	return conditions.length === 0 ? undefined : `Shown when ${conditions.join(' and ')}`;
}

/** A value in the words of the form; '' for one that only says the same in text. */
function wordOf(field: INodeProperties, value: unknown): string {
	if (field.type === 'boolean') return value === true ? 'on' : value === false ? 'off' : '';
	return optionsOf(field).find((option) => option.value === value)?.name ?? '';
}

function example({ field }: Row): string | undefined {
	const { placeholder, modes = [] } = field;
	const shown = placeholder ?? modes.find(({ type }) => type === 'string')?.placeholder;
	if (shown === undefined || !shown.startsWith('e.g. ')) return undefined;
	const given = shown.slice('e.g. '.length);
	// The column of the defaults has it.
	return given === field.default ? undefined : `E.g. \`${given}\``;
}
