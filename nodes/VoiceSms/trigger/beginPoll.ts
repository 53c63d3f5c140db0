import type { IPollFunctions } from 'n8n-workflow';

import { defaultBound } from '../api/flow/bound';
import type { Clock } from '../api/clock';
import { connect } from '../api/connect';
import type { RequestContext } from '../api/http/request';
import { readAccess } from '../api/http/request';
import type { Budget } from './budget';
import type { Chosen } from './chosen';
import { readChosen } from './chosen';
import type { Poll } from './event';

/** A poll that has begun: its event, the settings of its state, and all that the event works with. */
export interface Begun extends Pick<Chosen, 'event' | 'watch'> {
	current: Poll;
}

/**
 * Reads the settings, and connects the poll with the service.
 *
 * @throws NodeOperationError for an invalid setting
 */
export async function beginPoll(
	context: IPollFunctions,
	clock: Clock,
	budget: Budget,
): Promise<Begun> {
	const access = await readAccess(context);
	const { event, watch, filters, fields, query } = readChosen(context, access.defaultCountry);
	// Past its time the poll stops as a cancelled execution does: no further try, no waiting. n8n's
	// own helpers need the whole context.
	const limited = Object.create(context, {
		// A signal for each request: many listeners on one make Node warn of a leak.
		getExecutionCancelSignal: { value: () => AbortSignal.any([budget.signal]) },
	}) as IPollFunctions & RequestContext;
	const requestOptions = fields.collection('requestOptions');
	const given = requestOptions.count('requestsAtOnce');
	const bound = given ?? defaultBound;
	const limits = { bound: given, leftMs: () => budget.leftMs() };
	const connection = connect(limited, access, clock, limits);
	const requests = {
		timeoutMs: requestOptions.count('timeout'),
		tries: requestOptions.count('maxTries'),
	};
	const subject = { nameInErrors: event.nameInErrors };
	const api = connection.api(subject, requests);
	const ownApi = connection.api(subject, { ...requests, query });
	const node = context.getNode();
	const current: Poll = {
		api,
		node,
		fields,
		filters,
		simple: fields.flag('simple'),
		store: context.helpers.prepareBinaryData,
		bound,
		mayStart: () => budget.mayStart(),
		closing: budget.closing,
		leftMs: () => budget.leftMs(),
		now: () => clock.now(),
		warn: (message) => context.logger.warn(message),
		ownList: (list, timeField) => ({ api: ownApi, list, timeField, node, bound }),
	};
	return { event, watch, current };
}
