import type { Failure } from './failure';
import type { Method } from '../types';

/** The thing a request is about, for its errors. */
export interface Subject {
	/** Its name in errors: "SMS to +15550001", "call 42". */
	nameInErrors: string;
	/** The permission that the request needs, where the interface documents it. */
	permission?: string;
	itemIndex?: number;
}

/** The first half of an error's message: "The service refused the request (HTTP 400)". */
export function whatHappened(failure: Failure, mayHaveBeenDone: boolean, method: Method): string {
	const status = failure.status === undefined ? '' : ` (HTTP ${failure.status})`;
	const maybe = mayHaveBeenDone ? ', and it is unclear whether the request was carried out' : '';
	return `${reasonForPeople(failure, method)}${status}${maybe}`;
}

/** An error's description: first the service's own words, then what to do. */
export function describe(
	failure: Failure,
	subject: Subject,
	mayHaveBeenDone: boolean,
	method: Method,
): string {
	const { service, detail } = failure;
	return [
		...(service === undefined ? [] : [saidBy(service)]),
		...(detail === undefined ? [] : [asSentence(`${detail[0].toUpperCase()}${detail.slice(1)}`)]),
		...(failure.advice === undefined
			? advice(failure, subject, mayHaveBeenDone, method)
			: [failure.advice]),
		...(mayHaveBeenDone
			? ['Look it up at the service before you run the item again. The node does not repeat it.']
			: []),
	].join(' ');
}

/** The service's own words as a sentence of ours. */
export function saidBy(service: string): string {
	return `The service says: ${asSentence(service)}`;
}

function reasonForPeople({ cause, status = 0 }: Failure, method: Method): string {
	switch (cause) {
		case 'notSent':
			return 'The service could not be reached';
		case 'notTried':
			return 'Not sent, because the service accepts no requests at the moment';
		case 'lost':
			return 'The connection to the service was lost before the answer arrived';
		case 'unreadable':
			return 'The service gave an answer that cannot be read';
		case 'redirect':
			return 'The service redirected to another address';
		case 'refused':
			return 'The service refused the request';
		case 'status':
			if (status === 401) return 'The service refused the API Key';
			if (status === 403) return 'The service does not allow this request';
			if (status === 404) return method === 'POST' ? createdNowhere : 'Not found';
			if (status === 429) return 'The service asked for fewer requests';
			return status >= 500 ? 'The service could not answer' : 'The service refused the request';
	}
}

/** A POST creates its record, so a 404 is about another one. */
const createdNowhere = 'The service did not find something that this request needs';

/** The text with a full stop, unless it ends in a mark. */
export function asSentence(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function advice(
	{ cause, status, service }: Failure,
	{ permission }: Subject,
	mayHaveBeenDone: boolean,
	method: Method,
): string[] {
	switch (cause) {
		case 'notSent':
			// An earlier try may have been sent.
			return [
				...(mayHaveBeenDone ? [] : ['Nothing was sent.']),
				"Check the 'Base URL' of the credential, and that the service is running.",
			];
		case 'notTried':
			return [
				'The service refused another request of this run too often or for too long. This request was not sent, so it is safe to run the item again later.',
			];
		case 'redirect':
			return [
				"Enter the final address in the 'Base URL' of the credential. The node does not follow redirects, to keep the API Key safe.",
			];
		case 'unreadable':
			return mayHaveBeenDone
				? []
				: ["Check that the 'Base URL' of the credential is the address of the service."];
		case 'status':
			return statusAdvice(method, status, permission, service);
		default:
			return [];
	}
}

function statusAdvice(method: Method, status = 0, permission = '', service?: string): string[] {
	if (status === 401 || status === 403) {
		// The service also answers 403 for a number of another company.
		const unless = status === 403 && service !== undefined;
		const check = unless ? 'If that is not the cause, check' : 'Check';
		return [
			// The service's own words may already name the permission.
			permission === '' || service?.includes(permission)
				? `${check} the 'API Key' of the credential and what it may do.`
				: `${check} the 'API Key' of the credential. This request needs the permission ${permission}.`,
		];
	}
	if (status === 404 && method === 'POST') {
		return [
			"Nothing was done. Check the numbers and IDs, and that the 'Base URL' of the credential ends in /api/v1.",
		];
	}
	if (status === 404) {
		return ["Check the ID, and that the 'Base URL' of the credential ends in /api/v1."];
	}
	if (status === 429) return ["Wait a while, or lower the option 'Requests at Once'."];
	return [];
}
