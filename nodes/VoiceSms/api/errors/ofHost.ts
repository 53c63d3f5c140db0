import type { Failure } from './failure';

export const lookAtIt = 'Open the address in a browser to see what is there.';

const happened: Record<Failure['cause'], string> = {
	notSent: 'The host of the recording could not be reached',
	notTried: 'The host of the recording accepts no requests at the moment',
	lost: 'The connection to the host of the recording was lost before the answer arrived',
	status: 'The host of the recording refused the request',
	refused: 'The host of the recording refused the request',
	unreadable: 'The host of the recording gave no recording',
	redirect: 'The host of the recording redirected to another address',
};
const ofStatus: Partial<Record<number, string>> = {
	404: 'The host of the recording does not have it',
	429: 'The host of the recording asked for fewer requests',
};
const couldNot = 'The host of the recording could not answer';

/** The words for a failure of a recording's own host: nothing about the service and the API key. */
export function wordsOfHost({ cause, status = 0, host }: Failure) {
	const noKey = status === 401 || status === 403 ? ', which gets no API Key from the node' : '';
	return {
		people: ofStatus[status] ?? (status >= 500 ? couldNot : happened[cause]),
		peopleDo: `The address of the recording is at ${host}${noKey}. ${lookAtIt}`,
		modelDoes: 'Try it again later.',
	};
}
