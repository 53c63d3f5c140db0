import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { judge } from '../../api/errors/nodeError';
import { isPathId, path } from '../../api/paths';
import { fetchRecording, hasAddress, readRecording } from '../../api/recording';
import { isOver } from '../../fields/forms/call';
import type { WaitTimes } from '../../fields/forms/waiting';
import type { Look } from './lookUntil';
import { lookUntil } from './lookUntil';
import type { Result, Surroundings } from '../operation';
import { WithFile } from '../operation';

/** How the user wants to wait for the end of a call. */
export interface EndWanted {
	waiting: WaitTimes;
	/** The output field for the recording; undefined when it is not wanted. */
	fileField?: string;
}

/** For so many milliseconds the service may not know a new call yet, because its reads may lag. */
const newForMs = 60_000;
/** How often to look for the recording of a failed call, which usually has none. */
const enoughForFailed = 2;

/**
 * The call after its end. At the limit, the last known state with `timedOut: true`, and `endNote` if the
 * last look failed. A recording is looked for until the limit too: `recordingAttached` says whether it is
 * attached, and `recordingNote` why not.
 *
 * @param begun the call from the service; only its ID is needed
 * @throws NodeApiError when the service refuses the call for good; UserError when the call has no usable ID
 */
export async function callAtEnd(
	begun: IDataObject,
	{ waiting, fileField }: EndWanted,
	surroundings: Surroundings,
): Promise<Result> {
	const id = String(begun.id ?? '');
	if (!isPathId(id)) {
		throw new UserError(
			'The service returned no valid ID for the call, so the node cannot wait for its end',
		);
	}
	if (isOver(begun) && fileField === undefined) return begun;
	const end = new End(begun, id, fileField, surroundings);
	const { found, failure } = await lookUntil(waiting, surroundings, end.look, end.passes);
	return found ?? end.atLimit(failure);
}

/** Looks for the end of one call. */
class End {
	private readonly began: number;
	private isSeen = false;
	/** Why there is no recording. */
	private missing = 'The call had not ended';
	private timesMissing = 0;

	constructor(
		private call: IDataObject,
		private readonly id: string,
		private readonly fileField: string | undefined,
		private readonly surroundings: Surroundings,
	) {
		this.began = surroundings.passed();
	}

	readonly look: Look<Result> = async (leftMs) => {
		const { fileField, id } = this;
		if (!isOver(this.call)) {
			this.call = await this.surroundings.api.get(path`/api/calls/${id}`, 'call', leftMs());
			this.isSeen = true;
		}
		if (!isOver(this.call)) return undefined;
		if (fileField === undefined) return this.call;
		return await this.attached(fileField, leftMs).catch((error: Error) => {
			const { isAboutOneRecord, isTemporary } = judge(error);
			if (isAboutOneRecord && !isTemporary) return this.withoutYet(error.message);
			this.missing = error.message;
			// A problem with the recording does not hide the call.
			return isTemporary ? undefined : this.without();
		});
	};

	readonly passes = (error: unknown) => {
		const isNew = !this.isSeen && this.surroundings.passed() - this.began < newForMs;
		const { isMissing, isTemporary } = judge(error);
		return isTemporary || (isNew && isMissing);
	};

	/** @param failure of the last look */
	atLimit(failure: Error | undefined): Result {
		if (isOver(this.call)) return this.without();
		if (failure === undefined) return { ...this.without(), timedOut: true };
		const endNote = `The call could not be read: ${failure.message}`;
		this.missing = endNote;
		return { ...this.without(), timedOut: true, endNote };
	}

	private async attached(field: string, leftMs: () => number): Promise<Result | undefined> {
		const { call, id, surroundings } = this;
		const recording = await readRecording(surroundings.api, id, leftMs());
		if (!hasAddress(recording)) return this.withoutYet('The recording has no address');
		const { recordingUrl } = recording;
		const json = { ...call, recordingAttached: true, recordingUrl };
		const file = await fetchRecording(surroundings, id, recording, leftMs());
		return new WithFile(json, { [field]: file });
	}

	/** Undefined if another look may find the recording. */
	private withoutYet(why: string): Result | undefined {
		this.missing = why;
		this.timesMissing++;
		const isEnough = this.call.status === 'ERROR' && this.timesMissing >= enoughForFailed;
		return isEnough ? this.without() : undefined;
	}

	private without(): IDataObject {
		return this.fileField === undefined
			? this.call
			: { ...this.call, recordingAttached: false, recordingNote: this.missing };
	}
}
