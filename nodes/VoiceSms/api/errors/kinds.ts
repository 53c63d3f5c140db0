// The meaning of a failed request, in words: HTTP 404 gives people "Not found" and "Check the ID, …", and models
// "the service refused it" and "Fix this, or tell the user: …".

import type { Method } from '../endpoints';
import {
	type About,
	type Advice,
	adviceOf,
	afterWait,
	allowIt,
	askPerson,
	checkAddress,
	checkKey,
	fixIt,
	later,
	wordsOfHost,
} from './advice';
import type { Failure } from './failure';

/** A kind of failure: its words for people and for models, and what it means. */
interface Meaning {
	people: string;
	/** Without it, the words for people. */
	model?: string;
	peopleDo?: Advice;
	/** Without it, `later`. */
	modelDoes?: Advice;
	/** See `classify`. */
	isTemporary?: boolean;
	isAboutOneRecord?: boolean;
	/** The cause in n8n's words, only where the answer proves it: n8n slows polls down by it. */
	n8nCause?: 'rate-limited' | 'temporarily-unavailable' | 'credential-invalid';
}

const rejected: Meaning = {
	people: 'The service refused the request',
	model: 'the service refused it',
	modelDoes: fixIt,
	isAboutOneRecord: true,
};

const kinds: Record<Exclude<Failure['cause'], 'status'>, Meaning> = {
	notSent: {
		people: 'The service could not be reached',
		peopleDo: "Check the 'Base URL', and that the service is running.",
		isTemporary: true,
	},
	notTried: {
		people: 'The service accepts no requests at the moment',
		model: 'the request had to wait too long',
		peopleDo: 'Run it again later.',
		modelDoes: afterWait,
		isTemporary: true,
		n8nCause: 'rate-limited',
	},
	lost: {
		people: 'The answer was lost',
		model: 'the connection to the service was lost before the answer came',
		isTemporary: true,
	},
	unreadable: {
		people: 'The service gave an answer that cannot be read',
		peopleDo: ({ mayHaveBeenDone = false }) => (mayHaveBeenDone ? '' : checkAddress),
		isTemporary: true,
		isAboutOneRecord: true,
	},
	redirect: {
		people: 'The service redirected to another address',
		model: 'the service redirects to another address',
		peopleDo: "Enter the final 'Base URL'.",
		modelDoes: askPerson,
	},
	refused: rejected,
};

const noAnswer: Meaning = {
	people: 'The service could not answer',
	isTemporary: true,
	isAboutOneRecord: true,
};

/** Statuses that mean something else than "refused", or above 500 than "could not answer". */
const kindOfStatus: Partial<Record<number, Meaning>> = {
	401: {
		people: 'The service refused the API Key',
		model: 'the service refused the API key',
		peopleDo: checkKey,
		modelDoes: `The API key is not accepted. ${askPerson}`,
		n8nCause: 'credential-invalid',
	},
	403: {
		people: 'The service does not allow this request',
		model: 'the service refused it',
		peopleDo: checkKey,
		modelDoes: allowIt,
	},
	404: {
		...rejected,
		people: 'Not found',
		peopleDo: "Check the ID, and that the 'Base URL' ends in /api/v1.",
	},
	408: { ...rejected, modelDoes: later, isTemporary: true, isAboutOneRecord: false },
	429: {
		people: 'The service asked for fewer requests',
		peopleDo: "Wait, or lower 'Requests at Once'.",
		modelDoes: afterWait,
		isTemporary: true,
		n8nCause: 'rate-limited',
	},
	503: { ...noAnswer, n8nCause: 'temporarily-unavailable' },
};

/** A POST creates its record, so a 404 is about another one. */
const createdNowhere: Meaning = {
	...rejected,
	people: 'The service did not find something that this request needs',
	peopleDo: "Check the numbers, and that the 'Base URL' ends in /api/v1.",
};

/** An answer that is not of the service: it says nothing about the API key and its permission. */
const ofGateway: Meaning = {
	people: 'Another server answered',
	model: 'a proxy or web server answered in place of the service',
	peopleDo: ({ mayHaveBeenDone = false }) =>
		mayHaveBeenDone ? '' : 'Ask the operator of n8n to check the proxy, firewall or web server.',
	modelDoes: ({ status = 0 }) => {
		const check = 'a person has to check the proxy or web server between n8n and the service.';
		return status < 500
			? `Do not try it again: ${check}`
			: `Try it again later. If it fails again, ${check}`;
	},
};

/** n8n's own proxy gave no way to any server. */
const ofOwnProxy: Meaning = {
	...kinds.notSent,
	people: 'The proxy of n8n could not connect',
	model: 'the proxy of n8n could not connect',
};

/** Whether a proxy or web server refused the request, or could not pass it on, in place of the service. */
export function isOfGateway({ status = 0, notOfService }: Failure): boolean {
	return notOfService === true && (status === 403 || status === 407 || status >= 500);
}

/** The kind of the failure, and its words. */
export function failureKind(failure: Failure, method?: Method): Meaning {
	const { cause, status = 0, notOfService, host } = failure;
	if (cause === 'notSent' && notOfService === true) return ofOwnProxy;
	if (host !== undefined) {
		const { isTemporary } = failureKind({ ...failure, host: undefined });
		// The host says nothing about other records.
		return { ...wordsOfHost(failure), isTemporary, isAboutOneRecord: true };
	}
	if (cause !== 'status') return kinds[cause];
	if (status === 404 && method === 'POST') return createdNowhere;
	const kind = kindOfStatus[status] ?? (status >= 500 ? noAnswer : rejected);
	if (isOfGateway(failure)) return status < 500 ? ofGateway : { ...kind, ...ofGateway };
	// A gateway's refusal says nothing about the record.
	const isRefused = notOfService === true && kind.modelDoes === fixIt;
	return isRefused ? { ...kind, modelDoes: askPerson, isTemporary: true } : kind;
}

/** The words for a model: the reason, which begins with a small letter, and what to do. */
export function wordsForModel(about: About): { reason: string; advice: string } {
	const { people, model, modelDoes = later } = failureKind(about);
	const reason = model ?? `${people[0].toLowerCase()}${people.slice(1)}`;
	return { reason, advice: adviceOf(modelDoes, about) };
}
