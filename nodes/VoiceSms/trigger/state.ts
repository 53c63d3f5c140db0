import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../util/isObject';

/** Version of the state's form. A field added to it needs none: an older state just lacks it. */
const version = 1;

/**
 * How far the trigger has come, as it was saved; undefined when there is no state, or one of
 * something else, or one of a newer version, so that the present becomes the baseline.
 *
 * @param watch what the state must belong to
 */
export function readState(data: IDataObject, watch: string): IDataObject | undefined {
	const { state } = data;
	if (!isObject(state) || Number(state.version) > version || state.watch !== watch) {
		return undefined;
	}
	return isObject(state.progress) ? state.progress : undefined;
}

/** Puts the state into n8n's static data, which is kept with the workflow. */
export function writeState(data: IDataObject, watch: string, progress: IDataObject) {
	data.state = { version, watch, progress };
}
