import { createHash } from 'node:crypto';
import {
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type INode,
	type Logger,
	UserError,
} from 'n8n-workflow';

import { isNodeError, toNodeError } from './errors/nodeError';
import { cleanKey, parseBaseUrl } from './paths';
import { type ParameterNames, parameterNames } from './unstated';

export const credentialName = 'voiceSmsApi';

/** The part of n8n's contexts for execute, poll and list search that talks to the service. */
export interface RequestContext {
	getNode(): INode;
	getCredentials<T extends object = ICredentialDataDecryptedObject>(
		type: string,
		itemIndex?: number,
	): Promise<T>;
	getExecutionCancelSignal?(): AbortSignal | undefined;
	logger: Pick<Logger, 'debug'>;
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
}

/** The credential. Each run reads it once, as reading costs as much time as a request. */
export interface Access {
	url: string;
	origin: string;
	/** In the form that is sent. Errors never quote it. */
	apiKey: string;
	decrypted: ICredentialsDecrypted;
	names: ParameterNames;
	/** Country of phone numbers without a country code, '' for none. */
	defaultCountry: string;
	/** Tags of contacts that get no message, as entered; '' for none. */
	skipTag: string;
	/** The numbers that a test run may reach, as entered; '' for all, null for an expression that gives nothing. */
	testNumbers: string | null;
}

/**
 * Reads the credential of the run: of the first item, and of the last, because its expressions may give each item a
 * value of its own.
 *
 * @throws NodeOperationError when its base URL or its key is unusable, items differ, or n8n cannot read it
 */
export async function readAccess(context: RequestContext, lastItem = 0): Promise<Access> {
	try {
		const read = async (item: number) =>
			accessOf(await context.getCredentials(credentialName, item).catch(notGiven));
		const [access, last = access] = await Promise.all(
			[0, ...(lastItem > 0 ? [lastItem] : [])].map(read),
		);
		if (isEqual(access, last)) return access;
		throw new UserError('The credential differs from item to item', {
			description:
				"A run has one credential. Put a 'Loop Over Items' node with a Batch Size of 1 before this node.",
		});
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

function accessOf(data: ICredentialDataDecryptedObject): Access {
	return {
		...parseBaseUrl(data.baseUrl),
		apiKey: cleanKey(data.apiKey),
		names: parameterNamesOf(data),
		defaultCountry: trimmed(data.defaultCountry),
		skipTag: tagOf(data),
		testNumbers: givesNothing(data, 'testNumbers') ? null : trimmed(data.testNumbers),
		decrypted: { id: '', name: credentialName, type: credentialName, data },
	};
}

function isEqual(...both: [Access, Access]): boolean {
	const [one, other] = both.map((access) => JSON.stringify({ ...access, decrypted: undefined }));
	return one === other;
}

/** A name of the account for this process, without its key. */
export function accountOf({ url, apiKey }: Access): string {
	return createHash('sha256').update(`${url} ${apiKey}`).digest('base64url');
}

/** @throws the error; with the credential named if n8n's error does not, such as a timeout of its database */
function notGiven(error: Error): never {
	if (isNodeError(error)) throw error;
	throw new UserError(`n8n could not load the credential: ${error.message}`, {
		cause: error,
	});
}

/** The names in the credential, where its switch "Service Uses Other Names" is on. */
function parameterNamesOf(data: ICredentialDataDecryptedObject): ParameterNames {
	// The names stay saved while the switch is off. An expression gives the switch as text.
	if (trimmed(data.otherNames).toLowerCase() !== 'true') return parameterNames;
	return {
		search: trimmed(data.searchParameter) || parameterNames.search,
		startDate: trimmed(data.startDateParameter) || parameterNames.startDate,
		endDate: trimmed(data.endDateParameter) || parameterNames.endDate,
	};
}

/**
 * The tag of contacts that get no message.
 *
 * @throws UserError for an expression that gives nothing: the messages would go to people who want none. n8n
 * fills a field without an expression with its default, ''
 */
function tagOf(data: ICredentialDataDecryptedObject): string {
	if (givesNothing(data, 'skipTag')) {
		throw new UserError("'Skip Contacts With Tag' of the credential is empty", {
			description: 'Check its expression: it gives nothing. To send to everyone, empty the field.',
		});
	}
	return trimmed(data.skipTag);
}

/** Whether the field is an expression that gives nothing; a credential of an older version has no such field. */
function givesNothing(data: ICredentialDataDecryptedObject, name: string): boolean {
	const value = data[name] ?? null;
	return name in data && (value === null || (Array.isArray(value) && value.length === 0));
}

function trimmed(value: unknown): string {
	return String(value ?? '').trim();
}
