import type { Response } from 'express';
import type { Fault } from './faults';

/** Every JSON answer: `success`, mostly `message`, and `data` when it went well. */
export interface Envelope {
	success: boolean;
	message?: string;
	data?: unknown;
}

/** A failure as the interface shapes it under Errors; it also becomes the answer when thrown. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** Lets an answer wait for so many ms. Gives false when a reset came meanwhile. */
export type Hold = (res: Response, ms: number) => Promise<boolean>;

const gatewayPage =
	'<!DOCTYPE html>\n<html><head><title>Bad gateway</title></head>' +
	'<body><h1>Bad gateway</h1><p>The server took too long to respond.</p></body></html>\n';

const failure = (message: string): Envelope => ({ success: false, message });

/** Answers in place of the service when the fault says so; false when the service is to go on. */
export function answerInstead(res: Response, fault: Fault | undefined): boolean {
	switch (fault?.kind) {
		case 'status':
			if (fault.processed) return false;
			answerStatus(res, fault);
			return true;
		case 'successFalse':
			res.json(failure(fault.message ?? 'The request could not be carried out'));
			return true;
		case 'hang':
			return true;
		case 'reset':
			if (fault.processed) return false;
			res.socket?.resetAndDestroy();
			return true;
		case 'html':
			res
				.status(fault.status ?? 502)
				.type('html')
				.send(gatewayPage);
			return true;
		case 'rateLimited':
			if (fault.retryAfter !== undefined) res.set('Retry-After', fault.retryAfter);
			res.status(429).json(failure('Too many requests'));
			return true;
		case 'redirect':
			res
				.status(fault.status ?? 302)
				.set('Location', fault.to)
				.end();
			return true;
		default:
			return false;
	}
}

/** Sends what the service has to say (an envelope, or a file's bytes), spoilt as the fault says. */
export function answer(
	res: Response,
	status: number,
	content: Envelope | Buffer,
	fault: Fault | undefined,
	hold: Hold,
): void {
	switch (fault?.kind) {
		case 'status':
			answerStatus(res, fault);
			return;
		case 'reset':
			res.socket?.resetAndDestroy();
			return;
		case 'halfBody':
			res.status(status).type(res.get('Content-Type') ?? 'json');
			res.send(half(bytesOf(content)));
			return;
		case 'cutBody': {
			const bytes = bytesOf(content);
			res.status(status).type(res.get('Content-Type') ?? 'json');
			res.set('Content-Length', String(bytes.length));
			res.write(half(bytes), () => res.socket?.destroy());
			return;
		}
		case 'file':
			res.set(fault.headers);
			res.send(fault.text === undefined ? content : Buffer.from(fault.text));
			return;
		case 'trickle':
			res.status(status).type(res.get('Content-Type') ?? 'json');
			void trickle(res, bytesOf(content), fault, hold);
			return;
	}
	if (Buffer.isBuffer(content)) res.status(status).send(content);
	else if (!fault) res.status(status).json(content);
	// Not `json`, which may be under checkAnswers: this answer is wrong on purpose.
	else
		res
			.status(status)
			.type('json')
			.send(JSON.stringify(spoilt(content, fault)));
}

/** Sends a body bit by bit, until its end or until the client has gone. */
async function trickle(
	res: Response,
	body: Buffer,
	{ everyMs, bytes = 1 }: Fault & { kind: 'trickle' },
	hold: Hold,
): Promise<void> {
	res.set('Content-Length', String(body.length));
	res.flushHeaders();
	for (let sent = 0; sent < body.length; sent += bytes) {
		if (!(await hold(res, everyMs)) || res.destroyed) return;
		res.write(body.subarray(sent, sent + bytes));
	}
	res.end();
}

function answerStatus(res: Response, fault: Fault & { kind: 'status' }): void {
	res.status(fault.status).set(fault.headers ?? {});
	res.json(failure(fault.message ?? `The service answered ${fault.status}`));
}

function spoilt(envelope: Envelope, fault: Fault | undefined): Partial<Envelope> {
	const { success, data, ...rest } = envelope;
	switch (fault?.kind) {
		case 'missingSuccess':
			return { data, ...rest };
		case 'missingData':
			return { success, ...rest };
		case 'moreData':
			return { ...envelope, data: { ...Object(data), ...fault.value } };
		case 'pagination':
			return { ...envelope, data: { ...Object(data), pagination: fault.value } };
		case 'counts': {
			const pagination = { ...Object(data).pagination, ...fault.value };
			return { ...envelope, data: { ...Object(data), pagination } };
		}
		default:
			return envelope;
	}
}

const bytesOf = (content: Envelope | Buffer): Buffer =>
	Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));

const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));
