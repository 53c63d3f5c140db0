import { UserError } from 'n8n-workflow';

import { addTo, classify, wordsOfService, rethrow } from '../../api/errors/nodeError';
import { calls } from '../../api/endpoints';
import { path } from '../../api/paths';
import { hasAddress, readRecording, recordingOf } from '../../api/recording';
import { callLocators } from '../../fields/forms/locators';
import { ifNotFound, notInTools, optionsField } from '../../fields/forms/formFields';
import { outputFileField } from '../../fields/forms/call';
import { readRequestOptions } from '../../fields/forms/requestOptions';
import { columns } from '../../fields/forms/simplify';
import { type WaitTimes, readWaitTimes, waitFields } from '../../fields/forms/waitOptions';
import { inWords } from '../../util/inWords';
import { asksForNothing, checkedEmpty, wantsEmpty } from '../ifNotFound';
import { lookUntil } from '../wait/lookUntil';
import type { OperationContext } from '../context';
import type { Operation } from '../operation';
import { type Result, WithFile } from '../result';

interface Input {
	callId: string;
	/** Undefined when only the address is wanted. */
	fileField?: string;
	emptyIfNotFound: boolean;
	skipIfNotReady: boolean;
	/** Undefined when *If Not Ready* is not Wait. */
	waiting?: WaitTimes;
}

/** The call exists, but its recording does not yet. */
class NotReady {
	constructor(readonly wordsOfService: string[]) {}
}

export const callGetRecording: Operation<Input> = {
	resource: 'call',
	value: 'getRecording',
	name: 'Get Recording',
	action: 'Get a call recording',
	description: 'Retrieve the recording of a call, as a file or a URL',
	toolText:
		'Gives the web address of the recording of one call, not the sound and not the words. Call_ID: the id of the call, such as call_000042, from a list or search of calls. A phone number or a name does not work: search the calls for it. Returns callId, recordingUrl and source. Give recordingUrl to the user unchanged. While a call goes on, and for some time after, there may be none yet: then try again in a minute.',
	output: columns('callId recordingUrl source skipped reason'),
	forBuilder: `The file (wav) is in the binary field "data". Right after the call there may be none yet: options.ifNotReady: 'wait'. For a file name use callId, which is unique.`,
	fields: [
		...callLocators,
		{
			displayName: 'Download',
			name: 'download',
			type: 'boolean',
			displayOptions: notInTools,
			default: true,
			description:
				'Whether to download the recording as a file. When off, the output has the URL of the recording.',
		},
		{
			...outputFileField,
			required: true,
			displayOptions: { show: { download: [true, 'true'] }, ...notInTools },
		},
		optionsField([
			ifNotFound,
			{
				displayName: 'If Not Ready',
				name: 'ifNotReady',
				type: 'options',
				options: [
					{ name: 'Error', value: 'error', description: 'The item fails with an error' },
					{
						name: 'Skip',
						value: 'skip',
						description: 'The output says that the recording is not ready',
					},
					{
						name: 'Wait',
						value: 'wait',
						description: 'Wait for the recording; all items wait together',
					},
				],
				default: 'error',
				description: 'What to do when the call has no recording yet',
			},
			...waitFields('the call', { show: { ifNotReady: ['wait'] } }),
		]),
		readRequestOptions,
	],
	read: (item) => {
		const ifNotReady = item.options.choice('ifNotReady');
		// A model cannot get a file, even if the saved workflow says so.
		const download = !item.asTool && item.flag('download');
		return {
			callId: asksForNothing(item, 'callId') ? '' : item.id('callId'),
			...(download ? { fileField: item.text('binaryPropertyName').trim() } : {}),
			emptyIfNotFound: wantsEmpty(item),
			skipIfNotReady: ifNotReady === 'skip',
			...(ifNotReady === 'wait' ? { waiting: readWaitTimes(item.options) } : {}),
		};
	},
	nameInErrors: ({ callId }) => recordingOf(callId),
	record: ({ callId }) => ({ kind: 'call', key: { by: 'id', value: callId } }),
	run: async (input, context) => {
		if (input.waiting !== undefined) return {};
		const { callId, skipIfNotReady } = input;
		const found = await look(input, context, false);
		if (!(found instanceof NotReady)) return found;
		if (skipIfNotReady) return { callId, skipped: true, reason: 'The recording is not ready yet' };
		// A model cannot set options.
		const whatToDo = context.words(
			"Set the option 'If Not Ready' to Wait.",
			'Try it again in a minute.',
		);
		throw new UserError(`The recording of call ${callId} is not ready yet`, {
			description: [...found.wordsOfService, whatToDo].join(' '),
		});
	},
	finish: {
		unfinished: 'Not started',
		isDue: ({ waiting }) => waiting !== undefined,
		work: async (input, read, context) => {
			const { callId, waiting } = input;
			if (waiting === undefined) return read;
			let last: NotReady | undefined;
			const looking = { ...waiting, firstAfterMs: 0 };
			const { found, failure, limitMs } = await lookUntil<Result>(
				looking,
				context,
				async (leftMs) => {
					const seen = await look(input, context, last !== undefined, leftMs);
					if (!(seen instanceof NotReady)) return seen;
					last = seen;
					return undefined;
				},
			);
			if (found !== undefined) return found;
			const limit = inWords(limitMs);
			const advice = "Raise the option 'Wait Limit', or get it later.";
			if (failure === undefined) {
				const whatToDo = context.words(advice, 'Get it later.');
				throw new UserError(`The recording of call ${callId} was not ready within ${limit}`, {
					description: [...(last?.wordsOfService ?? []), whatToDo].join(' '),
				});
			}
			addTo(failure, `This was the last check within ${limit}. ${advice}`);
			throw failure;
		},
	},
};

/** The recording as the user wants it. `leftMs`: milliseconds that are left for it. */
async function look(
	{ callId, fileField, emptyIfNotFound }: Input,
	context: OperationContext,
	isKnown: boolean,
	leftMs?: () => number,
): Promise<Result | NotReady> {
	if (callId === '') return context.emptyItem();
	const api = () => (leftMs === undefined ? context.api : context.api.within(leftMs()));
	const found = await readRecording(api(), callId)
		.catch(async (error: unknown) => {
			const { isAboutOneRecord, isTemporary } = classify(error);
			if (!isAboutOneRecord || isTemporary) rethrow(error);
			// The service may refuse an unknown call and a missing recording in the same way.
			if (!isKnown) await api().get(path`/api/calls/${callId}`, 'call');
			return new NotReady(wordsOfService(error));
		})
		.catch((error: unknown) => {
			return emptyIfNotFound && classify(error).isMissing ? undefined : rethrow(error);
		});
	if (found === undefined) return await checkedEmpty(context, calls);
	if (found instanceof NotReady) return found;
	if (!hasAddress(found)) return new NotReady([]);
	if (fileField === undefined) return found;
	const file = await api().download(String(found.recordingUrl), callId, context.store);
	return new WithFile(found, { [fileField]: file });
}
