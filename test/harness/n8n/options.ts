import type { IDataObject } from 'n8n-workflow';

const ofRequests = ['maxTries', 'queryParameters', 'requestsAtOnce', 'timeout'];

/** Options as the node's two collections hold them. */
export function collections(all: IDataObject): {
	options: IDataObject;
	requestOptions: IDataObject;
} {
	const those = (isOfRequests: boolean) =>
		Object.fromEntries(
			Object.entries(all).filter(([name]) => ofRequests.includes(name) === isOfRequests),
		);
	return { options: those(false), requestOptions: those(true) };
}
