import { type IDataObject, type IPollFunctions, NodeOperationError, UserError } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import { Api } from '../api/api';
import { Connection } from '../api/connection';
import { defaultBound } from '../api/flow/bound';
import { type RequestContext, accountOf, readAccess } from '../api/access';
import { readRequestSettings } from '../fields/forms/requestOptions';
import { readerOfTrigger } from '../fields/read/triggerReader';
import { asRows } from '../fields/read/objects';
import type { Budget } from './budget';
import type { Poll } from './event';
import { events } from './events';
import { ChosenFilters } from './filters';
import { dedupeKey } from './memory';
import { properties } from './properties';
import { asSeen } from '../util/asSeen';

/** A poll that has begun. */
export type PollSetup = Awaited<ReturnType<typeof beginPoll>>;

/**
 * Reads the settings, and connects the poll with the service.
 *
 * @returns `settingsHash`, `account`: of the settings, and of Base URL and API key, that a saved state belongs
 * to; `current`: all that the event works with; `failures`: the errors of `current.failed`
 * @throws NodeOperationError for an invalid setting
 */
export async function beginPoll(context: IPollFunctions, clock: Clock, budget: Budget) {
	const access = await readAccess(context);
	const { event, settingsHash, filters, fields } = readChosen(context, access.defaultCountry);
	const { settings, bound: given } = readRequestSettings(fields);
	const bound = given ?? defaultBound;
	// Past its time the poll stops as a cancelled execution does: no further try, no waiting.
	const { signal, leftMs, mayStart } = budget;
	const limits = { bound: given, leftMs, signal };
	const connection = new Connection(context as RequestContext, access, clock, limits);
	const subject = { nameInErrors: event.nameInErrors };
	const api = new Api(connection, subject, { ...settings, query: undefined });
	const ownApi = new Api(connection, subject, settings);
	const node = context.getNode();
	const failures: Error[] = [];
	const current: Poll = {
		isSameAccount: true,
		turn: 0,
		failed: (error) => void failures.push(error),
		api,
		node,
		fields,
		filters,
		bound,
		mayStart,
		leftMs,
		simple: fields.flag('simple'),
		store: context.helpers.prepareBinaryData,
		now: () => clock.now(),
		warn: (message) => context.logger.warn(message),
		ownList: (list, timeField) => ({ api: ownApi, list, timeField, node, bound }),
	};
	return { event, settingsHash, account: dedupeKey(accountOf(access)), current, failures };
}

/**
 * Reads the event and its filters.
 *
 * @param defaultCountry of phone numbers without a country code, in two letters; '' for none
 * @throws NodeOperationError for an invalid value
 */
function readChosen(context: IPollFunctions, defaultCountry: string) {
	const fields = readerOfTrigger(context, properties, defaultCountry);
	const value = fields.text('event');
	const event = events.find((candidate) => candidate.value === value);
	if (event === undefined) {
		throw new NodeOperationError(context.getNode(), `There is no event "${value}"`, {
			description: "Choose one from the list 'Trigger On'.",
		});
	}
	const { filters } = event;
	const values = fields.collection('filters');
	const entered: Record<string, string> = {};
	const wanted: Record<string, string> = {};
	for (const { field, entered: textOf, read } of filters) {
		const { name, type } = field;
		const given = () => (type === 'options' ? values.choiceOrNone(name) : values.text(name));
		const text = textOf ? textOf(values) : asSeen(given() ?? '');
		if (text === '') continue;
		entered[name] = text;
		wanted[name] = read?.(values, fields) ?? text;
	}
	const { parameters } = context.getNode();
	// Compared as they stand in the form, as an expression may give another value at every poll. n8n
	// has filled in the defaults (n8n-workflow, workflow.js).
	const query = asRows(
		(parameters.requestOptions as IDataObject).queryParameters,
		(what, description) => {
			throw new UserError(`'Query Parameters' ${what}`, { description });
		},
	);
	return {
		event,
		fields,
		filters: new ChosenFilters(filters, wanted, event.only),
		settingsHash: dedupeKey(value, entered, query),
	};
}
