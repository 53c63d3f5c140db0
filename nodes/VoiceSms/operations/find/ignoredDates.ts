import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../util/isObject';
import { sameJson } from '../../util/sameJson';
import type { OperationContext } from '../context';

/** A day on which the company had no calls. */
const dayWithout = ['1970-01-01T00:00:00.000Z', '1970-01-01T23:59:59.999Z'] as const;

/** The figures of that day in one run; undefined until they were requested, or where the service refuses. */
const figuresOfDay = (): { figures?: Promise<IDataObject | undefined> } => ({});

/**
 * A line if the service gives the same figures for a day without calls: it may know the two dates by other names.
 * '' otherwise, also if all figures are 0 or if the user gave query parameters. Asks once in a run.
 */
export async function lineOfIgnoredDates(
	{ api, shared, words }: Pick<OperationContext, 'api' | 'shared' | 'words'>,
	path: string,
	key: string,
	figures: IDataObject,
): Promise<string> {
	const own = numbersIn(figures);
	if (own.every((number) => number === 0)) return '';
	if (Object.keys(api.withUserQuery({})).length > 0) return '';
	const { startDate, endDate } = api.names;
	const [start, end] = dayWithout;
	const asked = shared(figuresOfDay);
	asked.figures ??= api
		.get(path, key, { [startDate]: start, [endDate]: end })
		.catch(() => undefined);
	const ofDay = await asked.figures;
	if (ofDay === undefined || !sameJson(numbersIn(ofDay), own)) return '';
	const what = 'The service gives the same figures for a day in 1970, so they may be of all time.';
	return words(
		`${what} It may use other names than "${startDate}" and "${endDate}" for the dates. Set the names in the credential, under 'Service Uses Other Names'.`,
		`${what} Tell the user.`,
	);
}

function numbersIn(value: unknown): number[] {
	if (typeof value === 'number') return [value];
	if (isObject(value) || Array.isArray(value)) return Object.values(value).flatMap(numbersIn);
	return [];
}
