import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../util/isObject';
import type { Event } from './event';

/** Version of the state's form. A field added to it needs none: an older state just lacks it. */
const version = 1;

/** What was read of the saved state: the event's cursor, or why it cannot be used; {} at first. */
interface SavedState {
	cursor?: unknown;
	useless?: string;
}

/**
 * Reads the state.
 *
 * @param settingsHash hash of the settings that it must belong to
 */
export function readState(
	{ state }: IDataObject,
	settingsHash: string,
	event: Pick<Event<unknown>, 'readCursor'>,
): SavedState {
	const unreadable = { useless: 'the saved state cannot be read' };
	if (state === undefined) return {};
	if (!isObject(state)) return unreadable;
	if (Number(state.version) > version) {
		return { useless: 'the saved state is from a newer version of this package' };
	}
	if (state.watch !== settingsHash) {
		return {
			useless: 'the event, a filter, a query parameter or the credential was changed',
		};
	}
	const cursor = isObject(state.progress) ? event.readCursor(state.progress) : undefined;
	return cursor === undefined ? unreadable : { cursor };
}

/** Puts the state into n8n's static data, which is kept with the workflow. */
export function writeState(data: IDataObject, settingsHash: string, cursor: IDataObject) {
	data.state = { version, watch: settingsHash, progress: cursor };
}
