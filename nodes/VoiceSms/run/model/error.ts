import type { Failure } from '../../api/errors/failure';
import { askPerson } from '../../api/errors/advice';
import { isOfGateway, wordsForModel } from '../../api/errors/kinds';
import {
	type NodeError,
	asSentence,
	divided,
	errorFacts,
	failureIn,
	classify,
} from '../../api/errors/nodeError';
import { maybeNumber } from '../../fields/phone/storedPhone';
import { shownKey } from '../../fields/read/recordKey';
import type { Failed } from '../../layers/outcome';
import type { Operation } from '../../operations/operation';
import { resourceOf } from '../../operations/resources';
import { NoRecord } from '../../operations/find/findRecord';
import { cut } from '../../util/fitted';

/** Most characters of a message for a model, and of quotes in it, so that the advice has room. */
const maxMessageLength = 600;
const maxReasonLength = 260;
const maxOwnLength = 420;
const maxThingLength = 80;

/** The call of a model; without `input` if a field was invalid. */
export interface ToolCall {
	operation: Operation;
	input?: unknown;
	/** Its Send Once Key. No model gets the key: it would send again with another key. */
	onceKey?: string;
}

/** Our words for a connection that failed: they say no more than a code (`connectionFailure.ts`). */
const ofConnection = /ended with [A-Z]|\(E(?!RR_)[A-Z_]+\)$/;

const howNumbersAreWritten = 'A phone number begins with + and the country code.';

/**
 * Beginnings of codes in a message, in upper or lower case, that make n8n replace the whole message by its
 * own: for ECONNRESET, it says to retry at once (n8n-workflow, node.error.ts, COMMON_ERRORS). n8n does so
 * again when it wraps the error of a tool.
 */
const replaced =
	/E(?=CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|RRADDRINUSE|ADDRNOTAVAIL|CONNABORTED|HOSTUNREACH|AI_AGAIN|NOENT|ISDIR|NOTDIR|ACCES|EXIST|PERM)|G(?=ETADDRINFO)/gi;

/**
 * The error with everything in its message, because agents get nothing else: first the reason, then the
 * next step. The description is empty.
 */
export function tellModel(outcome: Failed, call: ToolCall): NodeError {
	const { error } = outcome;
	const text = sentences(outcome, call).join(' ');
	const told = call.onceKey === undefined ? text : text.split(` "${call.onceKey}"`).join('');
	error.message = cut(divided(told, replaced), maxMessageLength);
	error.description = '';
	return error;
}

/** The error of an unusable credential, for a model. */
export function credentialForModel(error: NodeError): NodeError {
	const reason = asSentence(cut(divided(error.message, replaced), maxReasonLength));
	error.message = `The credential of this tool cannot be used: ${reason} ${askPerson}`;
	error.description = '';
	return error;
}

/** The message for an unknown record, with advice how to find one. */
export function noRecord({ operation, input }: ToolCall): string {
	const record = operation.record?.(input);
	if (record === undefined) return `There is no ${operation.nameInErrors(input)}.`;
	const { kind, key } = record;
	const find = toolThatLists(`${kind}s`);
	if (key.by !== 'id') return `No ${kind} has the ${shownKey(key)}. Find one ${find}`;
	const { modes = [] } = operation.fields.find(({ name }) => name === `${kind}Id`) ?? {};
	const example = modes.find(({ name }) => name === 'id')?.placeholder?.replace('e.g. ', '');
	const looks = example === undefined ? 'Find one' : `IDs look like ${example}. Find one`;
	const takesNumbers = modes.some(({ name }) => name === 'phone');
	const number = takesNumbers && maybeNumber(key.value) ? ` ${howNumbersAreWritten}` : '';
	return `No ${kind} has the ID "${cut(key.value, maxThingLength)}". ${looks} ${find}${number}`;
}

function sentences(outcome: Failed, call: ToolCall): string[] {
	const { error } = outcome;
	const { operation, input } = call;
	const failure = failureIn(error);
	const { mayBeRepeated, onceKey } = errorFacts(error);
	const thing = cut(input === undefined ? 'this' : operation.nameInErrors(input), maxThingLength);
	const did = operation.pastTense ?? 'done';
	if (outcome.is === 'acceptedThenFailed') {
		const accepted = outcome.result;
		const id = accepted.id ?? accepted.messageId;
		const reason = failure === undefined ? asSentence(error.message) : whyItFailed(failure);
		return [
			`${capital(thing)} was ${did}${id === undefined ? '' : `, with the ID ${String(id)}`}. A later step failed: ${reason}`,
			'Do not do it again: look it up by its ID later.',
		];
	}
	const look = toolThatLists(resourceOf(operation).records);
	const isNone = classify(error).isMissing || error.cause instanceof NoRecord;
	if (isNone && operation.record !== undefined) return [noRecord(call)];
	// No request failed: the Send Once Key was refused, because it is in doubt.
	if (failure === undefined && onceKey !== undefined && outcome.is === 'unclear') {
		return [
			`${capital(thing)} may have been ${did} before; nothing was ${did} now.`,
			`Do not do it again. Check it ${look}`,
		];
	}
	if (failure === undefined) {
		const { message, description } = error;
		const own = asSentence(cut(message, maxOwnLength));
		return description ? [own, description] : [own];
	}
	if (outcome.is === 'unclear') {
		const once = `It is unclear whether ${thing} was ${did}: ${whyItFailed(failure)}`;
		if (mayBeRepeated) {
			return [once, 'You can safely try it once more later.'];
		}
		const lost = operation.asks === true ? ' Nobody waits for the answer.' : '';
		return [once + lost, `Do not do it again. Check it ${look}`];
	}
	const not =
		operation.pastTense === undefined ? 'could not be read' : `was not ${operation.pastTense}`;
	return [
		`${capital(thing)} ${not}: ${whyItFailed(failure)}`,
		wordsForModel({ ...failure, permission: operation.permission }).advice,
	];
}

/** The reason, a sentence: in the service's own words, if it gave any. */
function whyItFailed(failure: Failure): string {
	const { cause, status = 0, service = '', detail } = failure;
	const code = status < 300 ? '' : ` (HTTP ${status})`;
	// The words of a proxy tell a model nothing of the service.
	const said = isOfGateway(failure) ? '' : cut(service.trim(), maxReasonLength);
	if (said !== '' && !said.startsWith('<')) {
		return code === '' ? asSentence(said) : `${said.replace(/\.$/, '')}${code}.`;
	}
	// Leave out details that only repeat the code.
	const tells = detail !== undefined && cause !== 'unreadable' && !ofConnection.test(detail);
	const seen = tells ? `, because ${cut(detail, 120)}` : '';
	return asSentence(`${wordsForModel(failure).reason}${code}${seen}`);
}

/**
 * The node does not know the other tools of an agent. A model that is told to use a missing tool asks for
 * it again and again.
 */
function toolThatLists(records: string): string {
	return `with a tool that lists the ${records}, if you have one. Otherwise tell the user.`;
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
