import type { INode } from 'n8n-workflow';

import { serviceMessage } from '../../../nodes/VoiceSms/api/http/envelope';
import type { Failure } from '../../../nodes/VoiceSms/api/errors/failure';
import { asNodeError, judge } from '../../../nodes/VoiceSms/api/errors/nodeError';
import { isObject } from '../../../nodes/VoiceSms/util/isObject';
import { Guess, type Finding } from '../finding';
import { inShort, isGiven, type Answer, type Reply } from '../reply';
import type { Session } from '../session';

interface Unknown {
	id: string;
	what: string;
	operationId: string;
	parameter: string;
}

const unknowns: Unknown[] = [
	{ id: 'contacts', what: 'contact', operationId: 'getContact', parameter: 'clientId' },
	{ id: 'calls', what: 'call', operationId: 'getCall', parameter: 'callId' },
	{ id: 'recordings', what: 'recording', operationId: 'getRecording', parameter: 'callId' },
	{
		id: 'conversations',
		what: 'conversation',
		operationId: 'listMessages',
		parameter: 'conversationId',
	},
];

/**
 * What an ID that nothing has is answered with.
 *
 * @param known an ID of each list that there is
 */
export async function unknownIds(
	session: Session,
	known: Record<string, unknown>,
): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const { id, what, operationId, parameter } of unknowns) {
		const like = known[id === 'recordings' ? 'calls' : id];
		const stranger = typeof like === 'string' ? strangerTo(like) : 'no-such-id-0000';
		const reply = await session.ask(operationId, { [parameter]: stranger });
		const guess = new Guess(`${id}.unknownId`, `An unknown ID of a ${what} is told as such`);
		findings.push(judgeUnknown(guess, what, reply));
	}
	return findings;
}

function judgeUnknown(guess: Guess, what: string, reply: Reply): Finding {
	if (reply.kind === 'none') return guess.unseen(reply.why);
	const seen = inShort(reply);
	if (isGiven(reply)) {
		return guess.fails(
			`${seen}, as if there were one`,
			`A ${what} that was deleted looks like an empty one: check in the workflow that it has what you need.`,
		);
	}
	if (isTakenAsUnknown(reply)) return guess.holds(seen);
	return guess.fails(
		seen,
		`The option 'If Not Found' does not see that there is no such ${what}: the item fails. Let the node continue on error there, and tell the node's developers the answer.`,
	);
}

/** A wrong key must be told as such, and never as a thing that is not there. */
export async function wrongKey(session: Session, apiKey: string): Promise<Finding> {
	const guess = new Guess('key.wrong', 'A wrong key is refused with 401 or 403');
	const reply = await session.ask(
		'listContacts',
		{},
		{ query: { limit: 1 }, apiKey: wrongKeyLike(apiKey) },
	);
	if (reply.kind === 'none') return guess.unseen(reply.why);
	const seen = inShort(reply);
	if (isGiven(reply)) {
		return guess.fails(seen, 'Tell whoever runs the service: it gives contacts to anybody.');
	}
	if ([401, 403].includes(reply.status)) return guess.holds(seen);
	if (isTakenAsUnknown(reply)) {
		return guess.fails(
			seen,
			"With a wrong key the option 'If Not Found' would take everything for not there: test the credential in n8n before you use it, and tell the node's developers the answer.",
		);
	}
	return guess.differs(
		seen,
		"Nothing: the error shows the service's words, though not that it is the key.",
	);
}

/** What the node makes of a refusal. */
function isTakenAsUnknown(reply: Answer): boolean {
	const { status, body } = reply;
	const isRefusal = isObject(body) && body.success === false;
	const failure: Failure =
		status >= 200 && status < 300
			? { cause: isRefusal ? 'refused' : 'unreadable', status, service: serviceMessage(body) }
			: { cause: 'status', status, service: serviceMessage(body), notOfService: !isRefusal };
	const error = asNodeError({} as INode, failure, { nameInErrors: 'a thing' }, false, 'GET');
	return judge(error).isMissing;
}

/**
 * An ID of the same form that nothing has, so that the service does not refuse its form. Of digits at
 * the end only nines are left, of digits and letters each is turned about: `call_000012` gives
 * `call_999999`, `a1b2c3` gives `f8e7d6`.
 */
export function strangerTo(id: string): string {
	const [end = ''] = /[0-9a-z]{0,12}$/i.exec(id) ?? [];
	const start = id.slice(0, id.length - end.length);
	// A short number turned about may be the ID of another one.
	if (/^\d*$/.test(end)) return `${start}${'9'.repeat(end.length < 6 ? 9 : end.length)}`;
	return `${start}${[...end].map(turned).join('')}`;
}

/** Another digit for a digit, another hexadecimal letter for one, another letter for the others. */
function turned(sign: string): string {
	const row = [
		'0123456789',
		'abcdef',
		'ABCDEF',
		'ghijklmnopqrstuvwxyz',
		'GHIJKLMNOPQRSTUVWXYZ',
	].find((signs) => signs.includes(sign));
	return row === undefined ? sign : row[row.length - 1 - row.indexOf(sign)];
}

/** Nothing of the right key but the prefix that all keys of the service have. */
function wrongKeyLike(apiKey: string): string {
	const prefix = /^[a-z]{1,8}[_-]/i.exec(apiKey)?.[0] ?? '';
	return `${prefix}${'0'.repeat(16)}`;
}
