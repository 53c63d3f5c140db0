import type { IDataObject } from 'n8n-workflow';

import { asCompared, asSeen } from '../../util/asSeen';
import { parseJson } from './objects';
import { type Invalid, asText, inQuotes, isNothing } from './values';

type Tags = Array<string | number>;

/** Signs between tags: commas, semicolons, bars and line ends of several scripts. */
const between =
	/[,;|\t\n\v\f\r\x85\u2028\u2029\u060C\u061B\u3001\uFE50\uFE54\uFF0C\uFF1B\uFF5C\uFF64]/;

/** The beginning or the end of a JSON list or object. "[VIP]" and "[2026] Leads" are tags. */
const ofJson = /^[[{]\s*["'[{]|^\[object |^[[{][^\]}]*$|["'][\]}]$/s;

/** Quotation marks of JSON and CSV, of phones and text programs, of several languages. */
const quotes = String.raw`"'\x60\xB4\u201A\u201E\p{Pi}\p{Pf}`;
const quotedTag = new RegExp(`^[${quotes}](.+)[${quotes}]$`, 'su');
const quotedEntries = new RegExp(
	`(^|${between.source}) *[${quotes}]([^${quotes}]+)[${quotes}] *(?=$|${between.source})`,
	'gu',
);

/** The tags in a text, without quotation marks around them; undefined for a part of a JSON list. */
function tagParts(text: string): string[] | undefined {
	const parts = asSeen(text)
		.replace(quotedEntries, '$1$2')
		.split(between)
		.map(asSeen)
		.filter((part) => part !== '');
	if (parts.some((part) => ofJson.test(part))) return undefined;
	return parts.map((part) => asSeen(part.replace(quotedTag, '$1')) || part);
}

/** A list, or what a text is: a JSON list, or a text. */
function listOf(value: unknown): unknown {
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	return Array.isArray(parsed) ? parsed : value;
}

/**
 * The tags in a field: comma-separated text, a list, or JSON text of a list. Stored tags are read alike
 * (`tagsOf`), so that what is written is also found.
 *
 * @throws the error of `invalid`, for a part of a JSON list
 */
export function asTags(value: unknown, invalid: Invalid): string[] {
	const list = listOf(value);
	return (Array.isArray(list) ? list : [value]).flatMap((entry) => {
		const text = asText(entry, invalid);
		return (
			tagParts(text) ??
			invalid(
				`is not a list of tags: ${inQuotes(text)}`,
				'Separate the tags with commas, without brackets.',
			)
		);
	});
}

/** Whether cells gave nothing for the tags: '', ", ", ["", null]. An empty list is meant. */
export function isBlankTags(value: unknown): boolean {
	const list = listOf(value);
	const entries = Array.isArray(list) ? list : [list];
	const isBlank = (entry: unknown) => {
		return typeof entry === 'string' ? tagParts(entry)?.length === 0 : (entry ?? null) === null;
	};
	return entries.length > 0 && entries.every(isBlank);
}

/** One tag, '' for nothing: whether the service finds contacts by several tags at once is not shown. */
export function asTag(value: unknown, invalid: Invalid): string {
	const tags = asTags(value, invalid);
	if (tags.length === 1 || isNothing(value)) return tags.join('');
	// A filter without a tag would leave nobody out.
	const holds = tags.length === 0 ? 'no tag' : 'several tags';
	return invalid(
		`holds ${holds}: ${inQuotes(tags.join(', ') || value)}`,
		'Enter one tag, or remove the filter.',
		'Give one tag, or "" for any.',
	);
}

/** The tags that the service has stored for a contact; undefined if they are missing or cannot be read. */
export function tagsOf({ tags }: IDataObject): Tags | undefined {
	// Tags that the answer lacks are unknown; null means no tags.
	const list = listOf(tags === null ? [] : tags);
	if (typeof list === 'string') return tagParts(list);
	const isTag = (one: unknown) =>
		typeof one === 'number' || (typeof one === 'string' && tagParts(one) !== undefined);
	return Array.isArray(list) && list.every(isTag) ? (list as Tags) : undefined;
}

/** Each tag in the form for comparison, in lower case: whether the service tells "VIP" from "vip" is not shown. */
function comparedTags(tags: Tags): string[] {
	return tags.flatMap((tag) => tagParts(String(tag)) ?? []).map(comparedTag);
}

const comparedTag = (tag: string) => asCompared(tag).toLowerCase();

/** Whether a contact has a tag; undefined where its tags are unknown. */
export function hasTag(contact: IDataObject, tag: string): boolean | undefined {
	const tags = tagsOf(contact);
	return tags && comparedTags(tags).includes(comparedTag(tag));
}

/** Signs that may differ in tags that people take for one. */
const notAlike = new RegExp(`[-_\\u2010-\\u2015 ${quotes}]`, 'gu');

/** As `hasTag`, or a tag that people take for it: no_sms, "no sms", nosms and no–sms with a dash of Word are no-sms. */
export function hasTagLike(contact: IDataObject, tag: string): boolean | undefined {
	const alike = (one: string) => comparedTag(one).replace(notAlike, '');
	return tagsOf(contact)?.some((one) =>
		(tagParts(String(one)) ?? []).map(alike).includes(alike(tag)),
	);
}

/** The tags with the given ones, where they are missing. */
export function withTags(own: Tags, given: string[]): Tags {
	return given.reduce((tags, tag) => {
		return comparedTags(tags).includes(comparedTag(tag)) ? tags : [...tags, tag];
	}, own);
}

/** The tags without the given ones. A text of several is taken apart only where it holds one of them. */
export function withoutTags(own: Tags, given: string[]): Tags {
	const names = given.map(comparedTag);
	const isGiven = (tag: string) => names.includes(comparedTag(tag));
	return own.flatMap((tag) => {
		const parts = tagParts(String(tag)) ?? [];
		return parts.some(isGiven) ? parts.filter((part) => !isGiven(part)) : [tag];
	});
}
