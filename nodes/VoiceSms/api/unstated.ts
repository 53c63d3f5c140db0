/**
 * What the interface does not say, and what we do instead: one constant a guess. Users can get
 * round each of them with the option "Query Parameters", which wins over ours.
 */

/** Names of query parameters; the credential may give other ones. */
export interface ParameterNames {
	/** "(search parameter) … the parameter's name: not shown": lists of conversations and contacts. */
	search: string;
	/** "The names of the date-range parameters … not shown": call analytics. */
	startDate: string;
	endDate: string;
}

export const parameterNames: ParameterNames = {
	search: 'search',
	startDate: 'startDate',
	endDate: 'endDate',
};

/** "Maximum `limit` for conversations: not shown": never more than the documented default. */
export const conversationPageSize = 50;

/** "Query parameters: not shown" of calls and messages: sent from page 2 on only. */
export const pageParameter = 'page';

/** "HTTP status codes … (… unknown identifier …): not shown": words of a refusal that say so. */
export const meansNotFound =
	/\b(not (be )?found|no such|no (call|contact|client|record) (with|found|has|matches)|(does|do|did) ?n[o'’]t exist|unknown (id|identifier|call|contact|client|record))\b/i;

/** Words of a refusal that found no key, no company or no such address, as at a wrong Base URL. */
export const missesSomethingElse =
	/\b(api.?key|token|route|endpoint|url|cannot get)\b|^(the |your )?(company|account)\b/i;

/** "OUTBOUND occurs; the inbound value: not shown": whatever is not outbound came in. */
export const isInbound = (direction: unknown) => direction !== 'OUTBOUND';
