import type {
	IAllExecuteFunctions,
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import type { Failure } from './failure';
import { asUrl } from './paths';
import type { Access, RequestContext } from './request';
import { connectionFailure, credentialName } from './request';

/** n8n's binary store, which a context of execute or poll offers. */
export type Store = IExecuteFunctions['helpers']['prepareBinaryData'];

interface FileRequest {
	url: string;
	/** Name of the file when neither the answer nor the address gives one. */
	fileName: string;
	timeoutMs: number;
	store: Store;
}

/**
 * Streams a file into n8n's binary store. The address comes from the service and may be on any
 * host: the key is sent only when it is on the service's own origin.
 */
export async function download(
	context: RequestContext,
	access: Access,
	{ url, fileName, timeoutMs, store }: FileRequest,
	repeat: (
		attempt: () => Promise<{ file: IBinaryData } | Failure>,
	) => Promise<{ file: IBinaryData }>,
): Promise<IBinaryData> {
	const { file } = await repeat(async () => {
		const address = asUrl(url);
		if (address === undefined || !['http:', 'https:'].includes(address.protocol)) {
			return { cause: 'unreadable', detail: 'the recording has no web address' };
		}
		const ownOrigin = address.origin === access.origin;
		const options: IHttpRequestOptions = {
			method: 'GET',
			url,
			encoding: 'stream',
			timeout: timeoutMs,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// Followed only where there is no key to carry away.
			disableFollowRedirect: ownOrigin,
		};
		try {
			const response = ownOrigin
				? await context.helpers.httpRequestWithAuthentication.call(
						context as unknown as IAllExecuteFunctions,
						credentialName,
						options,
						{ credentialsDecrypted: access.decrypted },
					)
				: await context.helpers.httpRequest(options);
			const { statusCode, headers, body } = response as {
				statusCode: number;
				headers: IDataObject;
				body: Parameters<Store>[0] & { resume?(): void };
			};
			if (statusCode < 200 || statusCode > 299) {
				// Unread, the answer would hold its connection open.
				body.resume?.();
				return {
					cause: 'status',
					status: statusCode,
					detail: `the recording's address is at ${address.host}`,
				};
			}
			const type = typeof headers['content-type'] === 'string' ? headers['content-type'] : '';
			const file = await store(
				body,
				fileNameOf(address) ?? fileName,
				type.split(';')[0].trim() || undefined,
			);
			return { file };
		} catch (error) {
			return connectionFailure(error, timeoutMs);
		}
	});
	return file;
}

/** Last part of the path when it looks like a file's name. */
function fileNameOf(address: URL): string | undefined {
	const name = address.pathname.split('/').pop() ?? '';
	return /^[\w.-]+\.\w{1,5}$/.test(name) ? name : undefined;
}
