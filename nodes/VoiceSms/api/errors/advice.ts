// Advice after a failed request: for people by the kind of failure, and for models.

import { inWords } from '../../util/inWords';
import { meansPermission } from '../unstated';
import { type Failure } from './failure';

/** The facts of an advice: the request may have been carried out, and needs this permission. */
export type About = Failure & { mayHaveBeenDone?: boolean; permission?: string };
/** A text, or made of the failure. */
export type Advice = string | ((about: About) => string);

/** Advice for a model unless the kind says otherwise. */
export const later =
	'Try it again later. If it fails again, a person has to check the credential of this tool.';
/** Advice for a model if the credential does not work. */
export const askPerson = 'Do not try it again: a person has to fix the credential of this tool.';
export const checkAddress = "Check the 'Base URL'.";
export const fixIt = 'Fix this, or tell the user: the same request would be refused again.';

/** The advice for this failure, '' for none. */
export function adviceOf(advice: Advice = '', about: About): string {
	return typeof advice === 'string' ? advice : advice(about);
}

/** For a model, after "too many requests". */
export function afterWait({ retryAfterMs }: About): string {
	if (retryAfterMs === undefined) return 'Try it again later.';
	return `Try it again in ${inWords(Math.max(1, Math.ceil(retryAfterMs / 1000)) * 1000)}.`;
}

/** For people, if the key may be wrong or may do too little. */
export function checkKey({ status, service, permission = '' }: About): string {
	// The service also answers 403 for a number of another company.
	const check = `${status === 403 && service ? 'Or check' : 'Check'} the 'API Key'`;
	// The service's own words may already name the permission.
	return permission === '' || service?.includes(permission)
		? `${check}.`
		: `${check}: it needs the permission ${permission}.`;
}

/** For a model, if the key may do too little. */
export function allowIt({ service = '', permission = '' }: About): string {
	const missing = permission === '' ? 'more permissions' : `the permission ${permission}`;
	return service === '' || meansPermission.test(service)
		? `Do not try it again: a person has to give the API key ${missing}.`
		: `${fixIt} If the cause is the API key, a person has to give it ${missing}.`;
}

export const lookAtIt = 'Open its address in a browser.';

/** The words for a failure of a recording's own host: nothing about the service and the API key. */
export function wordsOfHost({ status, host }: Failure) {
	const noKey = status === 401 || status === 403 ? ' It gets no API Key from the node.' : '';
	return {
		people: 'The host of the recording did not give it',
		peopleDo: `Open its address at ${host} in a browser.${noKey}`,
		modelDoes: 'Try it again later.',
	};
}
