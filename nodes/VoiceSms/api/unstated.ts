/**
 * What the interface does not say, and what we do instead: one constant a guess. Users can get
 * round each of them with the option "Query Parameters", which wins over ours.
 */

/** "(search parameter) … the parameter's name: not shown": lists of conversations and contacts. */
export const searchParameter = 'search';

/** "The names of the date-range parameters … not shown": call analytics. */
export const startDateParameter = 'startDate';
export const endDateParameter = 'endDate';

/** "Maximum `limit` for conversations: not shown": never more than the documented default. */
export const conversationPageSize = 50;

/** "Query parameters: not shown" of calls and messages: sent from page 2 on only. */
export const pageParameter = 'page';

/** "OUTBOUND occurs; the inbound value: not shown": whatever is not outbound came in. */
export const isInbound = (direction: unknown) => direction !== 'OUTBOUND';
