import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../util/isObject';
import { keyOf } from './memory';
import type { Memory } from './memory';
import type { Progress } from './tools';

/** Version of the state's form. A field added to it needs none: an older state just lacks it. */
const version = 1;

/** What the state belongs to: another event, filter or credential begins anew. */
export function watchOf(...parts: unknown[]): string {
	return keyOf(...parts);
}

/**
 * How far the trigger has come; undefined when there is no state, or one of something else, or one
 * that cannot be read, so that the present becomes the baseline.
 */
export function readProgress(data: IDataObject, watch: string): Progress | undefined {
	const { state } = data;
	if (!isObject(state) || Number(state.version) > version || state.watch !== watch) {
		return undefined;
	}
	const { progress } = state;
	if (!isObject(progress) || !isMemory(progress.records)) return undefined;
	// A copy: a poll that fails must leave the state as it was.
	return JSON.parse(JSON.stringify(progress)) as Progress;
}

/** Puts the state into n8n's static data, which is kept with the workflow. */
export function writeProgress(data: IDataObject, watch: string, progress: Progress) {
	data.state = { version, watch, progress } as unknown as IDataObject;
}

function isMemory(value: unknown): value is IDataObject & Memory {
	return (
		isObject(value) &&
		typeof value.newest === 'number' &&
		typeof value.floor === 'number' &&
		typeof value.seen === 'string'
	);
}
