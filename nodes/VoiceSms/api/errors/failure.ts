/**
 * Why a try gave no data.
 *
 * - `notSent`: no connection, so the request never left
 * - `notTried`: the run had given up on the service before the request's turn came
 * - `lost`: the connection broke or timed out after the request may have left
 * - `status`: an HTTP status outside 2xx
 * - `refused`: `success: false` under a 2xx status
 * - `unreadable`: a 2xx answer that is not the documented one
 * - `redirect`: a 3xx answer, not followed
 */
export interface Failure {
	cause: 'notSent' | 'notTried' | 'lost' | 'status' | 'refused' | 'unreadable' | 'redirect';
	status?: number;
	/** The service's own words. */
	service?: string;
	/** Our words for the cause; never contains the key. */
	detail?: string;
	/** Advice, where the cause alone does not say it. */
	advice?: string;
	/**
	 * The answer has no `success: false` (interface, "Errors" 1): it comes from a gateway, or from another
	 * address.
	 */
	notOfService?: boolean;
	/** The service returned another page of a list than the requested page. */
	isOtherPage?: true;
	/** The host of a file, where it is not the service's own. It gets no key, so no advice is about the credential. */
	host?: string;
	/** Wait that the service asked for, in milliseconds, without an upper limit. */
	retryAfterMs?: number;
}

/** The failure of an answer that is not the documented one. */
export function unreadable(detail: string, more: Partial<Failure> = {}): Failure {
	return { cause: 'unreadable', detail, ...more };
}
