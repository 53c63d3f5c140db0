/**
 * Milliseconds to wait by a Retry-After header, given in seconds or as an HTTP date (RFC 9110, 10.2.3);
 * undefined without a valid header.
 *
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
	const text =
		typeof header === 'string' || typeof header === 'number' ? String(header).trim() : '';
	if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
	// An HTTP date has letters: `Date.parse` would read "-5" as a year.
	const date = /[a-z]/i.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
