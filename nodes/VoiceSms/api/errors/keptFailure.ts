import type { JsonObject } from 'n8n-workflow';

import type { Failure } from './failure';

/** What is kept of a failure in its error, for `partsOf` and `failureOf`. */
export function whatIsKept(failure: Failure): JsonObject {
	const { cause, service = '', notOfService, detail, retryAfterMs } = failure;
	return {
		cause,
		service,
		notOfService: notOfService === true,
		// n8n takes a field called `detail` for a message of its own.
		...(detail === undefined ? {} : { seen: detail }),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	};
}

/** What `asNodeError` wrote into an error; of any other error, nothing. */
export function partsOf(error: unknown): {
	cause: unknown;
	status: number;
	service: string;
	notOfService: boolean;
} {
	const { httpCode, errorResponse } = errorOf(error);
	return {
		cause: errorResponse?.cause,
		status: Number(httpCode),
		service: String(errorResponse?.service ?? ''),
		notOfService: errorResponse?.notOfService === true,
	};
}

/**
 * Why a request failed, for who puts it into other words than the error does. Undefined for an error
 * that `asNodeError` did not build.
 */
export function failureOf(error: unknown): Failure | undefined {
	const { cause, status, service, notOfService } = partsOf(error);
	if (typeof cause !== 'string') return undefined;
	const { seen, retryAfterMs } = errorOf(error).errorResponse ?? {};
	return {
		cause: cause as Failure['cause'],
		// n8n has null where there was none.
		...(status > 0 ? { status } : {}),
		...(service === '' ? {} : { service }),
		...(seen === undefined ? {} : { detail: String(seen) }),
		...(retryAfterMs === undefined ? {} : { retryAfterMs: Number(retryAfterMs) }),
		...(notOfService ? { notOfService } : {}),
	};
}

function errorOf(error: unknown) {
	return Object(error) as { httpCode?: unknown; errorResponse?: JsonObject };
}
