/**
 * Our guesses where the interface says nothing, a constant for each guess. Users can change a query
 * parameter with the option "Query Parameters", which wins over ours.
 */

/** Names of query parameters; the credential may give other ones. */
export interface ParameterNames {
	/** "(search parameter) … the parameter's name: not shown": lists of conversations and contacts. */
	search: string;
	/** "The names of the date-range parameters … not shown": call analytics. */
	startDate: string;
	endDate: string;
}

export const parameterNames = { search: 'search', startDate: 'startDate', endDate: 'endDate' };

/** "Maximum `limit` for conversations: not shown": never more than the documented default. */
export const conversationPageSize = 50;

/** "Query parameters: not shown" of calls and messages: sent from page 2 on only. */
export const pageParameter = 'page';

const record = '(call|contact|client|record|recording|conversation)';
const thing = `(${record}|id|identifier)`;
/** A value in the service's words, such as 42, "x" or c_1. */
const value = String.raw`(:? ?(?=\S*[\d_"'“])\S+)`;
const isMissing = String.raw`((was |is |can ?|could )?not (be )?found|(does|do|did) ?n[o'’]t exist)`;
const end = String.raw`(?=\W*$|${value}|,? (with|for|in|exists|found)\b)`;

/**
 * "HTTP status codes … (… unknown identifier …): not shown": words that mean an unknown identifier. They
 * name no record, or one of ours: "Organization not found" and "Client secret not found" are about other
 * things.
 */
export const meansNotFound = new RegExp(
	[
		String.raw`^${isMissing}\W*$`,
		String.raw`(^|[.:;!] )((the|this|that|requested|sms) )*${thing}( ${thing})*(${value}| (with|for|in) [^.]*)? ${isMissing}`,
		String.raw`\bno such ${thing}${end}`,
		String.raw`\bno ${record} (with|found|has|matches|exists)\b`,
		String.raw`\bunknown ${thing}( ${thing})*${end}`,
	].join('|'),
	'i',
);

/** Words that mean a missing key, company or address, as at a wrong Base URL. */
export const missesSomethingElse =
	/\b(api.?key|token|route|endpoint|url|cannot get)\b|^(the |your |this )?(company|account|organi[sz]ation|tenant|workspace|user|subscription|credentials?|database)\b/i;

/** "id | string": the form of an identifier is not shown. We guess that no identifier looks like these. */
export const noId = { email: /@/, phone: /^\+[\d\s()./-]+$/ };

/**
 * "HTTP status codes … (… missing permission …): not shown": words that mean a missing permission.
 * Example: "The API key lacks the permission sms:send".
 */
export const meansPermission = /\b(permissions?|scopes?|(sms|calls|analytics):\w+)\b/i;

/**
 * "status | DELIVERED occurs in listings; the full set of values: not shown": with any other status and
 * without `deliveredAt`, a message may still arrive.
 */
export const isDelivered = (message: { status?: unknown; deliveredAt?: unknown }) =>
	message.status === 'DELIVERED' || Boolean(message.deliveredAt);

/** "OUTBOUND occurs; the inbound value: not shown": every other value counts as inbound. */
export const isInbound = (direction: unknown) => direction !== 'OUTBOUND';

/**
 * "ISO 8601 timestamp": whether a time names its zone is not shown. A time without one counts as UTC, in any
 * zone of the computer.
 *
 * @returns milliseconds since 1970, NaN for a text that is no time
 */
export function momentOfService(time: string): number {
	const text = time.trim();
	return Date.parse(/[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text}Z` : text);
}

/** "No pagination object is returned" of a search of calls: it comes whole. Ten calls or more may be a page. */
export const mayBePage = (count: number) => count >= 10;
